import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importsIn } from '../../support/import-graph.ts';
import { drawnRooms, neededArrows, statedRooms, type Arrow } from '../../support/stated-rooms.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

const page = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8');
const stated = statedRooms(page);

/** Suites of one matter share a folder of judgements; the folder of any other is called after the suite. */
const sharedMatters: Readonly<Record<string, string>> = {
  '4.07': 'overwrites',
  '4.08': 'overwrites',
  '4.09': 'records',
  '4.13': 'records',
  '4.16': 'namespace',
  '4.17': 'namespace',
  '4.18': 'namespace',
};

/** `Resources` is about the records of all sections, so that it reads what other matters have surveyed. */
const surveysOfAll = /^suites\/(?:namespace|overwrites|records)\/survey[a-z-]*\.ts$/;

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Paths of a folder's modules, from the repository's root, with `/` between the parts. */
function modulesIn(folder: string): readonly string[] {
  const names = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(ts|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => [folder, ...name.split(sep)].join('/'));
}

function importsOf(module: string): readonly Import[] {
  return importsIn(readFileSync(join(repository, module), 'utf8')).map((path) => ({
    from: module,
    to: relative(repository, join(repository, dirname(module), path))
      .split(sep)
      .join('/'),
  }));
}

/** Folders of sources; what is built, installed or printed is none, nor is a folder without a module. */
const folders = readdirSync(repository, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^(?!dist$|node_modules$|reports$)\w+$/.test(entry.name))
  .map(({ name }) => name)
  .filter((name) => modulesIn(name).length > 0);
const modules = folders.flatMap(modulesIn);
const imports = modules.flatMap(importsOf);

const top = (path: string): string => path.split('/')[0] ?? '';
const arrow = ([from, to]: Arrow): string => `${from} --> ${to}`;
const told = ({ from, to }: Import): string => `${from} imports ${to}`;

/** The folder of judgements that a module of `suites/` belongs to. */
function matterOf(module: string): string {
  const [, second = '', third] = module.split('/');
  if (third !== undefined) return second;
  const number = /^4\.\d\d/.exec(second)?.[0];
  return number === undefined ? second.replace(/\.ts$/, '') : (sharedMatters[number] ?? number);
}

/** A module of a folder of judgements, as against a suite, which only states. */
const isJudgement = (module: string): boolean => top(module) === 'suites' && module.split('/').length > 2;

/** Groups of modules that import one another in a circle. */
function circles(): readonly (readonly string[])[] {
  const next = new Map(modules.map((module) => [module, [] as string[]]));
  for (const { from, to } of imports) if (next.has(to)) next.get(from)?.push(to);
  const state = new Map<string, 'open' | 'done'>();
  const found: string[][] = [];
  const visit = (module: string, path: readonly string[]): void => {
    if (state.get(module) === 'done') return;
    if (state.get(module) === 'open') {
      found.push([...path.slice(path.indexOf(module)), module]);
      return;
    }
    state.set(module, 'open');
    for (const other of next.get(module) ?? []) visit(other, [...path, module]);
    state.set(module, 'done');
  };
  for (const module of modules) visit(module, []);
  return found;
}

describe('imports point one way', () => {
  test('every form of an import is seen', () => {
    const text = `import { a } from '../a.ts';\nimport type {} from './b.ts';\nimport '../c.ts';
      const { d } = await import('../d.ts');\nexport { e } from './e.ts';\nimport f from 'node:fs';`;
    expect(importsIn(text)).toEqual(['../a.ts', './b.ts', '../c.ts', '../d.ts', './e.ts']);
  });

  test('the picture draws no arrow that follows from other arrows', () => {
    const rooms = statedRooms(
      '| `a` | b | nothing of ours |\n| `b` | b | `a` |\n| `c`, `d` | b | all of the above, and one another |\n',
    );
    expect(rooms.at(-1)).toEqual({ room: 'd', mayImport: ['a', 'b'], oneAnother: ['c'] });
    expect(neededArrows(rooms).map(arrow)).toEqual(['b --> a', 'c --> b', 'd --> b']);
    expect(() => statedRooms('| `a` | b | whatever |\n')).toThrow('found "whatever"');
  });

  test('the table lists each folder of sources once', () => {
    expect(stated.map(({ room }) => room).toSorted()).toEqual(folders.toSorted());
  });

  test('the picture has the rooms of the table, and the arrows that the table needs', () => {
    const drawn = drawnRooms(page);
    expect(drawn.rooms.toSorted()).toEqual(folders.toSorted());
    expect(drawn.arrows.map(arrow).toSorted()).toEqual(neededArrows(stated).map(arrow).toSorted());
  });

  test.for(stated)('$room imports only what the table allows', ({ room, mayImport, oneAnother }) => {
    const allowed = [room, ...mayImport, ...oneAnother];
    const strays = imports.filter(({ from, to }) => top(from) === room && !allowed.includes(top(to)));
    expect(strays.map(told)).toEqual([]);
  });

  test('no section imports the judgements of another', () => {
    const between = imports.filter(({ from, to }) => top(from) === 'suites' && isJudgement(to));
    const strays = between.filter(
      ({ from, to }) =>
        matterOf(from) !== matterOf(to) && !(matterOf(from) === 'resources' && surveysOfAll.test(to)),
    );
    expect(between.length).toBeGreaterThan(0);
    expect(strays.map(told)).toEqual([]);
  });

  test('no judgement imports a suite', () => {
    const strays = imports.filter(({ to }) => top(to) === 'suites' && !isJudgement(to));
    const froms = strays.map(({ from }) => from).filter((from) => top(from) !== 'tests');
    expect([...new Set(froms)]).toEqual(['config/plan.ts']);
  });

  test('no modules import one another in a circle', () => {
    expect(circles().map((circle) => circle.join(' -> '))).toEqual([]);
  });

  test('the causes that may change a resource are read only where the run learns them', () => {
    const learning = [
      'implementation/learnt.ts',
      'implementation/discovery.ts',
      'implementation/calibration.ts',
    ];
    const readers = ['implementation', 'judging', 'suites', 'properties']
      .flatMap(modulesIn)
      .filter((module) =>
        /\b(?:upserts|siblingsMove)\b/.test(readFileSync(join(repository, module), 'utf8')),
      );
    expect(readers.toSorted()).toEqual(learning.toSorted());
  });

  test('no folder shows more than about twenty modules at once', () => {
    const listed = new Map<string, number>();
    for (const module of modules) listed.set(dirname(module), (listed.get(dirname(module)) ?? 0) + 1);
    const crowded = [...listed].filter(([folder, count]) => folder !== 'suites' && count > 22);
    expect(crowded.map(([folder, count]) => `${folder}: ${count}`)).toEqual([]);
  });
});
