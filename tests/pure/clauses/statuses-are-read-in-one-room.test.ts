import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Rooms in which answers are judged or told of; `wire/status.ts` has the words for what statuses say. */
const rooms = [
  'history',
  'world',
  'run',
  'implementation',
  'judging',
  'suites',
  'properties',
  'tape',
  'config',
  'reporters',
];

/** A status beside a number, in whatever order. */
const comparison =
  /\b[a-zA-Z.?]*[sS]tatus\)? *(?:[=!]==|[<>]=?) *[1-5]\d\d\b|\b[1-5]\d\d *(?:[=!]==|[<>]=?) *[a-zA-Z.?]*[sS]tatus\b/g;
/** Numbers that are statuses, in a list or a set among which one is looked for. */
const listed =
  /\[(?:[1-5]\d\d(?:, )?)+\]\)?\.(?:includes|has)\(|const \w+: [^=\n]*number[^=\n]*= (?:new Set\()?\[[1-5]\d\d\b/g;

/** Places that compare a status with a number, as `file: text`. */
function placesIn(room: string): readonly string[] {
  return readdirSync(join(repository, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(repository, room, name), 'utf8');
      return [...text.matchAll(comparison), ...text.matchAll(listed)].map(
        ([place]) => `${room}/${name}: ${place}`,
      );
    });
}

describe('statuses', () => {
  test('are compared with numbers only in the room for statuses', () => {
    expect(rooms.flatMap(placesIn)).toEqual([]);
  });

  test('are found in their room', () => {
    const text = 'if (answer.status === 409 || 300 <= status || [401, 403].includes(status)) return;';
    expect([...text.matchAll(comparison), ...text.matchAll(listed)]).toHaveLength(3);
  });
});
