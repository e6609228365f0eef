import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { countSources, roomOf } from '../../../bench/size/count.ts';
import { grownRooms, recordedAnew, sumOf, type RecordedSizes } from '../../../bench/size/growth.ts';

const recorded: RecordedSizes = {
  first: 3_000,
  rooms: { run: 1_000, 'run/session': 2_000 },
  apart: { tests: 10 },
  why: ['run, 900 -> 1000: it began to count'],
};

const grownTo = (rooms: Readonly<Record<string, number>>): readonly string[] =>
  grownRooms(recorded, rooms).map(({ room }) => room);

describe('a room that grows', () => {
  test('is told beyond two in a hundred', () => {
    expect(grownTo({ run: 1_020, 'run/session': 2_040 })).toEqual([]);
    expect(grownTo({ run: 1_021, 'run/session': 1_500 })).toEqual(['run']);
  });

  test('is told where it is new', () => {
    expect(grownRooms(recorded, { reporters: 1 })).toEqual([{ room: 'reporters', from: 0, to: 1 }]);
  });

  test('keeps its figure unless there is a reason, so that small steps add up', () => {
    const counted = { rooms: { run: 1_015, 'run/session': 1_990 }, apart: { tests: 12 } };
    const next = recordedAnew(recorded, counted, new Map());
    expect(next).toEqual({ ...recorded, rooms: { run: 1_000, 'run/session': 1_990 }, apart: { tests: 12 } });
    expect(grownRooms(next, { run: 1_030, 'run/session': 1_990 })).toHaveLength(1);
  });

  test('has its reason stand beside how far it grew', () => {
    const counted = { rooms: { run: 1_200 }, apart: {} };
    const { rooms, why } = recordedAnew(recorded, counted, new Map([['run', 'it keeps what it was sent']]));
    expect(rooms).toEqual({ run: 1_200 });
    expect(why).toEqual([...recorded.why, 'run, 1000 -> 1200: it keeps what it was sent']);
  });
});

describe('a room', () => {
  test('is the innermost folder that is named, or the one at the top', () => {
    const named = ['run', 'run/session', 'suites/4.10'];
    expect(roomOf('run/session/a/b.ts', named)).toBe('run/session');
    expect(roomOf('run/sessions.ts', named)).toBe('run');
    expect(roomOf('suites/4.10-update.ts', named)).toBe('suites');
    expect(roomOf('wire/clock.ts', named)).toBe('wire');
  });
});

describe('sources', () => {
  const root = mkdtempSync(join(tmpdir(), 'size-'));
  afterAll(() => rmSync(root, { recursive: true }));

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  test('are counted by room, those apart by themselves, and what is made or fetched not at all', () => {
    write('run/a.ts', 'a;');
    write('run/session/b.mjs', 'b();');
    write('run/table.json', '{"a": 1}');
    write('faults/c.ts', 'c;');
    write('docs/size.json', '{}');
    write('dist/a.js', 'a;');
    write('node_modules/d/d.js', 'd;');
    write('run/notes.md', "It isn't code");
    const counted = countSources(root, ['run/session']);
    expect(counted).toEqual({ rooms: { run: 2, 'run/session': 4 }, apart: { JSON: 5, faults: 2 } });
    expect(sumOf(counted.rooms)).toBe(6);
  });

  test('that cannot be read are named', () => {
    write('wire/broken.ts', 'a = "b');
    expect(() => countSources(root, [])).toThrow(
      'wire/broken.ts is not counted: line 1: no text begins with "b',
    );
  });
});
