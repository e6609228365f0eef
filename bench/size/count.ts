import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sizeOf } from './tokens.ts';

/** Tokens by the folder that they are in, `/` between the parts of its path. */
export type Sizes = Readonly<Record<string, number>>;

/** What the sources of the repository amount to. */
export interface Counted {
  /** What has to stay small. */
  readonly rooms: Sizes;
  /** What may grow with the suite's power: faults and choices, tests, proof, examples, benchmarks, and data, which is JSON. */
  readonly apart: Sizes;
}

const passedOver = /^\.|^(?:dist|docs|node_modules|reports)$/;
const isApart = /^(?:bench|examples|faults|proof|tests)(?:\/|$)/;
/** What others have written, or npm. */
const isForeign = /\/node_modules\/|\/package-lock\.json$/;

/**
 * Counts the sources below a folder. A room is a folder at the top, or the innermost of the `named` ones where that is
 * smaller.
 *
 * @throws Error with file and line where a source cannot be read
 */
export function countSources(root: string, named: readonly string[]): Counted {
  const rooms: Record<string, number> = {};
  const apart: Record<string, number> = {};
  for (const path of sourcesIn(root)) {
    const room = roomOf(path, named);
    const sizes = path.endsWith('.json') || isApart.test(room) ? apart : rooms;
    const name = path.endsWith('.json') ? 'JSON' : room;
    sizes[name] = (sizes[name] ?? 0) + sizeOfFile(root, path);
  }
  return { rooms: sorted(rooms), apart: sorted(apart) };
}

/** The room of a module. */
export function roomOf(path: string, named: readonly string[]): string {
  const around = named.filter((room) => path.startsWith(`${room}/`));
  const [top = ''] = path.split('/');
  return around.reduce((inner, room) => (room.length > inner.length ? room : inner), top);
}

/** Paths of the sources in the folders below the root. */
function sourcesIn(root: string): readonly string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !passedOver.test(entry.name),
  );
  return folders.flatMap(({ name }) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      .map((path) => `${name}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(?:ts|mjs|js|json)$/.test(path) && !isForeign.test(path)),
  );
}

function sizeOfFile(root: string, path: string): number {
  try {
    return sizeOf(readFileSync(join(root, path), 'utf8'));
  } catch (error) {
    throw new Error(`${path} is not counted: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
}

function sorted(sizes: Sizes): Sizes {
  return Object.fromEntries(Object.entries(sizes).sort(([one], [other]) => (one < other ? -1 : 1)));
}
