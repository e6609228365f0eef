import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** What each folder may import from, besides itself and packages. This table is the architecture. */
const mayImport = {
  contract: [],
  schemas: ['contract'],
  wire: ['contract'],
  clause: ['contract', 'schemas', 'wire'],
  run: ['contract', 'schemas', 'wire', 'clause'],
  suites: ['contract', 'schemas', 'wire', 'clause', 'run'],
  properties: ['contract', 'schemas', 'wire', 'clause', 'run'],
  reporters: ['contract', 'clause'],
  reference: [],
  faults: ['contract', 'reference'],
  config: [
    'contract',
    'schemas',
    'wire',
    'clause',
    'run',
    'suites',
    'properties',
    'reporters',
    'reference',
    'faults',
  ],
  bin: ['contract', 'schemas', 'wire', 'clause', 'run', 'reporters', 'reference', 'faults', 'config'],
} as const satisfies Record<string, readonly string[]>;

/** Modules of a folder and the folders in it. */
function modulesIn(folder: string): readonly string[] {
  const names = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.(ts|mjs)$/.test(name));
}

/** Relative imports, exports and dynamic imports of a text. */
function importsIn(text: string): readonly string[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.{1,2}\/[^']+)'/g;
  return [...text.matchAll(pattern)].flatMap(([, path]) => path ?? []);
}

/** `folder/file imports folder/file` for each import that leaves its folder for one that is not allowed. */
function strays(folder: string, allowed: readonly string[]): readonly string[] {
  return modulesIn(folder).flatMap((name) => {
    const file = join(repository, folder, name);
    return importsIn(readFileSync(file, 'utf8')).flatMap((path) => {
      const target = relative(repository, join(dirname(file), path));
      const [top = ''] = target.split(/[\\/]/);
      return top === folder || allowed.includes(top) ? [] : [`${folder}/${name} imports ${target}`];
    });
  });
}

describe('imports point one way', () => {
  test('every form of an import is seen', () => {
    const text = `import { a } from '../a.ts';\nimport type {} from './b.ts';\nimport '../c.ts';
      const { d } = await import('../d.ts');\nexport { e } from './e.ts';\nimport f from 'node:fs';`;
    expect(importsIn(text)).toEqual(['../a.ts', './b.ts', '../c.ts', '../d.ts', './e.ts']);
  });

  test.for(Object.entries(mayImport))('%s imports from %j only', ([folder, allowed]) => {
    expect(modulesIn(folder).length).toBeGreaterThan(0);
    expect(strays(folder, allowed)).toEqual([]);
  });

  test('the suites are put together in one file of config', () => {
    const users = modulesIn('config').filter((name) =>
      importsIn(readFileSync(join(repository, 'config', name), 'utf8')).some((path) =>
        path.includes('/suites/'),
      ),
    );
    expect(users).toEqual(['plan.ts']);
  });
});
