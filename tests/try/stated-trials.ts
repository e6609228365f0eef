import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { choices, faults } from '../../faults/catalogue.ts';
import type { Reach } from './reach.ts';

/** The faults and choices of the modules within reach that list some; the catalogue only joins their lists. */
export async function statedTrials(reach: Reach): Promise<readonly string[]> {
  const modules = [...reach.keys()].filter((path) => /^faults\/(?!catalogue\.ts$).*\.ts$/.test(path));
  const listed = await Promise.all(
    modules.map(async (module) => {
      const exported: unknown = await import(pathToFileURL(join(packageFolder, module)).href);
      return Object.values(exported as Record<string, unknown>).flat();
    }),
  );
  const known = new Set<unknown>(listed.flat());
  return [...faults, ...choices].filter((one) => known.has(one)).map(({ name }) => name);
}
