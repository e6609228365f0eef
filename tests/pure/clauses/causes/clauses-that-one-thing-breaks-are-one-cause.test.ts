import { describe, expect, test } from 'vitest';
import { blocksOf, causesInWords, ofCause } from '../../../../clause/causes/blocks.ts';
import { causesOf } from '../../../../clause/causes/causes.ts';
import { exchangeKey, type ProbeRow } from '../../../../clause/causes/probe.ts';
import type { Deviation } from '../../../../clause/deviation.ts';
import type { ReportedClause } from '../../../../clause/report.ts';
import type { Finding } from '../../../../clause/sample.ts';
import { because, entry, judgement } from '../../../support/matrix-fixture.ts';

interface Seen {
  readonly number: number;
  readonly status?: number;
  readonly body?: string;
  readonly deviation?: Deviation;
  readonly expected?: string;
}

/** A finding on one exchange, which is at fault. */
function finding({ number, status = 200, body, deviation = { kind: 'status', exchange: 0 }, expected = 'x' }: Seen): Finding {
  return {
    expected,
    got: '',
    reproduced: '1/1',
    deviation,
    exchanges: [
      {
        request: { method: 'GET', target: `/demo/resource/${number}`, headers: [] },
        answer: { status, headers: [], ...(body === undefined ? {} : { body }) },
        milliseconds: 1,
        curl: '',
        number,
        atMs: number,
      },
    ],
    story: [{ role: 'probe', caller: 'a', atMs: 0, tookMs: 1, exchange: 0, culprit: true }],
  };
} // prettier-ignore

function failing(id: string, seen: readonly Seen[], more: Partial<ReportedClause> = {}): ReportedClause {
  const section = id.split('/')[0] ?? '';
  return { ...entry(id), section, ...judgement('fail', { findings: seen.map(finding) }), limits: [], source: '', ...more };
} // prettier-ignore

/** Of each cause its name and its clauses. */
function summary(clauses: readonly ReportedClause[], rows: readonly ProbeRow[] = []): unknown {
  return causesOf(clauses, rows).map(({ id, lead, others, alike }) => [id, lead, others, alike]);
}

const member = (name: string): Deviation => ({
  kind: 'value',
  exchange: 0,
  pointer: `/objectTypeProperty/${name}/0`,
});

describe('clauses have one cause', () => {
  test.each<[string, readonly ReportedClause[]]>([
    ['that say the same of versions', [failing('4.10/state-moves-the-version', [{ number: 1 }]), failing('Versioning/states-differ-in-version', [{ number: 2 }])]],
    ['whose answers have one status of refusal at one operation', [failing('4.2/route-exists', [{ number: 1, status: 404 }]), failing('4.2/known-id-is-readable', [{ number: 2, status: 404 }])]],
    ['with a declared request that is refused there', [failing('4.14/answers-without-server-error', [{ number: 1, status: 500 }]), failing('declared/samples.4.14', [])]],
    ['whose answers are no JSON', [failing('General/a', [{ number: 1, deviation: { kind: 'not-json', exchange: 0 } }]), failing('4.6/b', [{ number: 2, deviation: { kind: 'not-utf8', exchange: 0 } }])]],
    ['that disclose at one operation', [failing('4.1/refused-to-other-scopes', [{ number: 1, deviation: { kind: 'discloses', exchange: 0, beside: 0 } }]), failing('4.1/refused-to-no-scope', [{ number: 2, deviation: { kind: 'discloses', exchange: 0, beside: 0 } }])]],
  ])('%s', (_name, clauses) => {
    const [cause, ...others] = causesOf(clauses, []);
    expect([new Set([cause?.lead, ...(cause?.others ?? [])]), others]).toEqual([new Set(clauses.map(({ id }) => id)), []]);
  }); // prettier-ignore

  test('two clauses have one cause if one is about a member, and the other about the shape with that member', () => {
    const field = failing('Resources/x', [{ number: 1, deviation: member('arrayOfIntExample') }], { field: 'ObjectTypeProperty.arrayOfIntExample' });
    const shape = failing('4.3/answers-with-a-resource', [{ number: 2, deviation: member('arrayOfIntExample') }]);
    const other = failing('4.3/answers-with-a-resource', [{ number: 2, deviation: member('arrayOfStringExample') }]);
    expect(summary([shape, field])).toEqual([['Resources/x', 'Resources/x', ['4.3/answers-with-a-resource'], []]]);
    expect(causesOf([other, field], [])).toHaveLength(2);
  }); // prettier-ignore

  test('two clauses have one cause if they are about members that are shown in one way', () => {
    const at = (name: string, body: string): ReportedClause =>
      failing(`Resources/${name}`, [{ number: name.length, body, deviation: { kind: 'value', exchange: 0, pointer: `/${name}` } }], { field: `ObjectTypeProperty.${name}` });
    expect(summary([at('a', '{"a":null}'), at('bb', '{"bb":null}'), at('ccc', '{"ccc":1}'), at('dddd', 'cut')])).toEqual([
      ['Resources/a', 'Resources/a', [], ['Resources/bb']],
      ['Resources/ccc', 'Resources/ccc', [], []],
      ['Resources/dddd', 'Resources/dddd', [], []],
    ]);
  }); // prettier-ignore
});

describe('clauses have two causes', () => {
  test.each<[string, readonly ReportedClause[]]>([
    [
      'with refusals of two statuses',
      [failing('4.2/a', [{ number: 1, status: 404 }]), failing('4.2/b', [{ number: 2, status: 500 }])],
    ],
    [
      'with refusals at two operations',
      [failing('4.2/a', [{ number: 1, status: 500 }]), failing('4.3/b', [{ number: 2, status: 500 }])],
    ],
    [
      'with successes where none is due',
      [failing('4.2/a', [{ number: 1 }]), failing('4.2/b', [{ number: 2 }])],
    ],
  ])('%s', (_name, clauses) => {
    expect(causesOf(clauses, [])).toHaveLength(2);
  });
});

describe('a rule', () => {
  const deviating = (number: number, side: string, came = 'accepted'): ProbeRow => ({
    probe: 'versions', features: { side }, due: '409', came, count: 5, deviating: [exchangeKey(number, number)],
  }); // prettier-ignore
  const due: ProbeRow = {
    probe: 'versions',
    features: { side: 'below' },
    due: '409',
    came: '409',
    count: 7,
    deviating: [],
  };
  const clauses = [
    failing('4.10/conflict-on-mismatch', [{ number: 1 }]),
    failing('4.10/odd-versions', [{ number: 2 }]),
    failing('4.2/refused', [{ number: 9 }]),
  ];

  test('joins the clauses whose findings it covers', () => {
    const rows = [deviating(1, 'above'), deviating(2, 'above'), due];
    expect(summary(clauses, rows)).toEqual([
      ['4.10: compares versions with <', '4.10/conflict-on-mismatch', ['4.10/odd-versions'], []],
      ['4.2/refused', '4.2/refused', [], []],
    ]);
  });

  test('a rule that covers only a part does not count: the report says that the condition is not known', () => {
    const rows = [deviating(1, 'above'), deviating(2, 'below'), due];
    expect(summary(clauses.slice(0, 2), rows)).toEqual([
      [
        '4.10: takes other versions than the actual one at times',
        '4.10/conflict-on-mismatch',
        ['4.10/odd-versions'],
        [],
      ],
    ]);
  });

  test('a rule also joins the clause that shows the same exchange', () => {
    const also = failing('4.2/also', [{ number: 1 }]);
    const told = { ...also, findings: also.findings.map((one) => ({ ...one, sameExchangeAs: '4.10/conflict-on-mismatch' })) };
    expect(causesOf([clauses[0] as ReportedClause, told], [deviating(1, 'above'), due]).map(({ others }) => others)).toEqual([['4.2/also']]);
  }); // prettier-ignore
});

describe('a report', () => {
  const clauses = [
    failing('4.10/conflict-on-mismatch', [{ number: 1 }]),
    { ...failing('4.10/effects', []), ...judgement('inconclusive', because('blocked-by', 'waits')), reason: { code: 'blocked-by', text: 'waits', claims: [{ kind: 'waits-for', clause: '4.10/conflict-on-mismatch' }] } },
  ] as unknown as readonly ReportedClause[]; // prettier-ignore
  const causes = [
    { id: '4.10: x', told: '1 of 1', lead: '4.10/conflict-on-mismatch', others: [], alike: [] },
  ];

  test('names clauses that wait for a cause next to the cause', () => {
    const [block] = blocksOf({ causes, clauses }, clauses.slice(0, 1));
    expect([block?.rule, block?.waiting.map(({ id }) => id)]).toEqual([{ name: '4.10: x', told: '1 of 1' }, ['4.10/effects']]);
  }); // prettier-ignore

  test('a report of an earlier version has a block for clauses that show one exchange', () => {
    expect(blocksOf({ clauses }, clauses.slice(0, 1)).map(({ rule, clause }) => [rule, clause.id])).toEqual([
      [undefined, '4.10/conflict-on-mismatch'],
    ]);
  });

  test('counts causes before clauses', () => {
    expect(causesInWords({ causes, clauses }, clauses.slice(0, 1))).toBe('1 cause, 1 clause');
  });

  test('names the cause of each clause', () => {
    const [clause] = clauses as readonly [ReportedClause];
    expect(ofCause({ causes }, clause, 'expected 409')).toBe('cause 1 of 1, 4.10: x: expected 409');
    expect(ofCause({}, clause, 'expected 409')).toBe('expected 409');
  });
});
