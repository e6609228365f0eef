import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../../clause/build-report.ts';
import { mergedOperations, type OperationState } from '../../../../clause/reported/operations.ts';
import type { RegisterEntry } from '../../../../clause/report.ts';
import type { Judgement } from '../../../../clause/judgement.ts';
import { endpointNames, endpoint } from '../../../../contract/endpoints.ts';
import { attention } from '../../../../reporters/attention.ts';
import { asMarkdown } from '../../../../reporters/as-markdown.ts';
import { asAnnotations } from '../../../../reporters/ci/as-annotations.ts';
import { asText } from '../../../../reporters/as-text.ts';
import { nextStep } from '../../../../reporters/closing.ts';
import { asPage } from '../../../../reporters/page/as-page.ts';
import { because, entry, finding, judgement, record, reportInput } from '../../../support/matrix-fixture.ts';

type Clauses = readonly (readonly [RegisterEntry, Judgement])[];

/** A run that found each operation in this state, by section; the others work. */
function reported(
  states: Readonly<Record<string, OperationState>>,
  {
    clauses = [],
    without = [],
    ended = {},
  }: {
    readonly clauses?: Clauses;
    readonly without?: readonly string[];
    readonly ended?: { readonly stoppedAfterSeconds?: number };
  } = {},
) {
  const operations = endpointNames.map((name) => {
    const { section, method, path } = endpoint(name);
    const state = states[section] ?? 'works';
    const statuses = state === 'works' || state === 'unsent' ? {} : { statuses: [404] };
    return { section, ...(method === undefined ? {} : { method }), path, state, ...statuses };
  });
  const open: Clauses = [
    [entry('4.3/route-exists'), judgement('inconclusive', because('two-readings', 'why'))],
  ];
  return buildReport(
    reportInput([...open, ...clauses], {
      record: { ...record, ...ended, operations },
      settings: { without },
    }),
  ).report;
}

const failing = (id: string): Clauses => [[entry(id), judgement('fail', { findings: [finding] })]];

describe('the operations that exist', () => {
  const report = reported({ '4.1': 'missing', '4.3': 'missing', '4.4': 'refuses', '4.9': 'unsent' });

  test('are first in text, Markdown and page, with one step', () => {
    const lines = asText(report, { columns: 80, color: false }).split('\n');
    expect(lines[2]).toBe('OPERATIONS: 15 OF 19 ARE WRITTEN');
    expect(lines[3]).toBe('  4.1   not there: 404       GET /demo/resource');
    expect(lines[22]).toBe('  next: write GET /demo/resource (4.1) next');
    expect(lines.join('\n')).toContain('  4.4   refused to you: 404  GET /demo/resource/searchApiPattern');
    const markdown = asMarkdown(report, { maxBytes: 100_000 });
    expect(markdown).toContain('Operations: 15 of 19 are written');
    expect(markdown).toContain('next: <code>write GET /demo/resource (4.1) next</code>');
    expect(asPage(report)).toContain('<p>next: write GET /demo/resource (4.1) next</p>');
  });

  test.each([
    ['all are there', reported({ '4.9': 'unsent' })],
    ['a limit leaves out what is missing', reported({ '4.3': 'missing' }, { without: ['4.3'] })],
    ['a declaration says so', reported({ '4.7': 'missing' }, { clauses: [[entry('4.7/route-exists'), judgement('not-applicable', because('declared-absent', 'why'))]] })],
    ['nothing is known', buildReport(reportInput([])).report],
  ])('are not listed if %s', (_, told) => {
    expect(asText(told, { columns: 80, color: false })).not.toContain('OPERATIONS');
    expect(asMarkdown(told, { maxBytes: 100_000 })).not.toContain('Operations:');
    expect(asPage(told)).not.toContain('Operations:');
  }); // prettier-ignore

  test.each([
    ['what others need comes first', reported({ '4.1': 'missing', '4.2': 'missing' }), 'write GET /demo/resource/{id} (4.2) next'],
    ['a bug in what is written comes before', reported({ '4.1': 'missing' }, { clauses: failing('4.10/a') }), 'npx --offline resource-conformance replay 4.10/a'],
    ['what is not there breaks nothing by itself', reported({ '4.5': 'missing' }, { clauses: failing('4.5/a') }), 'write HEAD /demo/resource (4.5) next'],
    ['what may be left out is no next step', reported({ '4.3': 'missing' }, { clauses: failing('4.10/a') }), 'npx --offline resource-conformance replay 4.10/a'],
  ])('link to the next step: %s', (_, told, due) => {
    expect(nextStep(told, attention(told))).toBe(due);
  }); // prettier-ignore

  test('missing operations are one line each, not a block per clause', () => {
    const suspicious: Clauses = [
      [entry('4.3/route-exists'), { ...judgement('inconclusive', because('two-readings', 'why')), suspect: true }],
      [entry('4.1/route-exists'), judgement('inconclusive', because('two-readings', 'why'))],
      [entry('4.1/b'), judgement('not-tested', because('not-observable', 'another why'))],
    ];
    const told = reported(
      { '4.1': 'missing', '4.3': 'missing', '4.5': 'missing' },
      { clauses: [...failing('4.5/a'), ...failing('4.5/b'), ...suspicious] },
    );
    const text = asText(told, { columns: 80, color: false });
    expect(text).not.toMatch(/^FAIL|SUSPECT/m);
    expect(text).toContain(
      'VIOLATED FOR WANT OF AN OPERATION (2 clauses)\n  HEAD /demo/resource (4.5) is not there: 4.5/a, 4.5/b\n',
    );
    expect(text).toMatch(/^ {2}2 {4}nothing is there at 4\.1: /m);
    expect(text).toContain('\n       write GET /demo/resource (4.1)\n');
    expect(text).toMatch(/leave it out: CONFORMANCE_WITHOUT=4\.3$/m);
    // What it counts stays.
    expect(text).toMatch(/2 of \d+ MUST fail/);
    const page = asPage(told);
    expect(page).toContain('<p>HEAD /demo/resource (4.5) is not there: 4.5/a, 4.5/b</p>');
    expect(asMarkdown(told, { maxBytes: 100_000 })).toContain('HEAD /demo/resource (4.5) is not there: 4.5/a, 4.5/b');
    expect(asAnnotations(told).match(/^::error /gm)).toHaveLength(2);
  }); // prettier-ignore

  test('answer wrongly if a clause of theirs fails', () => {
    const told = reported({ '4.1': 'missing' }, { clauses: failing('4.10/a') });
    expect(asText(told, { columns: 80, color: false })).toContain(
      'OPERATIONS: 18 OF 19 ARE WRITTEN, 1 OF THEM ANSWERS WRONGLY',
    );
    expect(asText(told, { columns: 80, color: false })).toMatch(/4\.10 +answers wrongly: 1 violated/);
  });

  test('is no next step if the time limit stopped the run', () => {
    const told = reported({ '4.11': 'missing' }, { ended: { stoppedAfterSeconds: 60 } });
    expect(nextStep(told, attention(told))).not.toMatch(/^write /);
  });

  test('include operations that any shard has seen', () => {
    const one = { section: '4.1', path: '/a' };
    expect(mergedOperations([[{ ...one, state: 'unsent' }], [{ ...one, state: 'works' }]])).toEqual([
      { ...one, state: 'works' },
    ]);
  });
});
