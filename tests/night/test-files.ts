import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import type { Table } from '../../proof/tables/table.ts';
import { inBuilds, longFiles, nightFiles } from '../tiers.ts';

/** The test files that a night plays with drawn rows in place of the fixed ones; a test of them is played alone by `<file> > <test>`. */
export function testFiles(seed: string): Table {
  return {
    id: 'test-files',
    title: 'Test files with drawn rows',
    about: 'A test file whose long tables play the rows that the seed draws. Each of its tests has to pass.',
    names: () => [
      ...new Set([
        ...[...nightFiles, ...inBuilds, ...longFiles].map(({ file }) => `tests/${file}.test.ts`),
        ...filesOf('processes'),
        ...filesOf('journeys'),
      ]),
    ],
    player: () => ({
      script: new URL('test-file-player.mjs', import.meta.url),
      mostMs: 1_800_000,
      ask: (name) => ({ name, seed }),
    }),
    isMissed: (ending) => !/^(?:passed|skipped)/.test(ending),
  };
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(join(packageFolder, 'tests', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `tests/${folder}/${file.replaceAll('\\', '/')}`)
    .toSorted();
}
