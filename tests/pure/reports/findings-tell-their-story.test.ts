import { describe, expect, test } from 'vitest';
import { inBlocks, tellOnce } from '../../../clause/blocks/same-exchange.ts';
import { byWeight } from '../../../clause/blocks/weight.ts';
import type { Deviation } from '../../../clause/deviation.ts';
import type { ReportedClause } from '../../../clause/report.ts';
import type { ExchangeEvidence, Finding } from '../../../clause/sample.ts';
import { storyLines } from '../../../reporters/story-lines.ts';
import { createEvidence } from '../../../run/evidence/evidence.ts';
import { Reported, type Broken } from '../../../run/reporting.ts';
import { standsByItself, storyOf } from '../../../run/evidence/story.ts';
import { placeInJson } from '../../../wire/json/place-in-json.ts';
import { answered } from '../../support/stories/answered-exchange.ts';

const options = { baseUrl: 'https://a.example', evidence: 'full' } as const;
const redact = (text: string): string => text.replaceAll('secret', '<TOKEN>');

function findingOf(exchanges: Broken['exchanges']): Finding {
  const reported = new Reported(createEvidence(options, redact));
  reported.reporting.violated({
    expected: 'one thing',
    got: 'another',
    deviation: { kind: 'status' },
    exchanges,
  });
  const [sample] = reported.tally((samples) => samples).samples;
  if (sample?.kind !== 'violated') throw new Error('no finding');
  return sample.finding;
}

const one = '/demo/resource/r1';
const before = answered(1, ['GET', one, 200], { body: '{"version":1,"tags":["a","b"]}' });
const refused = answered(2, ['POST', one, 409], { sent: '{"version":7}' });
const after = answered(3, ['GET', one, 200], { body: '{"version":1,"tags":["a","c"]}' });

describe('the story of a finding', () => {
  test('is in order of time, and states the role of each exchange', () => {
    const { story } = findingOf([after, before, { exchange: refused, role: 'probe', culprit: true }]);
    expect(story?.map(({ role, exchange: at, culprit, atMs }) => [role, at, culprit, atMs])).toEqual([
      ['look', 1, false, 0],
      ['probe', 2, true, 1],
      ['look', 0, false, 2],
    ]);
    expect(story?.[0]).toMatchObject({ caller: 'CONFORMANCE_TOKEN_MANAGE_TEST', tookMs: 3 });
  });

  test('treats the last exchange as at fault if none is named, and accepted exchanges of its kind as controls', () => {
    const control = answered(1, ['POST', '/demo/resource', 201]);
    const { story } = findingOf([control, answered(2, ['POST', '/demo/resource', 400])]);
    expect(story?.map(({ role, culprit }) => [role, culprit])).toEqual([
      ['control', false],
      ['probe', true],
    ]);
  });

  test('names an exchange once', () => {
    expect(findingOf([before, refused, before]).story).toHaveLength(2);
  });

  test('points at the difference between two reads, with the body around it', () => {
    const { story } = findingOf([before, { exchange: refused, culprit: true }, after]);
    expect(story?.[2]).toMatchObject({ pointer: '/tags/1', cut: '…"version":1,"tags":["a","c"]}' });
  });

  test('shows the place where a body stops being JSON, but no token there', () => {
    const body = `{"token":"secret","name":"${'x'.repeat(80)}" oops}`;
    const { story } = findingOf([answered(1, ['GET', one, 200], { body })]);
    const [step] = story ?? [];
    expect(step?.at).toBe(body.indexOf('oops'));
    expect(step?.cut).toMatch(/^…x+" oops}$/);
    expect(JSON.stringify(findingOf([answered(1, ['GET', one, 200], { body })]))).not.toContain('secret');
  });

  test('has a line per exchange, with the exchange at fault marked', () => {
    const finding = findingOf([before, { exchange: refused, culprit: true }, after]);
    expect(storyLines(finding, 76)).toEqual([
      '  look  GET …/r1 as MANAGE_TEST -> 200',
      '> probe POST …/r1 as MANAGE_TEST {"version":7} -> 409',
      '  look  GET …/r1 as MANAGE_TEST -> 200',
      '        at /tags/1: …"version":1,"tags":["a","c"]}',
    ]);
  });

  test('stays within its columns and lines, and includes the exchange at fault', () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      answered(at, ['POST', `${one}-${'9'.repeat(90)}`, 200], { sent: 'x'.repeat(200) }),
    );
    const [, ...others] = many;
    const culprit = many[20];
    if (culprit === undefined) throw new Error('there are thirty');
    const lines = storyLines(findingOf([...others, { exchange: culprit, culprit: true }]), 76);
    expect(lines.every((line) => line.length <= 76)).toBe(true);
    expect(lines.filter((line) => line.startsWith('>'))).toHaveLength(1);
    expect(lines.at(-1)).toBe('  and 21 more, see the report');
  });
});

describe('the difference within a story', () => {
  const lines = (exchanges: Broken['exchanges']): readonly string[] => storyLines(findingOf(exchanges), 76);

  test('is the project', () => {
    expect(
      lines([answered(1, ['GET', one, 200]), answered(2, ['DELETE', '/other/resource/r1', 200])]),
    ).toEqual([
      '  look  GET /demo/resource/r1 as MANAGE_TEST -> 200',
      '> probe DELETE /other/resource/r1 as MANAGE_TEST -> 200',
    ]);
  });

  test('are ids that begin alike', () => {
    const id = (end: string): string => `/demo/resource/0123456789-0123456789-${end}`;
    const [first, second] = lines([answered(1, ['GET', id('a1'), 200]), answered(2, ['GET', id('b1'), 200])]);
    expect(first).toContain('…/0123456789-0123456789-a1');
    expect(second).toContain('…/0123456789-0123456789-b1');
  });

  test('is the end of a long body', () => {
    const body = (end: string): string => JSON.stringify({ list: 'x'.repeat(80), end });
    const [control, probe] = lines([
      answered(1, ['POST', '/demo/resource', 201], { sent: body('plain') }),
      answered(2, ['POST', '/demo/resource', 500], { sent: body('odd') }),
    ]);
    expect(control).toMatch(/…\S+plain"\} -> 201/);
    expect(probe).toMatch(/…\S+odd"\} -> 500/);
  });
});

describe('a command line', () => {
  test.for([
    ['a create', ['POST', '/demo/resource', 200], '{"objectTypeProperty":{}}', true],
    ['a read of a resource of the run', ['GET', one, 200], undefined, false],
    ['an existence check', ['HEAD', '/demo/resource', 200], undefined, false],
    ['an overwrite that states a version', ['PUT', '/demo/resource', 200], '{"version":1}', false],
    ['a fixed path', ['GET', '/demo/resource/namespace-action', 200], undefined, true],
  ] as const)('can be copied alone or not: %s', ([, line, sent, expected]) => {
    const shown = answered(1, line, sent === undefined ? {} : { sent });
    const finding = findingOf([shown]);
    expect(finding.curl !== undefined).toBe(expected);
  });

  test('is left out if writes came before it', () => {
    const { exchanges } = findingOf([refused, answered(4, ['GET', '/demo/resource', 200])]);
    const [, last] = exchanges;
    if (last === undefined) throw new Error('there are two');
    expect(standsByItself(last, storyOf([last]))).toBe(true);
    expect(standsByItself(last, storyOf(exchanges))).toBe(false);
  });
});

function failing(id: string, exchanges: readonly ExchangeEvidence[]): ReportedClause {
  const finding = { expected: id, got: 'x', reproduced: '1/1', exchanges, story: storyOf(exchanges) };
  return {
    id,
    section: '4.2',
    level: 'MUST',
    statement: 'S.',
    verdict: 'fail',
    blocks: 'always',
    limits: [],
    premise: 1,
    checks: 1,
    suspect: false,
    source: '',
    findings: [finding],
  };
}

describe('findings on one exchange', () => {
  const evidence = createEvidence(options, redact);
  const told = tellOnce([
    failing('General/a', [evidence(after)]),
    failing('Resources/b', [evidence(after, '/tags/1')]),
    failing('4.2/c', [evidence(before)]),
  ]);

  test('name the clause that names the place in the body', () => {
    expect(told.map(({ findings: [finding] }) => finding?.sameExchangeAs)).toEqual([
      'Resources/b',
      undefined,
      undefined,
    ]);
  });

  test('are one block', () => {
    expect(inBlocks(told).map(({ clause, others }) => [clause.id, others.map(({ id }) => id)])).toEqual([
      ['Resources/b', ['General/a']],
      ['4.2/c', []],
    ]);
  });
});

describe('the same deviation at several operations', () => {
  const evidence = createEvidence(options, redact);
  const broken = (id: string, kind: 'status' | 'no-body'): ReportedClause => {
    const clause = failing(id, [evidence(before)]);
    const deviation = (
      kind === 'status' ? { kind, exchange: 0, expected: '401' } : { kind, exchange: 0 }
    ) as Deviation;
    return {
      ...clause,
      section: id.split('/')[0] ?? '',
      findings: clause.findings.map((finding) => ({ ...finding, deviation })),
    };
  };
  const clauses = [
    broken('Resources/version-is-integer', 'status'),
    broken('4.1/refused-without-token', 'status'),
    broken('4.2/refused-without-token', 'no-body'),
    broken('4.6/refused-without-token', 'status'),
    broken('4.10/one-winner', 'status'),
    broken('4.11/refused-without-token', 'status'),
  ];

  test('is one block for the same deviation, and the gravest comes first', () => {
    expect(
      inBlocks(byWeight(clauses)).map(({ clause, alike }) => [
        clause.id,
        alike.map(({ section }) => section),
      ]),
    ).toEqual([
      ['4.6/refused-without-token', ['4.11', '4.1']],
      ['4.10/one-winner', []],
      ['4.2/refused-without-token', []],
      ['Resources/version-is-integer', []],
    ]);
  });
});

describe('a place in a JSON text', () => {
  const text = '{ "a/b" : [1, {"x":"}\\"]", "y": 2}], "z":{"y":3}, "z":4 }';

  test.for([
    ['', 0],
    ['/a~1b', text.indexOf('[1')],
    ['/a~1b/1/y', text.indexOf('2}')],
    ['/z', text.indexOf('4 }')],
    ['/z/y', undefined],
    ['/a~1b/7', undefined],
  ] as const)('is found by its pointer %s', ([pointer, at]) => {
    expect(placeInJson(text, pointer)).toBe(at);
  });
});
