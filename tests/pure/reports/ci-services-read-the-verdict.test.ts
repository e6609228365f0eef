import { makeBadge, type Format } from 'badge-maker';
import { validate, type CTRFReport } from 'ctrf';
import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report, Disturbances } from '../../../clause/report.ts';
import { asAnnotations } from '../../../reporters/ci/as-annotations.ts';
import { asBadge } from '../../../reporters/ci/as-badge.ts';
import { asCtrf } from '../../../reporters/ci/as-ctrf.ts';
import { printedText, renderingNames } from '../../../reporters/renderings.ts';
import { isVisible } from '../../../reporters/visible.ts';
import { because, entry, finding, judgement, record, reportInput } from '../../support/matrix-fixture.ts';

const odd = '\u001b[31m::error::x\n::error title=y::z % <b>&"\' \u202e';
const pass = judgement('pass');
const failed = judgement('fail', { findings: [{ ...finding, got: odd }] });
const undecided = judgement('inconclusive', because('flaky', odd));
const untested = judgement('not-tested', because('no-token', 'no token was supplied', 'SETTING=<token>'));
const readOnly = judgement('not-tested', because('read-only', 'not sent', 'CONFORMANCE_READ_ONLY=0'));
const rest: Parameters<typeof reportInput>[0] = [
  [entry('General/json'), pass],
  [entry('4.6/status', 'OPEN'), judgement('observed', { observed: { status: odd } })],
  [entry('4.10/odd', 'SHOULD'), judgement('warn', { findings: [finding] })],
  [entry('4.13/left-out'), judgement('not-applicable', because('out-of-scope', 'out of scope (4.13)'))],
];

const runs: readonly (readonly [string, Report['verdict'], Report])[] = (
  [
    ['in which all passes', 'CONFORMANT', [], {}],
    ['with a violation', 'NON-CONFORMANT', [[entry('4.10/conflict'), failed]], {}],
    [
      'with a broken declaration',
      'NON-CONFORMANT',
      [[entry('declared/success.4.6', 'DECLARED'), failed]],
      {},
    ],
    ['with something undecided', 'INCOMPLETE', [[entry('4.10/conflict'), undecided]], {}],
    ['with something untested', 'INCOMPLETE', [[entry('4.10/conflict'), untested]], {}],
    ['that only read', 'INCOMPLETE', [[entry('4.10/conflict'), readOnly]], {}],
    [
      'with a violation and something undecided',
      'NON-CONFORMANT',
      [
        [entry('4.10/conflict'), failed],
        [entry('4.2/read'), undecided],
      ],
      {},
    ],
    [
      'with a suite error',
      'INCOMPLETE',
      [[entry('4.10/conflict'), judgement('error', { reason: { code: 'stopped', text: odd } })]],
      {},
    ],
    ['that was interrupted', 'INCOMPLETE', [], { record: { ...record, interrupted: true } }],
    [
      'that reached nobody',
      'INCOMPLETE',
      [],
      { record: { ...record, aborted: { cause: 'unreachable', text: odd } } },
    ],
  ] as const
).map(([name, verdict, more, options]) => [
  name,
  verdict,
  buildReport(reportInput([...rest, ...more], options)).report,
]);

/** As a service tells it by the statuses alone. */
function verdictOfCtrf({ results: { summary } }: CTRFReport): Report['verdict'] {
  if (summary.failed > 0) return 'NON-CONFORMANT';
  return summary.other > 0 ? 'INCOMPLETE' : 'CONFORMANT';
}

interface Command {
  readonly kind: string;
  readonly title: string;
  readonly message: string;
}

/** Workflow commands, read as GitHub documents them: one a line, `::kind key=value::message`, escaped by percent signs. */
function commandsIn(text: string): readonly Command[] {
  const plain = (escaped: string): string =>
    decodeURIComponent(escaped.replace(/%(?!25|0D|0A|3A|2C)/g, '%25'));
  return text.split('\n').flatMap((line) => {
    const [, kind, title, message] = /^::(\w+) title=([^,:]*)::(.*)$/.exec(line) ?? [];
    if (line !== '' && kind === undefined) throw new Error(`no command: ${line}`);
    return kind === undefined ? [] : [{ kind, title: plain(title ?? ''), message: plain(message ?? '') }];
  });
}

function verdictOfAnnotations(commands: readonly Command[]): Report['verdict'] {
  if (commands.some(({ kind }) => kind === 'error')) return 'NON-CONFORMANT';
  return commands.some(({ kind }) => kind === 'warning') ? 'INCOMPLETE' : 'CONFORMANT';
}

const verdictOfColor: Readonly<Record<string, Report['verdict']>> = {
  brightgreen: 'CONFORMANT',
  red: 'NON-CONFORMANT',
  lightgrey: 'INCOMPLETE',
};

describe.each(runs)('of a run %s', (_, verdict, report) => {
  test('the report says so', () => {
    expect(report.verdict).toBe(verdict);
  });

  test('the CTRF file meets its schema and shows the verdict', () => {
    const read = JSON.parse(asCtrf(report)) as CTRFReport;
    expect(validate(read)).toMatchObject({ valid: true });
    expect(verdictOfCtrf(read)).toBe(verdict);
    const { summary, tests } = read.results;
    const counted = (status: string): number => tests.filter((one) => one.status === status).length;
    expect([summary.passed, summary.failed, summary.skipped, summary.other, summary.pending]).toEqual(
      ['passed', 'failed', 'skipped', 'other', 'pending'].map(counted),
    );
    expect(summary.tests).toBe(report.clauses.length + 1);
    expect(tests.reduce((sum, { duration }) => sum + duration, 0)).toBe(report.run.durationMs);
  });

  test('the annotations are commands of their own and show the verdict', () => {
    const commands = commandsIn(asAnnotations(report));
    expect(verdictOfAnnotations(commands)).toBe(verdict);
    expect(commands.filter(({ kind }) => kind === 'notice')).toHaveLength(1);
    const texts = commands.map(({ title, message }) => title + message);
    expect(texts.every((text) => isVisible(text.replaceAll('\n', '')))).toBe(true);
  });

  test('the badge can be drawn and shows the verdict', () => {
    const { schemaVersion, isError, ...badge } = JSON.parse(asBadge(report)) as Format & {
      schemaVersion: number;
      isError?: boolean;
      color: string;
    };
    expect(makeBadge(badge)).toContain(`${report.counts.must.pass}/`);
    expect(schemaVersion).toBe(1);
    expect(isError).toBe(verdict === 'NON-CONFORMANT' ? true : undefined);
    expect(verdictOfColor[badge.color]).toBe(verdict);
  });
});

describe('annotations', () => {
  test('are capped, and the last annotation states their number', () => {
    const many = Array.from({ length: 34 }, (_, at) => [entry(`4.10/clause-${at}`), failed] as const);
    const commands = commandsIn(asAnnotations(buildReport(reportInput(many)).report));
    const errors = commands.filter(({ kind }) => kind === 'error');
    expect(errors).toHaveLength(10);
    expect(errors.at(-1)?.title).toBe('and 25 more');
  });

  test('are printed only if a service reads them', () => {
    const [, , report] = runs[1] ?? [];
    if (report === undefined) throw new Error('no run');
    const asked: string[] = [];
    const printed = (isRead: boolean): string =>
      printedText(report, renderingNames, (variable) => {
        asked.push(variable);
        return isRead;
      });
    expect(printed(false)).toBe('');
    expect(printed(true)).toBe(asAnnotations(report));
    expect(new Set(asked)).toEqual(new Set(['GITHUB_ACTIONS']));
    expect(printedText(report, ['json', 'markdown'], () => true)).toBe('');
  });
});

describe('unrequested answers', () => {
  const weather: Disturbances = {
    slowest: [],
    serverErrors: 3,
    resets: 2,
    resetsAt: [{ operation: 'GET /{projectKey}/resource', count: 2 }],
    timeouts: 1,
    timeoutsAt: [{ operation: 'PUT /{projectKey}/resource', count: 1 }],
    rateLimited: 0,
    retries: 0,
    serverErrorsAt: [{ operation: 'DELETE /{projectKey}/resource/{id}', count: 3 }],
  };
  const { report } = buildReport(reportInput(rest, { record: { ...record, weather } }));
  const words = '3 at DELETE /{projectKey}/resource/{id}';
  const lost = '2 connections lost: 2 at GET /{projectKey}/resource';
  const silent = '1 request got no answer in time: 1 at PUT /{projectKey}/resource';

  test.each([words, lost, silent])('are named in the notice: %s', (told) => {
    expect(commandsIn(asAnnotations(report)).at(-1)?.message).toContain(told);
  });

  test('are reported in the CTRF file, which meets its schema', () => {
    const read = JSON.parse(asCtrf(report)) as CTRFReport;
    expect(validate(read)).toMatchObject({ valid: true });
    expect(read.results.environment?.extra?.['serverErrors']).toContain(words);
    expect(read.results.environment?.extra?.['lostConnections']).toBe(lost);
    expect(read.results.environment?.extra?.['silentRequests']).toBe(silent);
  });
});
