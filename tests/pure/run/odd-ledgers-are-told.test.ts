import { describe, expect, test } from 'vitest';
import { runMark } from '../../../clause/mark.ts';
import { readLines } from '../../../config/runs/ledgers/ledger-lines.ts';
import { Ledger } from '../../../implementation/resources/ledger.ts';

const runId = 'ab'.repeat(16);
const mark = runMark(runId);
const created = '2026-01-02T03:04:05.000Z';

const head = {
  kind: 'run',
  runId,
  mark,
  startedAt: created,
  host: 'h',
  pid: 1,
  baseUrl: 'http://target.invalid',
  projectKey: 'demo',
};
const lines = [
  { kind: 'before', ids: ['older'] },
  { kind: 'sent', number: 1, projectKey: 'demo', created, word: `a${mark}` },
  { kind: 'open', number: 1, what: 'had no usable answer', ids: [], accepted: true },
  { kind: 'sent', number: 2, projectKey: 'demo', created, overwrites: true },
  { kind: 'closed', number: 2 },
  {
    kind: 'made',
    id: 'r1',
    projectKey: 'demo',
    created,
    word: `b${mark}`,
    overwrites: true,
    texts: ['0a'],
    rests: ['1b'],
  },
  { kind: 'texts', projectKey: 'demo', id: 'r1', texts: ['2c'] },
  { kind: 'deleted', projectKey: 'demo', id: 'r1' },
  { kind: 'gone', projectKey: 'demo', id: 'r2' },
];

const textOf = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');

describe('a ledger', () => {
  test('is read as written, without flaws', () => {
    const read = readLines(`${textOf([head, ...lines])}\n`, undefined);
    expect(read).toEqual({ head, lines, flaws: [] });
  });

  test.each([
    ['a number', '7'],
    ['a list', '[]'],
    ['lists without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['a resource without an id', '{"kind":"made","projectKey":"demo","created":"2026-01-02T03:04:05.000Z"}'],
    ['a create without a number', '{"kind":"sent","projectKey":"demo","created":"2026-01-02T03:04:05.000Z"}'],
    ['a time that is none', '{"kind":"sent","number":9,"projectKey":"demo","created":"soon"}'],
    [
      'a text that is not the run’s',
      '{"kind":"sent","number":9,"projectKey":"demo","created":"2026-01-02T03:04:05.000Z","word":""}',
    ],
    ['what may be its ids, without a list', '{"kind":"open","number":1,"what":"x"}'],
    ['a text that is none', '{"kind":"texts","projectKey":"demo","id":"r1","texts":[""]}'],
    ['a kind that is not known', '{"kind":"lost","id":"a"}'],
    ['no JSON', '\u001b[2J'],
  ])('loses only an odd line: %s', (_what, odd) => {
    const read = readLines(`${textOf([head, odd, ...lines])}\n`, undefined);
    expect(read).toEqual({ head, lines, flaws: ['has a line that no run writes (line 2)'] });
    expect(() => Ledger.from(read.lines)).not.toThrow();
  });

  test('reports the number of odd lines, and that the last line is cut off', () => {
    const text = textOf([head, 'x', ...lines, 'y', 'z', '{"kind":"cl']);
    expect(readLines(text, undefined)).toEqual({
      head,
      lines,
      flaws: ['has 3 lines that no run writes (line 2)', 'has a last line that is cut off'],
    });
  });

  test.each([
    ['without a time', { ...head, startedAt: undefined }],
    ['with a time that is none', { ...head, startedAt: 'soon' }],
    ['with the mark of another run', { ...head, mark: 'z00000000' }],
    ['with an empty mark', { ...head, mark: '' }],
    ['with an id that is none', { ...head, runId: '', mark: runMark('') }],
    ['without a target', { ...head, baseUrl: undefined }],
  ])('has no head if its first line %s, and is read anyway', (_what, odd) => {
    const read = readLines(textOf([odd, ...lines, '']), mark);
    expect(read.head).toBeUndefined();
    expect(read.lines).toEqual(lines);
  });

  test('has no line with a text that may not belong to the run', () => {
    expect(readLines(textOf([...lines, '']), undefined).lines).toEqual(
      lines.filter((line) => !('word' in line)),
    );
  });
});
