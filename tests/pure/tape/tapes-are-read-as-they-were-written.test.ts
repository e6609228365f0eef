import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TapeEvent } from '../../../tape/events.ts';
import { readTape } from '../../../tape/read-tape.ts';
import { mostOfEvent, mostOctets, UnreadableTape, type TapeHead } from '../../../tape/tape.ts';
import { writeTape } from '../../../tape/write-tape.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tape-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const head: TapeHead = { tape: 2, startedAt: '2026-01-01T00:00:00.000Z', told: { what: 'it was told' } };
const end = { bytes: { written: 1, read: 2 }, durationMs: 3 };
const answered = (n: number, b: string): TapeEvent => ({
  n,
  at: n,
  asked: { op: 'send', q: { m: 'GET', t: '/', h: [] } },
  said: { a: { s: 200, h: [['X', 'y']], b, t: [n, n + 1] } },
});
const same = (text: string): string => text;
let files = 0;
const nextFile = (): string => join(folder, `${(files += 1)}.tape.jsonl.gz`);

const filesOf = (file: string) => ({ file, before: `${file}.before` });

function written(events: readonly TapeEvent[], hide = same): string {
  const file = nextFile();
  const tape = writeTape(filesOf(file), head, hide);
  for (const event of events) tape.write(() => event);
  tape.end(end);
  return file;
}

/** A tape with all its events in memory. */
async function opened(octets: Uint8Array) {
  const { events, ...tape } = await readTape(octets);
  return { ...tape, events: [...events] };
}
const read = (file: string): ReturnType<typeof opened> => opened(readFileSync(file));
const linesOf = (file: string): readonly string[] =>
  gunzipSync(readFileSync(file)).toString().trim().split('\n');
const fromLines = (...lines: readonly unknown[]): Uint8Array =>
  gzipSync(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n') + '\n');

describe('a tape', () => {
  test('is read as it was written, whatever the octets of its bodies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 600 }), { maxLength: 8 }), async (bodies) => {
        const events = [...bodies, ...bodies].map((body, at) =>
          answered(at + 1, Buffer.from(body).toString('latin1')),
        );
        expect(await read(written(events))).toEqual({
          head,
          events,
          end,
          hidden: [],
          isChanged: false,
          lastedMs: Math.round(events.at(-1)?.at ?? 0),
        });
      }),
      { numRuns: 50 },
    );
  });

  test('names a line that was changed', async () => {
    const [first = '', line = '', last = ''] = linesOf(written([answered(1, 'one')]));
    expect(await opened(fromLines(first, line, last))).toMatchObject({ isChanged: false });
    expect(await opened(fromLines(first, line.replace('one', 'two'), last))).toMatchObject({
      isChanged: true,
    });
    expect(await opened(fromLines(first, last))).toMatchObject({ isChanged: true });
    expect(await opened(fromLines(first, line, JSON.stringify({ end })))).toMatchObject({ isChanged: true });
  });

  test('can be read only by its owner', () => {
    expect(statSync(written([])).mode & 0o777).toBe(0o600);
  });

  test('has each long body once', () => {
    const long = 'x'.repeat(5_000);
    const text = linesOf(written(Array.from({ length: 50 }, (_, at) => answered(at + 1, long)))).join('\n');
    expect(text.split(long)).toHaveLength(2);
  });

  test('replaces only the last tape, which is kept', async () => {
    const file = nextFile();
    for (const n of [1, 2, 3]) {
      const tape = writeTape(filesOf(file), head, same);
      tape.write(() => answered(n, ''));
      tape.end(end);
    }
    expect((await read(file)).events).toEqual([answered(3, '')]);
    expect((await read(filesOf(file).before)).events).toEqual([answered(2, '')]);
  });

  test('the tape of a killed run has all earlier events, and says so', async () => {
    const octets = readFileSync(
      written(Array.from({ length: 2_000 }, (_, at) => answered(at + 1, `body ${at * at}`))),
    );
    for (const share of [0.3, 0.6, 0.95]) {
      const { events, cut } = await opened(octets.subarray(0, Math.floor(octets.length * share)));
      expect(events.length).toBeLessThan(2_000);
      expect(events).toEqual(events.map((_, at) => answered(at + 1, `body ${at * at}`)));
      expect(cut).toBeDefined();
    }
  });

  test('ends if an answer is too long for it, and says so', async () => {
    const {
      events,
      cut,
      end: ended,
    } = await read(written([answered(1, 'x'), answered(2, 'x'.repeat(mostOfEvent)), answered(3, 'y')]));
    expect(events).toEqual([answered(1, 'x')]);
    expect([cut, ended]).toEqual(['an answer was too long', undefined]);
  });

  test('is missing if it cannot be written, without an effect on the run', () => {
    const file = nextFile();
    writeFileSync(file, 'a file');
    const tape = writeTape(filesOf(join(file, 'below.tape.jsonl.gz')), head, same);
    expect(tape.isRecording).toBe(false);
    tape.write(() => answered(1, ''));
    tape.end(end);
  });

  test('hides the given texts, and lists the operations', async () => {
    const { events, hidden } = await read(
      written([answered(1, 'x'), answered(2, 'a secret')], (text) => text.replaceAll('secret', '<A>')),
    );
    expect(events).toEqual([answered(1, 'x'), { ...answered(2, 'a <A>'), hidden: true }]);
    expect(hidden).toEqual([2]);
  });
});

describe('a file that is no tape is refused in one line', () => {
  test.each<readonly [string, () => Uint8Array, RegExp]>([
    ['no gzip', () => new TextEncoder().encode('{"tape":1}'), /not gzip/],
    ['nothing', () => new Uint8Array(), /gzip|head/],
    ['another head', () => fromLines({ tape: 3, startedAt: '', told: {} }), /head/],
    ['no JSON', () => fromLines(head, '{"at":1,'), /line 2 is no JSON/],
    ['no event', () => fromLines(head, { at: 1 }), /line 2 is no event/],
    [
      'something behind the end',
      () => fromLines(head, { end }, answered(1, '')),
      /line 3 comes behind its end/,
    ],
    [
      'more lines than a tape has',
      () => fromLines(head, ...Array.from({ length: 100_001 }, () => '0')),
      /100000 lines/,
    ],
    [
      'a line without end',
      () => gzipSync(`${JSON.stringify(head)}\n${' '.repeat(2 * mostOfEvent)}\n`),
      /a line of more than/,
    ],
    ['a bomb', () => gzipSync(Buffer.alloc(mostOctets + 2 * mostOfEvent)), /a line of more than/],
    [
      'a bomb of lines',
      () => gzipSync(`${' '.repeat(mostOfEvent)}\n`.repeat(mostOctets / mostOfEvent + 2)),
      /unfolds to more than/,
    ],
    [
      'members of prototypes',
      () => fromLines('{"__proto__":{"tape":1,"startedAt":"","told":{}}}'),
      /__proto__/,
    ],
  ])('%s', async (_what, octets, why) => {
    await expect(opened(octets())).rejects.toThrow(UnreadableTape);
    await expect(opened(octets())).rejects.toThrow(why);
  });

  test('any octets, and a tape with any of its octets changed', async () => {
    const octets = readFileSync(
      written(Array.from({ length: 20 }, (_, at) => answered(at + 1, `body ${at}`))),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(octets.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Uint8Array.from(octets);
        changed[at] = ((changed[at] ?? 0) + by) % 256;
        try {
          await opened(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableTape);
        }
      }),
      { numRuns: 300 },
    );
  });
});
