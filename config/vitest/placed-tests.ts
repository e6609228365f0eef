import { titleOf } from '../../clause/document-order.ts';
import type { StatedSuite } from '../register/stated-places.ts';
import type { StatedTest } from '../runs/tapes/stated-tests.ts';
import type { Requested, RequestedFile } from './provided.ts';

/** A test, and the place where its suite states it. */
export interface PlacedTest extends StatedTest {
  readonly path: string;
  /** The part of the contract that contains the test, and the line of that part. */
  readonly part: string;
  readonly partLine: number;
  /** The clause of the test, or else its part. */
  readonly with: string;
  readonly line: number;
}

type Place = Omit<PlacedTest, keyof StatedTest>;

/**
 * The tests with their places: evidence is at its clause. A test whose clause is in no source is at its part, or at the
 * first part. Throws if no source states a part.
 */
export function placedTests(
  tests: readonly StatedTest[],
  suites: readonly StatedSuite[],
): readonly PlacedTest[] {
  const places = new Map<string, Place>();
  for (const { path, stated } of suites) {
    let around: Pick<Place, 'part' | 'partLine'> | undefined;
    for (const { name, line } of stated) {
      if (!name.includes('/')) around = { part: name, partLine: line };
      if (around !== undefined) places.set(name, { path, ...around, with: name, line });
    }
  }
  const [first] = places.values();
  return tests.map((test) => {
    const { clause, section } = test.subject;
    const place = places.get(clause) ?? places.get(section) ?? first;
    if (place === undefined) throw new Error(`no suite states ${section}`);
    return { ...test, ...place };
  });
}

/** The tests that vitest will run. */
export function requestedTests(
  placed: readonly PlacedTest[],
  { files, joint }: Requested,
): readonly PlacedTest[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return placed.filter((test) => {
    const file = byPath.get(test.path);
    return file !== undefined && isRequested(test, file, joint);
  });
}

function isRequested(
  test: PlacedTest,
  { lines = [], titles, pattern }: RequestedFile,
  joint: string,
): boolean {
  const { title, part, line, partLine } = test;
  if (lines.length > 0 && !lines.includes(line) && !lines.includes(partLine)) return false;
  if (titles !== undefined && !titles.includes(title)) return false;
  // Vitest 4 gives a file an empty name, and joins even that empty name to titles.
  const fullName = `${joint === ' ' ? joint : ''}${titleOf(part)}${joint}${title}`;
  return pattern === undefined || fullName.search(new RegExp(pattern.source, pattern.flags)) >= 0;
}
