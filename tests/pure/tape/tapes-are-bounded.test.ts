import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { TapeEvent } from '../../../tape/events.ts';
import { readTape } from '../../../tape/read-tape.ts';
import { tapeBudget, TapeTooCostly } from '../../../tape/tape-budget.ts';
import { worldOf } from '../../../tape/taped-world.ts';

const head = '{"tape":1,"startedAt":"2026-01-01T00:00:00.000Z","told":{}}\n';
const end = '{"end":{"bytes":{"written":1,"read":2},"durationMs":3}}\n';
const event = (n: number, b = '""', h = '[]'): string =>
  `{"n":${n},"at":${n},"asked":{"op":"send","q":{"m":"GET","t":"/","h":[]}},"said":{"a":{"s":200,"h":${h},"b":${b},"t":[1,2]}}}\n`;

/** The note on a tape that a reader reads to its end. */
async function said(octets: Uint8Array, isWhole = true): Promise<string> {
  try {
    const { events } = await readTape(octets, { isWhole });
    return `${[...events].length} events`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('the gzip of a certified tape', () => {
  const [whole, rest] = [gzipSync(head + event(1)), gzipSync(event(2) + end)];
  const both = Buffer.concat([whole, rest]);
  const changed = (at: number): Buffer => both.with(both.length + at, 1 ^ (both.at(at) ?? 0)) as Buffer;

  test.each<readonly [string, Uint8Array, string]>([
    ['may have several parts', both, '2 events'],
    ['may have one', gzipSync(head + event(1) + end), '1 events'],
    ['has nothing behind it', Buffer.concat([both, Buffer.from('more')]), 'octets follow the end of its gzip'],
    ['has not even zeros behind it', Buffer.concat([both, Buffer.alloc(8)]), 'octets follow the end of its gzip'],
    ['has no empty parts', Buffer.concat([both, ...Array<Buffer>(1_000).fill(gzipSync(''))]), 'its gzip has parts that hold nothing'],
    ['has the right checksum', changed(-6), 'the checksum of its gzip is wrong'],
    ['is not cut off', both.subarray(0, -4), 'its gzip is cut off'],
  ])('%s', async (_what, octets, expected) => {
    expect(await said(octets)).toBe(expected);
  }); // prettier-ignore

  test('may be cut off if it is not certified, as after a killed run', async () => {
    expect(await said(both.subarray(0, -4), false)).toBe('2 events');
  });
});

describe('a line of a tape', () => {
  test.each<readonly [string, string, string]>([
    ['is not deep', `{"n":1,"at":${'['.repeat(5_000)}`, 'line 2 nests lists and objects more than 1000 levels deep'],
    ['holds no more values than hundreds of racers need', event(1, '""', `[${'[],'.repeat(300_000)}[]]`), 'line 2 holds more than 250000 values'],
    ['has no member twice', event(1).replace('{', '{"n":1,'), 'line 2 has two members of one name in one object'],
    ['is UTF-8', '\u00FF', 'line 2 is not UTF-8'],
    ['has pairs as fields', event(1, '""', '[["a"]]'), 'line 2 is no event'],
    ['repeats what stands before it', event(1, '{"like":7}'), 'line 2 repeats a body that is on no line before'],
    ['does not repeat without end', event(1, `{"is":0,"text":"${'x'.repeat(2_000_000)}"}`) +
      `{"n":2,"at":2,"asked":{"op":"race","via":"h1","q":[]},"said":{"all":[${Array(20).fill('{"s":200,"h":[],"b":{"like":0},"t":[1,2]}').join(',')}]}}\n`,
      'line 3 repeats bodies of more than 33554432 characters'],
  ])('%s', async (_what, lines, expected) => {
    expect(await said(gzipSync(Buffer.from(head + lines + end, 'latin1')))).toBe(expected);
  }); // prettier-ignore
});

describe('bodies that a tape stores once', () => {
  test('are repeated unchanged, however many other bodies come between', async () => {
    const text = (n: number): string => `${n} `.padEnd(900_000, 'x');
    const lines = [
      ...Array.from({ length: 30 }, (_, n) => event(n + 1, `{"is":${n},"text":"${text(n)}"}`)),
      event(31, '{"like":0}'),
      event(32, '{"like":29}'),
    ];
    const { events } = await readTape(gzipSync(head + lines.join('') + end));
    const bodies = [...events].flatMap((one) =>
      'n' in one && 'a' in one.said && 'b' in one.said.a ? [one.said.a.b] : [],
    );
    expect(bodies).toHaveLength(32);
    expect(bodies.slice(30)).toEqual([text(0), text(29)]);
  });
});

describe('the processor time that a tape may take', () => {
  const list: readonly TapeEvent[] = Array.from({ length: 1_000 }, (_, at) => ({ at, did: { op: 'hurry' } }));

  /** Plays a tape each event of which takes so many milliseconds. */
  const played = async (each: number, octets = 0): Promise<void> => {
    let spent = 0;
    const spend = tapeBudget({ length: list.length, octets, [Symbol.iterator]: () => list.values() }, { spent: () => spent, now: () => spent });
    const world = worldOf({ began: 0, events: list, bytes: { written: 0, read: 0 }, spend });
    await world.play(() => {
      spent += each;
    });
  }; // prettier-ignore

  test('grows with its events', async () => {
    await played(10);
    await expect(played(50)).rejects.toThrow(TapeTooCostly);
    await expect(played(50)).rejects.toThrow('it took more than 10 s of processor for 210 events');
  });

  test('grows with its octets', async () => {
    await played(50, 1_024 * 1_024 * 400);
  });
});
