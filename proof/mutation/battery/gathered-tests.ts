import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import type { Item, Outcome } from './item.ts';

/**
 * Replaces `vitest` for the tests of the battery: gathers them, and runs them one by one in one process, as often as
 * requested.
 */

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = chai.expect;

type Body = (...args: readonly unknown[]) => unknown;

interface Gathered {
  readonly title: string;
  readonly body: () => unknown;
}

const gathered: Gathered[] = [];
const path: string[] = [];

function add(title: string, body?: Body): void {
  if (body !== undefined) gathered.push({ title: [...path, title].join(' > '), body: () => body({}) });
}

function group(title: string, body: Body): void {
  path.push(title);
  try {
    body();
  } finally {
    path.pop();
  }
}

/** A test or a group for each row; a row is passed as one argument, or as several if it is a list. */
function eachOf(state: (title: string, body: Body) => void, isSpread: boolean) {
  return (rows: readonly unknown[]) =>
    (title: string, body: Body): void => {
      for (const [at, row] of rows.entries())
        state(`${title} [${at}]`, () =>
          isSpread && Array.isArray(row) ? body(...(row as readonly unknown[])) : body(row, { expect }),
        );
    };
}

const nothing = (): void => {};

export const test = Object.assign(add, {
  each: eachOf(add, true),
  for: eachOf(add, false),
  skip: nothing,
  runIf: (condition: unknown) => (condition ? add : nothing),
  skipIf: (condition: unknown) => (condition ? nothing : add),
});

export const describe = Object.assign(group, {
  each: eachOf(group, true),
  for: eachOf(group, false),
  skip: nothing,
  runIf: (condition: unknown) => (condition ? group : nothing),
  skipIf: (condition: unknown) => (condition ? nothing : group),
});

const ends: (() => unknown)[] = [];

/** Tests run as often as requested, so the state that they share ends only with the process. */
export function afterAll(end: () => unknown): void {
  if (ends.push(end) > 1) return;
  process.once('exit', () => {
    for (const one of ends) one();
  });
}

const beginnings: (() => unknown)[] = [];

export function beforeAll(begin: () => unknown): void {
  beginnings.push(begin);
}

/** Tests that need more, such as hooks around each test and clocks, are not part of the battery. */
const needsMore = /import \{[^}]*\b(?:vi|onTestFinished|(?:after|before)Each)\b[^}]*\} from 'vitest'/;

/** Tests of one folder. */
interface Kind {
  /** The prefix of the names of its items. */
  readonly name: 'test' | 'scenario';
  readonly folder: string;
  /** Whether a file belongs to the battery, by its path in the folder. */
  readonly isTaken: (file: string) => boolean;
  /** Code before all tests of a file belongs to each test of the file, because such code does the judging. */
  readonly beginsEachTime: boolean;
  readonly mostMs: number;
}

const unit: Kind = {
  name: 'test',
  folder: 'tests/pure',
  isTaken: (file) => !file.startsWith('proof'),
  beginsEachTime: false,
  mostMs: 2_000,
};

/**
 * Each row in a table of faults or disturbances is an item. Tests of open choices or traces take too long for the few
 * mutants that they notice.
 */
const scenario: Kind = {
  name: 'scenario',
  folder: 'tests/rehearsed',
  isTaken: (file) =>
    !/faults-of-|faults-blame|faults-show-under|disturbances-are-no-fault|choices|leave-traces/.test(file),
  beginsEachTime: true,
  mostMs: 4_000,
};

/** All tests that assert something about a module without a process, a socket or a clock. */
export const unitTests = (): Promise<readonly Item[]> => testsOf(unit);

/** Tests that assert something about whole runs in one process. */
export const scenarios = (): Promise<readonly Item[]> => testsOf(scenario);

async function testsOf(kind: Kind): Promise<readonly Item[]> {
  const folder = join(packageFolder, kind.folder);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && kind.isTaken(file))
    .filter((file) => !needsMore.test(readFileSync(join(folder, file), 'utf8')))
    .toSorted();
  const items: Item[] = [];
  for (const file of files) {
    const begin = await loaded(join(folder, file), kind);
    if (begin === undefined) continue;
    for (const [at, { title, body }] of gathered.splice(0).entries())
      items.push({
        name: `${kind.name} ${file} > ${title} (${at})`,
        play: () => resultOf(async () => begin().then(body), kind.mostMs),
      });
  }
  return items;
}

/** The code before each test of a file; none for a file that throws while it states its tests. */
async function loaded(file: string, { beginsEachTime }: Kind): Promise<(() => Promise<void>) | undefined> {
  try {
    await import(file);
    const begins = beginnings.splice(0);
    const begin = async (): Promise<void> => {
      for (const one of begins) await one();
    };
    if (beginsEachTime) return begin;
    await begin();
    return async () => {};
  } catch {
    gathered.splice(0);
    return undefined;
  }
}

async function resultOf(body: () => unknown, mostMs: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(reject, mostMs, new Error('no end'));
  });
  try {
    await Promise.race([body(), late]);
    return { digest: 'passed', failed: [] };
  } catch {
    return { digest: 'failed', failed: ['assertion'] };
  } finally {
    clearTimeout(timer);
  }
}
