import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report } from '../../../clause/report.ts';
import { replaceReport } from '../../../reporters/files/replace-report.ts';
import type { Rendering } from '../../../reporters/renderings.ts';
import { because, entry, judgement, record, reportInput } from '../../support/matrix-fixture.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const id = '4.5/200-on-match';

function reportOf(run: string, judged = judgement('pass'), target: Partial<Report['target']> = {}): Report {
  const input = reportInput([[entry(id), judged]]);
  const { report } = buildReport({
    ...input,
    target: { ...input.target, ...target },
    run: { ...input.run, id: run },
    selected: new Set([id]),
  });
  return report;
}

const unreachable = judgement('not-tested', because('unreachable', 'nobody answers'));
const blanks = [
  ['that reached nobody', reportOf('blank', unreachable)],
  ['that lacks all means', reportOf('blank', judgement('not-tested', because('no-token', 'no token')))],
  ['whose checks all broke', reportOf('blank', judgement('error'))],
  [
    'that was aborted',
    buildReport({
      ...reportInput([[entry(id), judgement('inconclusive', { ...because('noise', 'lost'), premise: 0 })]]),
      record: { ...record, aborted: { cause: 'unreachable', text: 'nobody answers' } },
    }).report,
  ],
  [
    'that selected nothing',
    buildReport({ ...reportInput([[entry(id), unreachable]]), judgements: new Map(), selected: new Set() })
      .report,
  ],
] as const;

function put(
  report: Report,
  reports: readonly Rendering[] = ['json', 'markdown'],
  name = 'conformance',
): boolean {
  return replaceReport(report, { folder, name, reports }).isWritten;
}

function runIn(name: string): string | undefined {
  const file = join(folder, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report).run.id : undefined;
}

const last = (): readonly (string | undefined)[] => [
  runIn('conformance.json'),
  runIn('conformance.previous.json'),
];

describe('a report', () => {
  test('replaces the last report and its files, which are kept as the previous report', () => {
    mkdirSync(join(folder, 'reproduce'));
    writeFileSync(join(folder, 'reproduce/old.sh'), '');
    put(reportOf('a'), ['json', 'html', 'junit']);
    expect(existsSync(join(folder, 'reproduce/old.sh'))).toBe(false);
    put(reportOf('b'), ['markdown']);
    expect(readdirSync(folder).sort()).toEqual([
      'conformance.json',
      'conformance.md',
      'conformance.previous.json',
      'reproduce',
    ]);
    expect(last()).toEqual(['b', 'a']);
  });

  test('a report of another target is not kept as the previous report of this target', () => {
    for (const [run, target] of [
      ['a', {}],
      ['b', {}],
      ['c', { projectKey: 'another' }],
      ['d', {}],
    ] as const)
      put(reportOf(run, judgement('pass'), target));
    expect(last()).toEqual(['d', 'a']);
  });

  test('a report of some clauses does not replace the report of all clauses', () => {
    put(reportOf('a'));
    put(reportOf('b'), ['json'], 'conformance.selected');
    put(reportOf('c'), ['json'], 'conformance.selected');
    expect([...last(), runIn('conformance.selected.json')]).toEqual(['a', undefined, 'c']);
  });

  test.each(blanks)('%s never replaces a report with a judged clause', (_what, blank) => {
    put(reportOf('a'));
    put(reportOf('b'));
    const before = readdirSync(folder);
    const summary = join(folder, 'summary');
    expect(
      replaceReport(blank, { folder, name: 'conformance', reports: ['html'], stepSummary: summary }),
    ).toEqual({ isWritten: false, name: 'conformance' });
    expect(readdirSync(folder)).toEqual([...before, 'summary'].sort());
    expect(readFileSync(summary, 'utf8')).toContain('INCOMPLETE');
    expect(last()).toEqual(['b', 'a']);
  });

  test.each(blanks)(
    '%s is written if there is no report, and never counts as the previous report',
    (_what, blank) => {
      expect([put(blank), put(blank)]).toEqual([true, true]);
      expect(last()).toEqual([blank.run.id, undefined]);
      put(reportOf('a'));
      expect(last()).toEqual(['a', undefined]);
    },
  );

  test('a run without selected clauses and requests changes no report', () => {
    const { report: none } = buildReport({
      ...reportInput([[entry(id), unreachable]]),
      record: { ...record, requests: 0 },
      judgements: new Map(),
      selected: new Set(),
    });
    const selected = (): unknown =>
      replaceReport(none, { folder, name: 'conformance.selected', reports: ['markdown'] });
    put(reportOf('a'));
    const before = readdirSync(folder);
    expect(selected()).toEqual({ isWritten: false, name: 'conformance' });
    expect(readdirSync(folder)).toEqual(before);
    put(reportOf('b', unreachable), ['json'], 'conformance.selected');
    expect(selected()).toEqual({ isWritten: false, name: 'conformance.selected' });
    expect(runIn('conformance.selected.json')).toBe('b');
  });

  test('a report of another author is not mistaken for a report without judgements', () => {
    writeFileSync(join(folder, 'conformance.json'), '{"of": "another version"}');
    expect(put(reportOf('a', unreachable))).toBe(false);
    expect(put(reportOf('a'))).toBe(true);
    expect(last()).toEqual(['a', undefined]);
  });
});

describe('a report that cannot be written', () => {
  const blocked = (name: string): void =>
    void mkdirSync(join(folder, name, 'in-the-way'), { recursive: true });

  test('leaves the last report unchanged if its JSON is not on the disk', () => {
    put(reportOf('a'));
    blocked(`conformance.json.${process.pid}.tmp`);
    expect(() => put(reportOf('b'))).toThrow('conformance.json');
    expect(readFileSync(join(folder, 'conformance.md'), 'utf8')).toContain('run a');
    expect(last()).toEqual(['a', undefined]);
  });

  test('leaves the last report unchanged if no copy of it can be kept', () => {
    put(reportOf('a'));
    blocked('conformance.previous.json');
    expect(() => put(reportOf('b'))).toThrow('conformance.previous.json');
    expect(runIn('conformance.json')).toBe('a');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('leaves only its JSON, and no other rendering of the last report', () => {
    put(reportOf('a'), ['json', 'markdown', 'html']);
    blocked(`conformance.html.${process.pid}.tmp`);
    expect(() => put(reportOf('b'), ['json', 'markdown', 'html'])).toThrow('conformance.html');
    expect(last()).toEqual(['b', 'a']);
    expect(existsSync(join(folder, 'conformance.html'))).toBe(false);
    expect(readFileSync(join(folder, 'conformance.md'), 'utf8')).toContain('run b');
  });
});
