import { describe, expect, test } from 'vitest';
import { probeTokens } from '../../../implementation/callers/probe-tokens.ts';
import { createBodies } from '../../../implementation/create-body.ts';
import { refuseOtherSites } from '../../../implementation/callers/other-sites.ts';
import { refuseSwappedWriter } from '../../../implementation/callers/swapped-writer.ts';
import { refuseToGoOn } from '../../../implementation/callers/no-access.ts';
import { noHandshake } from '../../../implementation/callers/sentences.ts';
import { nothingLearnt } from '../../../implementation/learnt.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { Aborted } from '../../../run/aborted.ts';
import type { Ask } from '../../../run/ask.ts';
import { exchangeOf, judgedStage, type Known } from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const V = { label: 'V', scopes: ['view_test:demo'] };
const M = { label: 'M', scopes: ['manage_test:demo'] };
const P = { label: 'P', scopes: ['view_products:demo'] };
const N = { label: 'N', scopes: [], noScope: true };
const O = { label: 'O', scopes: ['manage_test:other'], otherProject: true };

type Rule = (name: EndpointName, ask: Ask) => number;
type Rules = Readonly<Record<string, Rule>>;

const letIn: Rule = (_, { projectKey = 'demo', target }) =>
  target !== undefined ? 404 : projectKey === 'demo' ? 200 : 403;
const refused: Rule = () => 403;
const asStrangers: Rule = () => 401;

/** What each token is answered; who is not named is answered 401. */
function stageOf(rules: Rules, known: Known) {
  return judgedStage((name, as, ask) => [(rules[as.label] ?? asStrangers)(name, ask)], known);
}

/** The outcome of the first look at the tokens. */
async function met(rules: Rules, known: Known) {
  const stage = stageOf(rules, known);
  const draft = nothingLearnt(stage.on.callers.none);
  const isLetIn = await probeTokens(stage.on, draft);
  const { withdrawn, supplied } = stage.on.callers;
  return {
    stage,
    draft,
    isLetIn,
    withdrawn: withdrawn.map(({ caller }) => caller.label).toSorted(),
    supplied: supplied.map(({ label }) => label),
    liveness: Object.fromEntries(draft.liveness),
    chosen: [draft.reader?.label, draft.writer?.label, draft.updater.label],
  };
}

/** Why a run ends, where it does. */
async function end(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Aborted) return error.why;
    throw error;
  }
  return undefined;
}

describe('at 4.1', () => {
  test('every caller sends one request, and more only after an odd answer', async () => {
    const { stage, isLetIn, liveness } = await met({ V: letIn, M: letIn }, { tokens: [V, M] });
    expect(stage.sent.map(({ name, as }) => `${name} ${as}`).toSorted()).toEqual(
      ['query M', 'query V', 'query no token', 'query unknown token', 'query unknown token'].toSorted(),
    );
    expect(isLetIn).toBe(true);
    expect(liveness).toEqual({ V: 'live', M: 'live' });
  });

  test.each([
    ['is let in alone', letIn, asStrangers, asStrangers, 'live'],
    ['is let in as nobody is', letIn, letIn, asStrangers, 'unproven'],
    ['is let in as an unknown one is', letIn, asStrangers, letIn, 'unproven'],
    ['is refused otherwise', refused, asStrangers, asStrangers, 'live'],
    ['is refused as unknown ones are', asStrangers, asStrangers, asStrangers, 'unproven'],
    ['crashes the server', () => 500, asStrangers, asStrangers, 'unproven'],
    ['is refused where unknown ones are lost', refused, asStrangers, () => 503, 'unproven'],
  ] satisfies [string, Rule, Rule, Rule, string][])(
    'a token that %s is reported with that worth',
    async (_how, own, none, unknown, life) => {
      const { liveness } = await met({ V: own, 'no token': none, 'unknown token': unknown }, { tokens: [V] });
      expect(liveness).toEqual({ V: life });
    },
  );

  test('a refused holder also sends the other plain reads, as does an unknown token', async () => {
    const { stage } = await met({ V: refused }, { tokens: [V] });
    const by = (label: string) => stage.sent.filter(({ as }) => as === label).map(({ name }) => name);
    expect(by('V').toSorted()).toEqual(['exists', 'query', 'search', 'sorted']);
    expect(by('unknown token').toSorted()).toEqual(['exists', 'query', 'query', 'search', 'sorted']);
  });

  test('a refused caller without a listed scope sends no further requests', async () => {
    const { stage } = await met({ P: refused }, { tokens: [P] });
    expect(stage.sent.every(({ name }) => name === 'query')).toBe(true);
  });

  test('some token was granted access if another read granted it', async () => {
    const sortedOnly: Rule = (name) => (name === 'sorted' ? 200 : 403);
    expect((await met({ V: sortedOnly }, { tokens: [V] })).isLetIn).toBe(true);
    expect((await met({ V: refused }, { tokens: [V] })).isLetIn).toBe(false);
  });
});

describe('the reader and the writer', () => {
  test.each([
    ['the holder of manage_test that is let in', [V, M], { V: letIn, M: letIn }, ['M', 'M', 'M']],
    ['a reader that is let in, where the writer is not', [V, M], { V: letIn, M: refused }, ['V', 'M', 'M']],
    ['a reader, where nobody holds manage_test', [V], { V: letIn }, ['V', undefined, 'V']],
    ['one that is known, where none is let in', [M, V], { M: () => 500, V: refused }, ['V', 'M', 'M']],
    ['the first of them, where none is known', [V, M], {}, ['M', 'M', 'M']],
    ['whoever there is, where none holds a scope', [P], {}, ['P', undefined, 'P']],
    ['nobody', [], {}, [undefined, undefined, 'no token']],
    [
      'the narrower one of two',
      [{ label: 'W', scopes: ['view_test:demo', 'manage_test:demo'] }, M],
      { W: letIn, M: letIn },
      ['M', 'M', 'M'],
    ],
    [
      'none that has expired',
      [{ ...M, expired: true }, V],
      { V: letIn, M: asStrangers },
      ['V', undefined, 'V'],
    ],
  ] satisfies [string, Known['tokens'], Rules, (string | undefined)[]][])(
    'is %s',
    async (_who, tokens, rules, chosen) => {
      expect((await met(rules, { tokens })).chosen).toEqual(chosen);
    },
  );
});

describe('the claims in a token', () => {
  const past = { expires: 1 };

  test('end the run if they contradict its setting', async () => {
    const tokens = [{ ...V, claims: { scopes: ['manage_test:demo'] } }];
    const stage = stageOf({ V: letIn }, { tokens });
    expect(await end(() => probeTokens(stage.on, nothingLearnt(stage.on.callers.none)))).toBe(
      'configuration',
    );
    expect(stage.sent).toEqual([]);
  });

  test('take the token out of use if it has expired', async () => {
    const { withdrawn, draft, stage } = await met(
      { V: letIn, M: letIn },
      { tokens: [{ ...V, claims: past }, M] },
    );
    expect(withdrawn).toEqual(['V']);
    expect(draft.mistakes).toHaveLength(1);
    expect(stage.sent.every(({ as }) => as !== 'V')).toBe(true);
  });

  test('end the run if no token is left', async () => {
    const stage = stageOf({ V: letIn }, { tokens: [{ ...V, claims: past }] });
    expect(await end(() => probeTokens(stage.on, nothingLearnt(stage.on.callers.none)))).toBe(
      'configuration',
    );
  });

  test('are ignored for a token that is supplied as expired', async () => {
    const tokens = [V, { ...M, claims: past, expired: true }];
    expect((await met({ V: letIn }, { tokens })).withdrawn).toEqual([]);
  });
});

describe('an expired token', () => {
  test('is answered like unknown tokens everywhere, while other tokens are distinguished', async () => {
    const { withdrawn, liveness, draft, supplied } = await met(
      { V: letIn, M: asStrangers, N: refused },
      { tokens: [V, M, N] },
    );
    expect(withdrawn).toEqual(['M']);
    expect(supplied).toEqual(['V', 'N']);
    expect(liveness).toMatchObject({ M: 'dead', V: 'live' });
    expect(draft.mistakes).toHaveLength(1);
  });

  test.each([
    ['is answered otherwise elsewhere', { M: (name: EndpointName) => (name === 'cart' ? 200 : 401) }, {}],
    [
      'is answered otherwise in an unknown project',
      { M: (_: EndpointName, { projectKey }: Ask) => (projectKey === undefined ? 401 : 404) },
      {},
    ],
    [
      'is refused as insufficient tokens are declared to be',
      {},
      { profile: { refusal: { insufficientScope: [401] } } },
    ],
  ] satisfies [string, Rules, Known][])('is not a token that %s', async (_what, rules, known) => {
    const { withdrawn } = await met({ V: letIn, N: refused, ...rules }, { tokens: [V, M, N], ...known });
    expect(withdrawn).toEqual([]);
  });

  test('is reported as unknown if no token is known to be valid', async () => {
    const { withdrawn, stage } = await met({}, { tokens: [V, M] });
    expect(withdrawn).toEqual([]);
    expect(stage.sent.every(({ ask }) => ask.projectKey === undefined)).toBe(true);
  });
});

describe('two tokens are swapped', () => {
  test('two tokens are swapped if each gets exactly the refusals and grants that are due to the other token', async () => {
    const { withdrawn, draft } = await met({ V: refused, P: letIn }, { tokens: [V, P] });
    expect(withdrawn).toEqual(['P', 'V']);
    expect(draft.mistakes).toHaveLength(1);
  });

  const except =
    (name: EndpointName, status: number, other: number): Rule =>
    (at) =>
      at === name ? other : status;
  test.each([
    ['the one is let in at a list', { V: except('sorted', 403, 200), P: letIn }],
    ['the other is refused at a list', { V: refused, P: except('sorted', 200, 403) }],
    ['unknown tokens are let in', { V: refused, P: letIn, 'unknown token': letIn }],
    ['both are let in', { V: letIn, P: letIn }],
    ['both are refused', { V: refused, P: refused }],
  ] satisfies [string, Rules][])('two tokens are not swapped if %s', async (_where, rules) => {
    expect((await met(rules, { tokens: [V, P] })).withdrawn).toEqual([]);
  });

  test('two tokens are not swapped if one is said to hold several scopes', async () => {
    const wide = { label: 'P', scopes: ['view_products:demo', 'manage_products:demo'] };
    expect((await met({ V: refused, P: letIn }, { tokens: [V, wide] })).withdrawn).toEqual([]);
  });
});

describe('the token of the other project', () => {
  const options = { otherProjectKey: 'other' };
  const there: Rule = (_, { projectKey }) => (projectKey === 'other' ? 200 : 403);

  test('is recognised by a success in its project', async () => {
    const { liveness, draft, withdrawn } = await met({ V: letIn, O: there }, { tokens: [V, O], options });
    expect(liveness).toMatchObject({ O: 'live' });
    expect(draft.mistakes).toEqual([]);
    expect(withdrawn).toEqual([]);
  });

  test('is recognised by a success at another read of its project', async () => {
    const sortedThere: Rule = (name, ask) => (name === 'sorted' ? there(name, ask) : 403);
    const { draft } = await met({ V: letIn, O: sortedThere }, { tokens: [V, O], options });
    expect(draft.mistakes).toEqual([]);
  });

  test('counts as expired without a success, and stays in use', async () => {
    const { liveness, draft, withdrawn } = await met({ V: letIn, O: refused }, { tokens: [V, O], options });
    expect(liveness).toMatchObject({ O: 'dead' });
    expect(draft.mistakes).toHaveLength(1);
    expect(withdrawn).toEqual([]);
  });

  test('is withdrawn if this project grants it access instead, unless it grants access to all tokens', async () => {
    const known = { tokens: [V, O], options };
    expect((await met({ V: letIn, O: letIn }, known)).withdrawn).toEqual(['O']);
    expect((await met({ V: letIn, O: letIn, 'no token': letIn }, known)).withdrawn).toEqual([]);
  });

  test('is not judged if the answer comes from the network, not from the server', async () => {
    const lost: Rule = (name, ask) => (ask.projectKey === 'other' ? 503 : letIn(name, ask));
    const { draft } = await met({ V: letIn, O: lost }, { tokens: [V, O], options });
    expect(draft.mistakes).toEqual([]);
  });
});

describe('another site', () => {
  async function looked(answer: (name: EndpointName, ask: Ask) => Answer, first = 200, unknown = 200) {
    const stage = judgedStage((name, _as, ask) => answer(name, ask), { tokens: [V] });
    const caller = stage.caller('V');
    const why = await end(() =>
      refuseOtherSites(stage.on, exchangeOf([first], { caller }), exchangeOf([unknown], { caller })),
    );
    return { why, stage };
  }

  test('answers documented and invented paths alike, and ends the run before any write', async () => {
    const { why, stage } = await looked(() => [200, '"hello"']);
    expect(why).toBe('unreachable');
    expect(stage.sent.every(({ name }) => name !== 'create')).toBe(true);
    expect((await looked(() => [302, '', [['location', '/login']]], 302, 302)).why).toBe('unreachable');
  });

  test.each([
    ['refuses a token', 403, 403],
    ['answers unknown tokens otherwise', 200, 401],
    ['fails', 500, 500],
  ])('is not tested if the API %s', async (_what, first, unknown) => {
    const { why, stage } = await looked(() => [200, '"hello"'], first, unknown);
    expect(why).toBeUndefined();
    expect(stage.sent).toEqual([]);
  });

  test.each(['query', 'readById', 'search', 'sorted', 'cart'] as const)(
    'is not assumed if %s is answered differently',
    async (own) => {
      const answer = (name: EndpointName, ask: Ask): Answer =>
        name === own && ask.target === undefined ? [200, '"own"'] : [200, '"hello"'];
      expect((await looked(answer)).why).toBeUndefined();
    },
  );

  test('is not assumed if invented paths do not exist', async () => {
    const { why } = await looked((_, ask) => (ask.target === undefined ? [200, '"hello"'] : [404]));
    expect(why).toBeUndefined();
  });
});

describe('the writer looks swapped', () => {
  const created = 201;
  /** V may create and delete, M neither. */
  const swapped: Rules = {
    V: (name) => (name === 'create' ? created : 200),
    M: refused,
  };

  async function tried(rules: Rules, known: Known = {}, writer = 'M') {
    const stage = judgedStage(
      (name, as, ask) => [(rules[as.label] ?? asStrangers)(name, ask), '{"id":"r1"}'],
      { tokens: [V, M], ...known },
    );
    const entered: string[] = [];
    const draft = nothingLearnt(stage.on.callers.none);
    if (writer !== '') draft.writer = stage.caller(writer);
    const body = createBodies[2] ?? (() => ({}));
    const why = await end(() => refuseSwappedWriter(stage.on, draft, body, (id) => entered.push(id)));
    return { why, entered, sent: stage.sent.map(({ name, as }) => `${name} ${as}`) };
  }

  test('the writer looks swapped if another token creates and deletes, but must do neither', async () => {
    expect(await tried(swapped)).toEqual({
      why: 'configuration',
      entered: ['r1'],
      sent: ['create V', 'create unknown token', 'remove M', 'remove V'],
    });
  });

  test.each([401, 404])('the writer looks swapped if its delete is answered %i', async (status) => {
    const rule: Rule = (name) => (name === 'remove' ? status : 403);
    expect((await tried({ ...swapped, M: rule })).why).toBe('configuration');
  });

  test.each([
    ['the writer deletes', { ...swapped, M: (name: EndpointName) => (name === 'remove' ? 200 : 403) }],
    [
      'the other one does not delete',
      { ...swapped, V: (name: EndpointName) => (name === 'create' ? 201 : 403) },
    ],
    [
      'unknown tokens create',
      { ...swapped, 'unknown token': (name: EndpointName) => (name === 'create' ? 201 : 401) },
    ],
    ['the other one does not create', { ...swapped, V: refused }],
  ] satisfies [string, Rules][])('two tokens are not swapped if %s', async (_where, rules) => {
    expect((await tried(rules)).why).toBeUndefined();
  });

  test('the writer does not look swapped without a writer, without another token, or if the other token counts only elsewhere', async () => {
    expect((await tried(swapped, {}, '')).sent).toEqual([]);
    expect((await tried(swapped, { tokens: [M] })).sent).toEqual([]);
    expect((await tried(swapped, { tokens: [{ ...V, expired: true }, M] })).sent).toEqual([]);
    expect((await tried(swapped, { tokens: [{ ...V, otherProject: true }, M] })).sent).toEqual([]);
  });
});

test.each([
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'http://'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'http://'],
  ['ECONNRESET', 'http://'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'CONFORMANCE_CA_FILE'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CONFORMANCE_CA_FILE'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'CONFORMANCE_CA_FILE'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'CONFORMANCE_CA_FILE'],
])('advice on a handshake that fails with %s begins with %s', (code, first) => {
  const text = noHandshake('https://host.test', `no TLS handshake: ${code}`);
  expect(/http:\/\/|CONFORMANCE_CA_FILE/.exec(text)?.[0]).toBe(first);
});

describe('a run without access for any caller', () => {
  test.each([
    ['the target cannot be reached where nothing was answered', [V], undefined, undefined, 'unreachable'],
    ['nor where the last create was lost', [V], 401, 503, 'unreachable'],
    ['the operator has to mend where tokens are refused', [V], 401, 403, 'configuration'],
    ['so where no create was sent', [V], 401, undefined, 'configuration'],
    ['so where the target refuses reads and fails at creates', [V], 401, 500, 'configuration'],
    ['so where it fails at reads and refuses creates', [V], 500, 403, 'configuration'],
    ['the target is at fault where it fails at all', [V], 500, 500, 'unreachable'],
    ['so with any server error', [V], 520, 507, 'unreachable'],
    ['so where no create was sent', [V], 500, undefined, 'unreachable'],
    ['it goes on where no token was supplied', [], 401, 401, undefined],
  ] satisfies [string, Known['tokens'], number | undefined, number | undefined, string | undefined][])(
    '%s',
    async (_what, tokens, read, last, why) => {
      const stage = stageOf({ V: () => read ?? 0 }, { tokens });
      if (read !== undefined)
        await stage.on.ask('query', { as: stage.on.callers.supplied[0] ?? stage.on.callers.none });
      const caller = stage.on.callers.none;
      const create = last === undefined ? undefined : exchangeOf([last], { caller });
      expect(await end(() => refuseToGoOn(stage.on, create))).toBe(why);
    },
  );

  test('ends if the only token was withdrawn', async () => {
    const stage = stageOf({}, { tokens: [V] });
    await stage.on.ask('query');
    stage.on.callers.withdraw(stage.caller('V'), 'is dead');
    expect(await end(() => refuseToGoOn(stage.on, undefined))).toBe('configuration');
  });
});
