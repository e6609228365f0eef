import { describe, expect, test } from 'vitest';
import type { Declaration } from '../../../../clause/clause.ts';
import { keptWhere, memberOf, observedMember, statusesOf } from '../../../../clause/declarations.ts';
import {
  contradicts,
  declaredValue,
  judgeDeclaration,
  statedDeclarations,
  type DeclaredClause,
} from '../../../../clause/declared.ts';
import type { Judgement } from '../../../../clause/judgement.ts';
import type { Reason, ReasonCode } from '../../../../clause/sample.ts';
import { stateSection } from '../../../../clause/section.ts';
import { because, judgement } from '../../../support/matrix-fixture.ts';

describe('a member of an observation', () => {
  test.each([
    ['of an object', { one: 1, two: 2 }, 2],
    ['of another object', { one: 1 }, undefined],
    ['of nothing', undefined, undefined],
    ['of null', null, undefined],
    ['of a text', 'two', undefined],
    ['of its prototype', Object.create({ two: 2 }), undefined],
  ])('%s', (_name, observed, value) => {
    expect(observedMember(observed, 'two')).toBe(value);
  });

  test('a text has no members, although its characters have indices', () => {
    expect(observedMember('two', '0')).toBeUndefined();
  });
});

type Met = readonly [declared: unknown, observed: unknown, met: boolean | undefined];

describe('declared statuses', () => {
  const { key, met, draft } = statusesOf('success.4.6');

  test.each<Met>([
    [[200, 201], { status: 201 }, true],
    [[200], { status: 201 }, false],
    [[200, 201], { statuses: [200, 201] }, true],
    [[200], { statuses: [200, 201] }, false],
    [[200], { statuses: [200], status: 404 }, false],
    [[200], { statuses: 'none', status: 200 }, true],
    [[200], { statuses: ['404'], status: 200 }, true],
    [[200], { status: '404' }, undefined],
    [[200], {}, undefined],
    [[200], undefined, undefined],
    [200, { status: 200 }, undefined],
    [undefined, { status: 200 }, undefined],
  ])('%j, of which %j is observed: %s', (declared, observed, expected) => {
    expect(met(declared, observed)).toBe(expected);
  });

  test.each([
    [{ status: 201 }, [201]],
    [{ statuses: [201, 201], status: 201 }, [201]],
    [{ statuses: [] }, undefined],
    [undefined, undefined],
  ])('are drafted from %j, each once', (observed, drafted) => {
    expect(draft?.(observed)).toEqual(drafted);
    expect(key).toBe('success.4.6');
  });

  test('are drafted the same for any order of observation', () => {
    const orders = [
      [404, 200, 301],
      [200, 301, 404],
      [301, 404, 200],
    ].map((statuses) => draft?.({ statuses }));
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[2]).toEqual(orders[0]);
  });
});

describe('a declaration of one value', () => {
  test.each<[name: string, declaration: Declaration, rows: readonly Met[]]>([
    [
      'is that of the member',
      memberOf('create.mode', 'mode'),
      [
        ['upsert', { mode: 'upsert' }, true],
        ['upsert', { mode: 'mixed' }, false],
        [false, { mode: false }, true],
        ['upsert', {}, undefined],
        [undefined, {}, undefined],
        ['upsert', undefined, undefined],
      ],
    ],
    [
      'is kept where the member is true',
      keptWhere('create.mode', 'kept'),
      [
        ['upsert', { kept: true }, true],
        ['upsert', { kept: false }, false],
        ['upsert', { kept: 'true' }, undefined],
        ['upsert', { kept: 1 }, undefined],
        ['upsert', {}, undefined],
      ],
    ],
  ])('%s', (_name, { key, met }, rows) => {
    expect(key).toBe('create.mode');
    expect(rows.map(([declared, observed]) => met(declared, observed))).toEqual(rows.map(([, , of]) => of));
  });

  test('is drafted from the member that has that value', () => {
    expect(memberOf('create.mode', 'mode').draft?.({ mode: 'mixed' })).toBe('mixed');
    expect(memberOf('create.mode', 'mode').draft?.({})).toBeUndefined();
    expect(keptWhere('create.mode', 'kept').draft).toBeUndefined();
  });
});

describe('a value of a profile', () => {
  const profile = {
    create: { mode: 'upsert', deep: { one: 1 } },
    success: { '4.1': [200], '4': { '1': 'by number' } },
    auth: { carrier: {} },
    'auth.carrier': { '4.14': 'form' },
    off: false,
    nothing: null,
    text: 'abc',
  };

  test.each([
    ['create.mode', 'upsert'],
    ['create.deep.one', 1],
    ['create', profile.create],
    ['success.4.1', [200]],
    ['auth.carrier.4.14', 'form'],
    ['off', false],
    ['create.other', undefined],
    ['update.mode', undefined],
    ['delete.mode', undefined],
    ['mode', undefined],
    ['createmode', undefined],
    ['text.0', undefined],
    ['nothing.at', undefined],
    ['off.at', undefined],
  ])('%s', (key, value) => {
    expect(declaredValue(profile, key)).toEqual(value);
  });

  test.each([[undefined], [null], ['abc'], [7]])('is not %j', (none) => {
    expect(declaredValue(none, '0')).toBeUndefined();
  });
});

const never = { statement: 's', rationale: 'r', check: (): Promise<void> => Promise.resolve() };
const isKept: Declaration = keptWhere('create.mode', 'kept');
const isUntold: Declaration = { ...isKept, untold: () => 'untold' };

const [creating, reading] = [
  stateSection<never, '4.6'>('4.6', 'creates', (say) => {
    say.open('4.6/one', [], { ...never, declares: [isKept, keptWhere('create.roundTrip', 'kept')] });
    say.open('4.6/two', [], never);
  }),
  stateSection<never, '4.2'>('4.2', 'reads', (say) => {
    say.open('4.2/three', [], { ...never, declares: [isUntold] });
  }),
];

describe('declarations that some clause observes', () => {
  test('are stated once, with all clauses that observe them', () => {
    expect(statedDeclarations([creating, reading], { create: { mode: 'upsert' } })).toEqual([
      {
        id: 'declared/create.mode',
        key: 'create.mode',
        declared: 'upsert',
        sources: ['4.6/one', '4.2/three'],
        met: [
          { clause: '4.6/one', met: isKept.met },
          { clause: '4.2/three', met: isUntold.met, untold: isUntold.untold },
        ],
      },
    ]);
  });

  test('are distinct', () => {
    const stated = statedDeclarations([creating], { create: { mode: 'mixed', roundTrip: 'none' } });
    expect(stated.map(({ id, sources }) => [id, sources])).toEqual([
      ['declared/create.mode', ['4.6/one']],
      ['declared/create.roundTrip', ['4.6/one']],
    ]);
  });

  test('are empty if nothing is declared', () => {
    expect(statedDeclarations([creating, reading], {})).toEqual([]);
    expect(statedDeclarations([], { create: { mode: 'mixed' } })).toEqual([]);
  });
});

/** Declared as `false`; what is observed says whether it is kept, or that it cannot tell. */
const declared: DeclaredClause = {
  id: 'declared/update.atomic',
  key: 'update.atomic',
  declared: false,
  sources: ['4.10/one', '4.10/two'],
  met: [
    { clause: '4.10/one', met: (_declared, observed) => (observed === 'kept' ? true : observed === 'broken' ? false : undefined), untold: (_declared, observed) => (observed === 'odd' ? 'odd' : undefined) },
    { clause: '4.10/two', met: (of, observed) => (typeof observed === 'boolean' ? of === observed : undefined) },
  ],
}; // prettier-ignore

describe('an observation', () => {
  test.each([
    ['4.10/one', 'broken', true],
    ['4.10/one', 'kept', false],
    ['4.10/one', 'odd', false],
    ['4.10/two', true, true],
    ['4.10/two', false, false],
    ['4.10/two', 'broken', false],
    ['4.10/three', 'broken', false],
    ['4.10/two', undefined, false],
  ] as const)('the observation of %s, %j, contradicts: %s', (clause, observed, does) => {
    expect(contradicts(declared, clause, observed)).toBe(does);
  });

  test('contradicts no declaration if it is missing', () => {
    const strict = { ...declared, met: [{ clause: '4.10/one', met: () => false }] } as const;
    expect(contradicts(strict, '4.10/one', undefined)).toBe(false);
    expect(contradicts(strict, '4.10/one', 0)).toBe(true);
  });
});

const saw = (observed: unknown): Judgement => judgement('observed', { observed });
const lacking = (code: ReasonCode): Judgement => judgement('not-tested', because(code, `of ${code}`));
const absent = judgement('not-applicable', because('declared-absent', 'of declared-absent'));
const doubtOfOne: Reason = { code: 'liveness-unproven', text: 'of one' };
const doubtOfTwo: Reason = { code: 'dead-token', text: 'of two' };
const unproven = new Map<string, Reason>([
  ['4.10/one', doubtOfOne],
  ['4.10/two', doubtOfTwo],
]);

type Judged = Partial<Judgement> & { readonly code?: ReasonCode };

describe('a declaration', () => {
  test.each<[name: string, observed: readonly Judgement[], judged: Judged, unproven?: typeof unproven]>([
    ['is kept', [saw('kept'), saw(false)], { verdict: 'pass', premise: 2, checks: 2 }],
    ['is kept by the one that saw it', [saw('kept'), lacking('no-token')], { verdict: 'pass', premise: 1, checks: 2 }],
    ['is broken', [saw('broken')], { verdict: 'fail', premise: 1, checks: 1 }],
    ['is broken by one of them', [saw('kept'), saw(true)], { verdict: 'fail', premise: 2, checks: 2 }],
    ['is broken beside a doubt', [saw('odd'), saw(true)], { verdict: 'fail', premise: 1, checks: 2 }],
    ['is in doubt', [saw('odd'), saw(false)], { verdict: 'inconclusive', code: 'not-observable', premise: 1, checks: 2 }],
    ['is kept where one cannot tell, and does not say why', [saw('other'), saw(false)], { verdict: 'pass', premise: 1, checks: 2 }],
    ['is kept where one has no word for that', [saw('kept'), saw('odd')], { verdict: 'pass', premise: 1, checks: 2 }],
    ['is open where none can tell', [saw('other')], { verdict: 'not-tested', code: 'not-observable', premise: 0, checks: 1 }],
    ['is open where nobody is asked', [], { verdict: 'not-tested', code: 'not-observable', premise: 0, checks: 0 }],
    ['is open for the first reason', [judgement('not-tested'), lacking('no-token'), lacking('budget')], { verdict: 'not-tested', code: 'no-token', premise: 0, checks: 3 }],
    ['is open where one of them is', [judgement('inconclusive'), lacking('no-token')], { verdict: 'inconclusive', code: 'no-token', premise: 0, checks: 2 }],
    ['is open without a reason', [judgement('not-tested')], { verdict: 'not-tested', code: 'not-observable', premise: 0, checks: 1 }],
    ['does not apply', [absent, lacking('declared-absent')], { verdict: 'not-applicable', code: 'declared-absent', premise: 0, checks: 2 }],
    ['does not apply, for no reason', [judgement('not-applicable')], { verdict: 'not-applicable', premise: 0, checks: 1 }],
    ['applies where one is missing for another reason', [absent, lacking('no-token')], { verdict: 'not-tested', code: 'declared-absent', premise: 0, checks: 2 }],
    ['is not broken by callers who are not proven', [saw('broken')], { verdict: 'inconclusive', code: 'liveness-unproven', premise: 0, checks: 1 }, unproven],
    ['is in doubt for the first of them', [saw('broken'), saw(true)], { verdict: 'inconclusive', code: 'liveness-unproven', premise: 0, checks: 2 }, unproven],
    ['is broken by another who is', [saw('broken'), saw(true)], { verdict: 'fail', premise: 1, checks: 2 }, new Map([['4.10/one', doubtOfOne]])],
    ['is kept by callers who are not proven', [saw('kept'), saw(false)], { verdict: 'pass', premise: 2, checks: 2 }, unproven],
    ['is open where callers who are not proven cannot tell', [saw('other')], { verdict: 'not-tested', code: 'not-observable', premise: 0, checks: 1 }, unproven],
  ])('%s', (_name, observed, { code, ...judged }, doubts) => {
    const { findings, reason, ...seen } = judgeDeclaration(declared, observed, doubts);
    expect({ ...seen, code: reason?.code }).toEqual({ suspect: false, ...judged, code });
    expect(findings.length > 0).toBe(judged.verdict === 'fail');
  }); // prettier-ignore

  test('is in doubt if the profile gave the run another value', () => {
    expect(judgeDeclaration(declared, [saw('odd')]).reason).toEqual({ code: 'not-observable', text: 'odd' });
    expect(judgeDeclaration(declared, [saw('broken')], unproven).reason).toBe(doubtOfOne);
  });

  test('is never in doubt if the profile could have given the value', () => {
    const [one] = declared.met;
    const wordy = { ...declared, met: one === undefined ? [] : [{ ...one, untold: () => 'untold' }] };
    const verdicts = ['kept', 'other', 'broken'].map((of) => judgeDeclaration(wordy, [saw(of)]).verdict);
    expect(verdicts).toEqual(['pass', 'inconclusive', 'fail']);
  });

  test('keeps the reason why it does not apply, if there is one', () => {
    expect(judgeDeclaration(declared, [absent]).reason).toBe(absent.reason);
    expect('reason' in judgeDeclaration(declared, [judgement('not-applicable')])).toBe(false);
  });

  test('shows the observed value beside the declared value', () => {
    const { findings } = judgeDeclaration(declared, [saw('broken'), saw(true)]);
    expect(findings.map(({ got, reproduced, exchanges }) => [got, reproduced, exchanges])).toEqual([
      ['"broken"', '1/1', []],
      ['true', '1/1', []],
    ]);
    expect(findings.map(({ expected }) => [declared.key, 'false'].every((one) => expected.includes(one)))).toEqual([true, true]);
  }); // prettier-ignore

  test('is compared only with values that some clause observes', () => {
    const alone = { ...declared, met: declared.met.slice(0, 1) };
    expect(judgeDeclaration(alone, [saw('kept'), saw('broken')]).verdict).toBe('pass');
  });

  test('is not compared with a missing observation', () => {
    const strict = { ...declared, met: [{ clause: '4.10/one', met: () => false }] } as const;
    expect(judgeDeclaration(strict, [lacking('budget')]).reason?.code).toBe('budget');
    expect(judgeDeclaration(strict, [saw(0)]).verdict).toBe('fail');
  });
});
