import { describe, expect, test } from 'vitest';
import { askForProof, livenessOf, sameOctets } from '../../../implementation/callers/liveness.ts';
import { mustAdmit, provesHolding } from '../../../implementation/callers/must-admit.ts';
import { provesEachScope, whyUnproven } from '../../../implementation/callers/standing.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { judgedStage, type JudgedStage, type Known } from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const tokens = [
  { label: 'V', scopes: ['view_test:demo'] },
  { label: 'M', scopes: ['manage_test:demo'] },
  { label: 'P', scopes: ['view_products:demo'] },
  { label: 'I', scopes: ['manage_products:demo'] },
  { label: 'VP', scopes: ['view_test:demo', 'view_products:demo'] },
  { label: 'O', scopes: ['manage_test:other'], otherProject: true },
] as const;

type Rules = Readonly<Record<string, Partial<Record<EndpointName, Answer>>>>;

const made: Answer = [201, '{"id":"r1","version":1}'];

/** The first one writes and reads. */
const writing: Known = { tokens: [tokens[1], tokens[0]] };

/** Who is not named, or asks for what is not named, is refused. */
function met(rules: Rules, known: Known = {}): JudgedStage {
  return judgedStage((name, as) => rules[as.label]?.[name] ?? [as.kind === 'supplied' ? 403 : 401], {
    tokens,
    ...known,
  });
}

const askedBy = ({ sent }: JudgedStage, label: string) =>
  sent.flatMap(({ name, as }) => (as === label ? [name] : []));
const ok: Answer = [200];

describe('a holder of a listed scope has to be granted access', () => {
  test('an answer that showed its scope makes a further request unnecessary', async () => {
    const stage = met({ V: { sorted: ok } });
    await stage.on.ask('sorted', { as: stage.caller('V') });
    await stage.on.ask('sorted', { as: stage.on.callers.random });
    const before = stage.sent.length;
    expect(await mustAdmit(stage.on, stage.caller('V'), 'query')).toBe(true);
    expect(stage.sent).toHaveLength(before);
  });

  test.each([
    ['is let in at another read', { V: { sorted: ok } }, 'V', 'query', true],
    ['is let in at none', {}, 'V', 'query', false],
    [
      'gets what unknown tokens get',
      { V: { sorted: ok }, 'unknown token': { sorted: ok } },
      'V',
      'query',
      false,
    ],
    ['may create', { M: { create: made } }, 'M', 'remove', true],
    ['may only delete', { M: { create: [403], remove: ok } }, 'M', 'create', false],
  ] as const)(
    'decides whether access is due to a holder who %s',
    async (_who, rules, label, name, isOwed) => {
      const stage = met(rules);
      expect(await mustAdmit(stage.on, stage.caller(label), name)).toBe(isOwed);
    },
  );

  test('a scope that no other operation lists counts only if the token is valid and another holder is granted access', async () => {
    const lives = { P: 'live' } as const;
    const liveness = new Map(Object.entries(lives));
    const judged = async (beside: boolean, known: Known) => {
      const stage = met({}, known);
      return await mustAdmit(stage.on, stage.caller('P'), 'projectionSearch', beside);
    };
    expect(await judged(true, { learnt: { liveness } })).toBe(true);
    expect(await judged(false, { learnt: { liveness } })).toBe(false);
    expect(await judged(true, { learnt: { liveness: new Map([['P', 'dead']]) } })).toBe(false);
    expect(await judged(true, {})).toBe(false);
  });

  test('a token that is said to hold several scopes counts if it is valid', async () => {
    const stage = met({}, { learnt: { liveness: new Map([['VP', 'live']]) } });
    expect(await mustAdmit(stage.on, stage.caller('VP'), 'query')).toBe(true);
    expect(stage.sent).toEqual([]);
    const one = met({}, { learnt: { liveness: new Map([['V', 'live']]) } });
    expect(await mustAdmit(one.on, one.caller('V'), 'query')).toBe(false);
  });
});

describe('a request that could prove a scope', () => {
  test('is sent together with a request of an unknown token, once per run', async () => {
    const stage = met({ V: { query: ok } }, writing);
    expect(await provesHolding(stage.on, stage.caller('V'), 'view_test')).toBe(true);
    expect(askedBy(stage, 'V')).toEqual(expect.arrayContaining(['query', 'search', 'exists', 'sorted']));
    expect(askedBy(stage, 'unknown token').toSorted()).toEqual(askedBy(stage, 'V').toSorted());
    const before = stage.sent.length;
    const none = met({});
    await provesHolding(none.on, none.caller('V'), 'view_test');
    const once = none.sent.length;
    expect(await provesHolding(none.on, none.caller('V'), 'view_test')).toBe(false);
    expect(none.sent).toHaveLength(once);
    expect(await provesHolding(stage.on, stage.caller('V'), 'view_test')).toBe(true);
    expect(stage.sent).toHaveLength(before);
  });

  test('is no write if the run may not write', async () => {
    const stage = met({ M: { create: made } }, { options: { readOnly: true } });
    expect(await provesHolding(stage.on, stage.caller('M'), 'manage_test')).toBe(false);
    expect(stage.sent).toEqual([]);
  });

  test('is no write for a caller whose declared scopes only allow reads', async () => {
    const stage = met({ V: { query: ok } }, writing);
    await provesHolding(stage.on, stage.caller('V'), 'view_test');
    expect(askedBy(stage, 'V')).not.toContain('create');
  });

  test('is also a read of one resource, by both callers', async () => {
    const stage = met({ V: { readById: ok }, M: { create: made, readById: ok } }, writing);
    expect(await provesHolding(stage.on, stage.caller('V'), 'view_test')).toBe(true);
    expect(askedBy(stage, 'V')).toContain('readById');
    expect(askedBy(stage, 'unknown token')).toContain('readById');
  });

  test('is no delete if a create has proved it', async () => {
    const stage = met({ M: { create: made, readById: ok, remove: ok } });
    expect(await provesHolding(stage.on, stage.caller('M'), 'manage_test')).toBe(true);
    expect(askedBy(stage, 'M')).toEqual(['create']);
  });

  test('is a delete if every caller may create, first with the unknown token', async () => {
    const stage = met(
      { M: { create: made, readById: ok, remove: ok }, 'unknown token': { create: made } },
      writing,
    );
    expect(await provesHolding(stage.on, stage.caller('M'), 'manage_test')).toBe(true);
    const deletes = stage.sent.flatMap(({ name, as }) => (name === 'remove' ? [as] : []));
    expect(deletes[0]).toBe('unknown token');
    expect(deletes.at(-1)).toBe('M');
  });
});

describe('the answers in a section that contradict no declaration', () => {
  test.each(['4.1', '4.6', 'Authentication', 'Resources'] as const)(
    'the answers of %s prove nothing if no caller is available',
    async (part) => {
      const stage = judgedStage(() => [401], {});
      expect(await whyUnproven(stage.on, part, true)).toMatchObject({ code: 'no-token' });
      expect(stage.sent).toEqual([]);
    },
  );

  /** Reader and writer, of whom each may have been seen to be granted access. */
  async function seen(reads: boolean, writes: boolean) {
    const stage = met({ V: reads ? { query: ok } : {}, M: writes ? { create: made } : {} });
    const { learnt, on } = stage;
    learnt.reader = stage.caller('V');
    learnt.writer = stage.caller('M');
    for (const as of [stage.caller('V'), on.callers.random]) await on.ask('query', { as });
    for (const as of [stage.caller('M'), on.callers.random]) await on.ask('create', { as });
    return stage;
  }

  test.each([
    ['4.1', true, false, undefined],
    ['4.1', false, true, 'liveness-unproven'],
    ['4.2', true, false, undefined],
    ['Resources', false, true, 'liveness-unproven'],
    ['Authentication', true, false, undefined],
    ['4.6', false, true, undefined],
    ['4.6', true, false, 'liveness-unproven'],
    ['4.11', true, false, 'liveness-unproven'],
    ['4.10', false, true, undefined],
    ['4.10', true, false, 'liveness-unproven'],
    ['4.17', true, true, undefined],
    ['4.17', false, true, 'liveness-unproven'],
    ['4.17', true, false, 'liveness-unproven'],
    ['4.9', true, false, 'liveness-unproven'],
  ] as const)(
    'the answers of %s with readers (%s) and writers (%s) seen',
    async (part, reads, writes, code) => {
      const { on } = await seen(reads, writes);
      expect((await whyUnproven(on, part, false))?.code).toBe(code);
    },
  );

  test('a writer has to prove its scope if writes are allowed', async () => {
    const stage = met({ M: { create: made } });
    stage.learnt.writer = stage.caller('M');
    expect(await whyUnproven(stage.on, '4.6', false)).toMatchObject({ code: 'liveness-unproven' });
    expect(stage.sent).toEqual([]);
    expect(await whyUnproven(stage.on, '4.6', true)).toBeUndefined();
  });

  test.each([
    ['4.14', 'P', 'live', undefined],
    ['4.14', 'P', 'dead', 'liveness-unproven'],
    ['4.15', 'I', 'live', undefined],
    ['4.15', 'P', 'live', 'liveness-unproven'],
  ] as const)('the answers of %s if %s is %s', async (part, label, life, code) => {
    const stage = met({}, { learnt: { liveness: new Map([[label, life]]) } });
    expect((await whyUnproven(stage.on, part, true))?.code).toBe(code);
  });

  test('the answers of 4.14 prove nothing if no holder was supplied', async () => {
    const stage = met({}, { tokens: [tokens[0]] });
    expect(await whyUnproven(stage.on, '4.14', true)).toMatchObject({ code: 'no-token' });
  });
});

describe('each scope is proven', () => {
  test.each([
    ['V', { V: { query: ok } }, true],
    ['V', {}, false],
    ['VP', { VP: { query: ok, projectionSearch: ok } }, true],
    ['VP', { VP: { query: ok } }, false],
    ['VP', { VP: { projectionSearch: ok } }, false],
    // Its scopes are those of another project.
    ['O', { O: { create: made, query: ok } }, false],
  ] as const)('the scope of %s is proven only by its answers', async (label, rules, proven) => {
    const stage = met(rules, { profile: { search: { method: 'POST' } } });
    expect(await provesEachScope(stage.on, stage.caller(label))).toBe(proven);
  });
});

describe('the validity of a token', () => {
  const searching: Known = { profile: { search: { method: 'POST' } } };

  test('is known to the run, without a request', async () => {
    const stage = met({}, { learnt: { liveness: new Map([['V', 'dead']]) } });
    expect(await livenessOf(stage.on, stage.caller('V'))).toBe('dead');
    expect(await livenessOf(stage.on, stage.on.callers.random)).toBe('unproven');
    expect(stage.sent).toEqual([]);
  });

  test('shows in an answer that unknown tokens never got', async () => {
    const stage = met({});
    for (const as of [stage.caller('P'), stage.on.callers.random]) await stage.on.ask('query', { as });
    expect(await livenessOf(stage.on, stage.caller('P'))).toBe('live');
    expect(stage.sent).toHaveLength(2);
  });

  const same: Answer = [200, '{"all":1}'];
  test.each([
    ['a success that strangers do not have', { P: { projectionSearch: ok } }, 'live'],
    [
      'another body than theirs',
      {
        P: { projectionSearch: [200, '{"own":1}'] },
        'no token': { projectionSearch: same },
        'unknown token': { projectionSearch: same },
      },
      'live',
    ],
    [
      'the body of one of them',
      { P: { projectionSearch: same }, 'no token': { projectionSearch: same } },
      'unproven',
    ],
    ['another refusal', { P: { projectionSearch: [403] } }, 'live'],
    ['their very refusal', { P: { projectionSearch: [401] } }, 'dead'],
    [
      'a refusal that is not of who asks',
      { P: { projectionSearch: [404] }, 'unknown token': { projectionSearch: [404] } },
      'unproven',
    ],
    ['a server error', { P: { projectionSearch: [500] } }, 'unproven'],
  ] satisfies [string, Rules, string][])('is reported if %s could show it', async (_by, rules, life) => {
    const stage = met(rules, searching);
    expect(await livenessOf(stage.on, stage.caller('P'))).toBe(life);
  });

  test('is not requested if the method of the search is not known, or if the token is sent in a form', async () => {
    for (const profile of [
      {},
      { search: { method: 'POST' as const }, auth: { carrier: { '4.14': 'form' as const } } },
    ]) {
      const stage = met({ P: { projectionSearch: ok } }, { profile });
      expect(await livenessOf(stage.on, stage.caller('P'))).toBe('unproven');
      expect(stage.sent).toEqual([]);
    }
  });

  test('is sent by strangers once for all holders, but not with expired tokens', async () => {
    const two = [tokens[2], { label: 'Q', scopes: ['view_published_products:demo'] }];
    const expired = { label: 'X', scopes: ['view_products:demo'], expired: true };
    const stage = met(
      { P: { projectionSearch: ok }, Q: { projectionSearch: [403] } },
      { ...searching, tokens: [...two, expired] },
    );
    expect(await livenessOf(stage.on, stage.caller('P'))).toBe('live');
    expect(await livenessOf(stage.on, stage.caller('Q'))).toBe('live');
    expect(stage.sent.map(({ as }) => as).toSorted()).toEqual(['P', 'Q', 'no token', 'unknown token']);
  });

  test('a valid token of the other project shows there', async () => {
    const stage = met({ O: { query: ok } }, { options: { otherProjectKey: 'other' } });
    expect(await livenessOf(stage.on, stage.caller('O'))).toBe('live');
    expect(new Set(stage.sent.map(({ ask }) => ask.projectKey))).toEqual(new Set(['other']));
    expect(stage.sent.every(({ ask }) => ask.mayNotExist === true)).toBe(true);
  });

  test.each([
    ['with consent', { consent: new Set(['upload'] as const) }, 1],
    ['not without', {}, 0],
    ['not where nothing may be written', { consent: new Set(['upload'] as const), readOnly: true }, 0],
  ] satisfies [string, Known['options'], number][])(
    'the uploader sends requests %s',
    async (_how, options, times) => {
      const stage = met({ I: { images: ok } }, { profile: { image: { method: 'POST' } }, options });
      await askForProof(stage.on, 'I', stage.caller('I'));
      await askForProof(stage.on, 'I', stage.caller('I'));
      expect(askedBy(stage, 'I')).toHaveLength(times);
      expect(askedBy(stage, 'unknown token')).toHaveLength(times);
    },
  );

  test('is requested with the declared sample, in the form, or in the query if there is no body', async () => {
    const samples = { '4.14': { query: { a: ['1', '2'] }, body: { b: 3 } } };
    const by = async (method: 'POST' | 'GET') => {
      const stage = met({}, { profile: { search: { method }, samples } });
      await askForProof(stage.on, 'P', stage.caller('P'));
      return stage.sent[0]?.ask;
    };
    const pairs = [
      ['a', '1'],
      ['a', '2'],
    ];
    const post = await by('POST');
    expect(post).toMatchObject({ method: 'POST', query: pairs });
    expect(new TextDecoder().decode(post?.body)).toBe('b=3');
    const get = await by('GET');
    expect(get).toMatchObject({ method: 'GET', query: pairs });
    expect(get?.body).toBeUndefined();
  });
});

test.each([
  [[], [], true],
  [[1, 2], [1, 2], true],
  [[1, 2], [1, 3], false],
  [[1], [1, 2], false],
  [[1, 2], [1], false],
])('%j and %j are the same octets: %s', (a, b, same) => {
  expect(sameOctets(Uint8Array.from(a), Uint8Array.from(b))).toBe(same);
});
