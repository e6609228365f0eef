import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { perform } from '../../../bin/help.ts';
import { compareCommand } from '../../../bin/reports/compare-command.ts';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report } from '../../../clause/report.ts';
import { differenceOf, sideBySide } from '../../../clause/compare/side-by-side.ts';
import { isSameChoice } from '../../../clause/volatile-values.ts';
import { asJson } from '../../../reporters/as-json.ts';
import { comparedAsMarkdown } from '../../../reporters/compare/compared-as-markdown.ts';
import { comparedAsPage } from '../../../reporters/compare/compared-as-page.ts';
import { comparedAsText } from '../../../reporters/compare/compared-as-text.ts';
import { comparedView } from '../../../reporters/compare/compared-view.ts';
import { because, entry, finding, judgement, reportInput } from '../../support/matrix-fixture.ts';

type Clauses = Parameters<typeof reportInput>[0];
type More = Parameters<typeof reportInput>[1];

const pass = judgement('pass');
const failed = judgement('fail', { findings: [finding] });
const undecided = judgement('inconclusive', because('flaky', 'not every time'));
const untested = judgement('not-tested', because('no-token', 'no token'));
const saw = (observed: unknown) => judgement('observed', { observed });

function report(clauses: Clauses, more: More = {}): Report {
  return buildReport(reportInput(clauses, more)).report;
}

const before = report([
  [entry('4.2/read'), pass],
  [entry('4.3/key'), failed],
  [entry('4.4/search'), untested],
  [entry('4.5/exists'), pass],
  [entry('4.6/status', 'OPEN'), saw({ status: 201, tookMs: 3 })],
  [entry('4.7/old'), pass],
]);
const now = report([
  [entry('4.2/read'), failed],
  [entry('4.3/key'), pass],
  [entry('4.4/search'), pass],
  [entry('4.5/exists'), undecided],
  [entry('4.6/status', 'OPEN'), saw({ status: 200, tookMs: 9 })],
  [entry('4.8/new'), pass],
]);

describe('two reports', () => {
  test('differ in fixed, broken, newly tested, omitted and added clauses, and in choices', () => {
    expect(differenceOf(before, now)).toMatchObject({
      newlyFailing: ['4.2/read'],
      newlyUndecided: ['4.5/exists'],
      vanished: ['4.7/old'],
      fixed: ['4.3/key'],
      newlyDecided: ['4.4/search'],
      added: ['4.8/new'],
      choices: ['4.6/status'],
    });
  });

  test.for([
    ['target', { target: { ...before.target, baseUrl: 'https://other.example.com' } }],
    ['profile', { target: { ...before.target, profileSha256: 'cd'.repeat(32) } }],
    ['depth', { settings: { depth: 'release' } }],
    ['concurrency', { settings: { concurrency: 4 } }],
    ['scope', { settings: { without: ['4.14'] } }],
    ['contract', { suite: { ...before.suite, contract: { title: 'Another', sha256: 'cd'.repeat(32) } } }],
  ] as const satisfies readonly (readonly [string, More])[])(
    'reports of another %s say so',
    ([what, more]) => {
      const clauses: Clauses = [[entry('4.2/read'), pass]];
      const { differs } = differenceOf(report(clauses), report(clauses, more));
      expect(differs).toEqual([expect.stringContaining(`different ${what}: `)]);
    },
  );

  test('reports that differ only in time, seed and run do not differ', () => {
    const clauses: Clauses = [
      [entry('4.2/read'), pass],
      [
        entry('4.6/status', 'OPEN'),
        saw({ status: 201, bytes: 480, greatest: 9_007, raced: { update: '200' } }),
      ],
    ];
    const other: Clauses = [
      [entry('4.2/read'), judgement('pass', { premise: 9, checks: 12 })],
      [entry('4.6/status', 'OPEN'), saw({ raced: { update: '404' }, greatest: 12, status: 201, bytes: 481 })],
    ];
    const run = {
      id: 'f'.repeat(32),
      startedAt: '2026-02-03T04:05:06Z',
      durationMs: 1,
      node: 'v24',
      shards: 2,
    };
    const [one, two] = [report(clauses), report(other, { run, settings: { seed: 1 } })];
    expect(sideBySide([one, two]).filter(({ differs }) => differs)).toEqual([]);
    expect(differenceOf(one, two)).toMatchObject({ differs: [], added: [], choices: [], newlyFailing: [] });
  });
});

describe('choices', () => {
  test.for([
    [{ status: 200 }, { status: 201 }],
    [{ status: '200' }, { status: '404' }],
    [{ statuses: [400, 401] }, { statuses: [400] }],
    [{ order: 'newest first' }, { order: 'oldest first' }],
    [true, false],
    [{ a: null }, {}],
  ])('%j and %j are two', ([one, other]) => {
    expect(isSameChoice(one, other)).toBe(false);
  });
});

describe('several reports', () => {
  const named = (name: string): More => ({ target: { ...before.target, implementation: { name } } });
  const clauses = (status: number): Clauses => [
    [entry('4.2/read'), pass],
    [entry('4.6/status', 'OPEN'), saw({ status })],
  ];
  const reports = [
    report(clauses(200), named('One')),
    report(clauses(201), named('Two')),
    report(clauses(200), named('<b>Three')),
  ];
  const view = comparedView(reports, false);

  test('are side by side, without clauses that are equal everywhere', () => {
    expect(view.columns.map(({ name }) => name)).toEqual(['One', 'Two', '<b>Three']);
    expect(view.rows).toEqual([
      {
        id: '4.6/status',
        level: 'OPEN',
        cells: ['200', '201', '200'].map((status) => ({ verdict: 'observed', text: `status: ${status}` })),
      },
    ]);
    expect(view.alike).toBe(1);
    expect(comparedView(reports, true).rows.map(({ id }) => id)).toEqual(['4.2/read', '4.6/status']);
  });

  test('reports for one target are distinguished by their days, or by their places on the same day', () => {
    const [plain] = [report(clauses(200))];
    const later = { ...plain, run: { ...plain.run, startedAt: '2026-02-03T04:05:06Z' } };
    const names = (...all: readonly Report[]): readonly string[] =>
      comparedView(all, false).columns.map(({ name }) => name);
    expect(names(plain, later)).toEqual([
      'https://api.example.com/v1 2026-01-02 03:04',
      'https://api.example.com/v1 2026-02-03 04:05',
    ]);
    expect(names(plain, plain)).toEqual(['1: https://api.example.com/v1', '2: https://api.example.com/v1']);
  });

  test('name differences that prevent a comparison with the first', () => {
    const other = report(clauses(200), { ...named('Four'), settings: { depth: 'release' } });
    expect(comparedView([...reports, other], false).notes).toEqual([
      'Four: different depth: ci before, release now',
    ]);
  });

  test.for([
    ['text', comparedAsText(view, 80)],
    ['Markdown', comparedAsMarkdown(view)],
    ['HTML', comparedAsPage(view)],
  ] as const)('are shown as %s, escaped', ([name, text]) => {
    for (const part of ['One', 'Two', '4.6/status', 'status: 201']) expect(text).toContain(part);
    if (name === 'text')
      expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
    else expect(text).not.toContain('<b>Three');
  });
});

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => {
    process.exitCode = undefined;
    vi.restoreAllMocks();
  });
  writeFileSync(join(folder, 'before.json'), asJson(before));
  writeFileSync(join(folder, 'now.json'), asJson(now));

  async function compared(...argv: readonly string[]): Promise<{ code: unknown; text: string }> {
    let text = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      text += String(chunk);
      return true;
    });
    await perform(compareCommand, argv, { cwd: folder, env: {} });
    return { code: process.exitCode, text };
  }

  test('ends with 1 if something got worse, and with 0 if nothing did', async () => {
    expect(await compared('before.json', 'now.json')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/newly failing +4\.2\/read\n/) as string,
    });
    expect(await compared('now.json', 'now.json')).toMatchObject({ code: 0 });
  });

  test('judges no run if several reports are put side by side', async () => {
    expect(
      (await compared('before.json', 'now.json', 'now.json', '--format', 'markdown')).code,
    ).toBeUndefined();
  });

  test.for([
    [['before.json'], /found 1 reports; expected two or more/],
    [['before.json', 'gone.json'], /found a file that is missing/],
    [['before.json', 'now.json', '--format', 'htlm'], /Did you mean html\?/],
    [['before.json', 'now.json', '--format', 'constructor'], /expected one of text, markdown, html/],
  ] as const)('refuses %j', async ([argv, message]) => {
    await expect(compared(...argv)).rejects.toThrow(message);
  });
});
