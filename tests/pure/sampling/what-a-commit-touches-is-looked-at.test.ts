import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { touchedRows } from '../../support/sampling.ts';
import { importsOfValuesIn, type ImportGraph } from '../../support/sampling/import-graph.ts';
import { inputsIn, inputsOfClauses } from '../../support/sampling/stated-in.ts';
import { resting, restingFiles } from '../../support/sampling/resting-files.ts';
import { closenessOf, namesIn, touchedModules, type Touched } from '../../support/sampling/touched.ts';

const graph: ImportGraph = new Map<string, readonly string[]>([
  ['suites/a.ts', ['suites/a/judge.ts', 'judging/all.ts']],
  ['suites/b.ts', ['judging/some.ts', 'judging/all.ts']],
  ['suites/a/judge.ts', ['judging/some.ts']],
  ['judging/some.ts', ['wire/deep.ts']],
  ['judging/all.ts', []],
  ['wire/deep.ts', []],
  ['config/plan.ts', ['suites/a.ts', 'suites/b.ts']],
  ...Array.from({ length: 20 }, (_, at) => [`judging/${at}.ts`, ['judging/all.ts']] as const),
]);

describe('what some changes touch', () => {
  test('is whoever imports them, and who imports those in the same folder', () => {
    expect(touchedModules(graph, ['judging/some.ts'])).toEqual({
      'judging/some.ts': 1,
      'suites/b.ts': 2,
      'suites/a/judge.ts': 2,
      'suites/a.ts': 3,
    });
  });

  test('goes from folder to folder but once', () => {
    expect(touchedModules(graph, ['wire/deep.ts'])).toEqual({ 'wire/deep.ts': 1, 'judging/some.ts': 2 });
  });

  test('is nothing but itself where everything stands on it', () => {
    expect(touchedModules(graph, ['judging/all.ts'])).toEqual({ 'judging/all.ts': 1 });
  });

  test('is what is new, or no source', () => {
    expect(touchedModules(graph, ['faults/new.ts', 'README.md'])).toEqual({
      'faults/new.ts': 1,
      'README.md': 1,
    });
  });

  test('are names in its diff before all', () => {
    const diff =
      "+    name: 'a gateway of old',\n     breaks: '4.5/200-on-match',\n-  oneOf('a-habit'), 'word'";
    expect(namesIn(diff)).toEqual({ 'a gateway of old': 0, '4.5/200-on-match': 0, 'a-habit': 0 });
    expect(closenessOf({ 'a-habit': 0, 'faults/a.ts': 1 }, ['faults/a.ts', 'a-habit'])).toBe(0);
    expect(closenessOf({ 'faults/a.ts': 1 }, ['constructor', 'faults/b.ts'])).toBeUndefined();
  });
});

describe('an import', () => {
  test('of types alone is none', () => {
    const text =
      "import type {\n  A,\n} from './a.ts';\nimport { type B, c } from './b.ts';\nexport type { D } from './d.ts';";
    expect(importsOfValuesIn(text)).toEqual(['./b.ts']);
  });
});

describe('rows', () => {
  const rows = Array.from({ length: 40 }, (_, at) => `row-${at}`);
  const row = {
    inputsOf: (name: string): readonly string[] => [name, rows.indexOf(name) < 20 ? 'one.ts' : 'other.ts'],
    turnOf: (name: string): number => -rows.indexOf(name),
  };
  const looked = (chosen: readonly string[], touched: Touched): readonly string[] => [
    ...touchedRows(rows, new Set(chosen), row, touched).looked,
  ];

  test('are looked at by name, and then the closest, where two are alike by turns', () => {
    const touched = { 'one.ts': 1, 'other.ts': 2, 'row-9': 0, 'row-30': 0 };
    expect(looked([], touched)).toEqual(['row-30', 'row-9', 'row-19', 'row-18', 'row-17']);
    expect(looked(['row-30', 'row-18'], touched)).toEqual(['row-9', 'row-19', 'row-17', 'row-16']);
  });

  test('are at most as many again as are chosen, and what is left is counted', () => {
    const chosen = rows.slice(0, 5);
    const found = touchedRows(rows, new Set(chosen), row, { 'one.ts': 1 });
    expect({ looked: found.looked.size, left: found.left }).toEqual({ looked: 5, left: 10 });
  });

  test('are at most twelve that are named', () => {
    const named = Object.fromEntries(rows.map((name) => [name, 0]));
    expect(looked([], named)).toEqual(rows.slice(28).reverse());
  });

  test('are none where nothing is known to be touched', () => {
    expect(looked([], {})).toEqual([]);
  });
});

describe('inputs', () => {
  test('of a fault or choice are its name and the module that states it', async () => {
    const inputsOf = await inputsIn('faults');
    expect(inputsOf('head-answers-404-on-a-match')).toContain('faults/endpoints/head.ts');
    expect(inputsOf('reads-lag-1000-ms')).toContain('faults/choices/consistency.ts');
    expect(inputsOf('array-of-int-example-elements-as-text')).toContain('faults/content/member.ts');
    expect(inputsOf('unknown')).toEqual(['unknown']);
  });

  test('of a clause are its id and its suite', () => {
    expect(inputsOfClauses()('4.5/200-on-match')).toEqual([
      '4.5/200-on-match',
      'suites/4.05-check-existence.ts',
    ]);
  });
});

describe('files that rest', () => {
  const root = new URL('../../', import.meta.url);
  const isThere = (path: string): boolean => existsSync(new URL(path, root));

  test('are there, and so is what they are about', () => {
    const tests = readdirSync(root, { recursive: true, encoding: 'utf8' });
    for (const { file, about } of restingFiles) {
      expect(
        tests.filter((path) => path.startsWith(file) && path.endsWith('.test.ts')),
        file,
      ).toHaveLength(1);
      expect(
        about.filter((path) => !isThere(`../${path}`)),
        file,
      ).toEqual([]);
    }
  });

  test('are looked at on every third commit, and whenever it touches what they are about', () => {
    const names = restingFiles.map(({ file }) => file);
    const seen = Array.from({ length: 24 }, (_, at) => resting(`salt ${at}`, {}));
    for (const name of names) {
      const rests = seen.filter((one) => one.includes(name)).length;
      expect(rests, name).toBeGreaterThan(0);
      expect(rests, name).toBeLessThan(24);
    }
    const touched = Object.fromEntries(restingFiles.flatMap(({ about }) => about.map((path) => [path, 1])));
    expect(resting('salt 1', touched)).toEqual([]);
  });
});
