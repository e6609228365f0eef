import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import { statedRooms } from '../../support/stated-rooms.ts';

/** Words of the list that names have in another meaning: late effects, a quiet phase, what comes behind a flag. */
const ofAnotherMeaning = ['calm', 'quiet', 'allowed', 'over', 'late', 'behind', 'charge', 'tells'];

/** Older words that names still have. One that no name has any more is taken off, and cannot come back. */
const stillThere = [
  'held',
  'noise',
  'weather',
  'let in',
  'turned away',
  'dead',
  'living',
  'liveness',
  'young',
  'lent',
  'asked',
  'moved',
];

const read = (file: string): string => readFileSync(join(packageFolder, file), 'utf8');

/** The words in the last column of the list: `neighbour`, `turned away`. */
function replacedWords(): readonly string[] {
  const [, ...rows] = read('docs/dev/words.md').match(/^\| .+ \|$/gm) ?? [];
  return rows
    .flatMap((row) => (row.split('|').at(-2) ?? '').split(','))
    .map((word) => word.trim())
    .filter((word) => /^[a-z ]+$/.test(word));
}

/** Comments and texts, which are prose. */
const noNames = /\/\*[^]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** Every name of what is published, as its words: `isHeldAtFirst` is ` is held at first `. */
function namesAsWords(): ReadonlySet<string> {
  const rooms = statedRooms(read('ARCHITECTURE.md')).map(({ room }) => room);
  const files = rooms
    .filter((room) => !['bench', 'proof', 'tests', 'examples'].includes(room))
    .flatMap((room) =>
      readdirSync(join(packageFolder, room), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(room, name),
      ),
    )
    .filter((file) => file.endsWith('.ts'));
  const names = files.flatMap(
    (file) =>
      read(file)
        .replaceAll(noNames, ' ')
        .match(/[A-Za-z_$][\w$]*/g) ?? [],
  );
  return new Set(
    [...new Set(names)].map(
      (name) => ` ${(name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).join(' ').toLowerCase()} `,
    ),
  );
}

describe('the words that the list replaces', () => {
  const replaced = replacedWords();

  test('are read from its last column', () => {
    expect(replaced).toEqual(expect.arrayContaining(['twin', 'held', 'turned away']));
  });

  test('are in no name, except listed older names and other meanings', () => {
    const text = [...namesAsWords()].join('|');
    const used = replaced.filter((word) => text.includes(` ${word} `) || text.includes(` ${word}s `));
    expect(used.toSorted()).toEqual([...stillThere, ...ofAnotherMeaning].toSorted());
  });
});
