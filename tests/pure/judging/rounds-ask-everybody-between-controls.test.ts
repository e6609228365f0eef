import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../../clause/thrown.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { AccessCase, AccessTarget } from '../../../judging/access/access-case.ts';
import { accessRound, bracket } from '../../../judging/access/access-round.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { inTurn, judgedStage, type Known } from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const full: Answer = [200, '{"total":3}'];

function asking(endpoint: EndpointName, more: Partial<AccessTarget> = {}): AccessCase {
  return {
    endpoint,
    prepare: () =>
      Promise.resolve({
        ask: (on, as) => on.ask('query', { as }),
        shows: () => true,
        grants: () => 'granted',
        ...more,
      }),
  };
}

const viewer = { label: 'A', scopes: ['view_test:demo'] };
const stranger = { label: 'P', scopes: ['view_products:demo'] };

/** A round of A and P, and who was asked in it. */
async function round(
  answers: Readonly<Record<string, readonly Answer[]>>,
  more: Partial<AccessTarget> = {},
  known: Known = {},
) {
  const stage = judgedStage(inTurn(answers), { tokens: [viewer, stranger], ...known });
  const met = await bracket(stage.on, asking('query', more), () => [stage.caller('P')]);
  return {
    asked: stage.sent.map(({ as }) => as),
    status: met.answers.get(stage.caller('P'))?.status,
    after: met.after.status,
    controller: met.controller.label,
  };
}

describe('a control', () => {
  test.each([
    ['once where it is let in', [full], 1],
    ['again where a resource is in use', [[409], full], 2],
    ['again where it is locked', [[423], full], 2],
    ['again after a server error', [[500], full], 2],
    ['again where no answer can be used', [[503], full], 2],
    ['three times', [[409], [503], full], 3],
  ] as const)('is sent for %s', async (_how, answers, before) => {
    const { asked, after } = await round({ A: answers, P: [[403]] });
    // Anyone who may is asked beside P as well, and once more after it.
    expect(asked.filter((as) => as === 'A')).toHaveLength(before + 2);
    expect(after).toBe(200);
  });

  test.each([
    ['where it is refused', [[403], full], 1],
    ['where it is not found', [[404], full], 1],
    ['where it was lost three times', [[503], [503], [503], full], 3],
    ['where it met three conflicts', [[409], [409], [409], full], 3],
    ['where it is sent elsewhere', [[302, '', [['location', 'https://other.test/']]], full], 1],
  ] as readonly (readonly [string, readonly Answer[], number])[])('shows nothing %s', async (_where, answers, times) => {
    const stage = judgedStage(inTurn({ A: answers }), { tokens: [viewer] });
    const thrown: unknown = await bracket(stage.on, asking('query'), () => []).catch((error: unknown) => error);
    expect(thrown instanceof Inconclusive && [thrown.reason.code, thrown.tested]).toEqual(['premise-failed', false]);
    expect(stage.sent).toHaveLength(times);
  }); // prettier-ignore

  test('cannot be sent if no caller has a token', async () => {
    const { on } = judgedStage(inTurn({}), { tokens: [stranger] });
    const thrown: unknown = await bracket(on, asking('query'), () => []).catch((error: unknown) => error);
    expect(thrown instanceof Inconclusive && [thrown.reason.code, thrown.reason.supply]).toEqual([
      'no-token',
      'CONFORMANCE_TOKEN_MANAGE_TEST=<token>',
    ]);
  });

  test('is not repeated if the only token has expired', async () => {
    const stage = judgedStage(inTurn({ A: [full] }), { tokens: [viewer] });
    let asks = 0;
    const ask: AccessTarget['ask'] = async (on, as) => {
      const exchange = await on.ask('query', { as });
      return (asks += 1) > 1 ? exchange.asOver() : exchange;
    };
    const more = { ask, exempts: () => true };
    const met = await bracket(stage.on, asking('query', more), () => [], { withSufficient: false });
    expect([met.before.tokenExpired, met.after.tokenExpired]).toEqual([false, true]);
  });

  test.each([true, false])(
    'is sent with another token if the first has expired: withdrawn is %s',
    async (isWithdrawn) => {
      const tokens = [viewer, { label: 'B', scopes: ['view_test:demo'] }, stranger];
      const stage = judgedStage(inTurn({ A: [full], B: [full] }), { tokens });
      const [a, b] = [stage.caller('A'), stage.caller('B')];
      const asked: string[] = [];
      const ask: AccessTarget['ask'] = async (on, as) => {
        asked.push(as.label);
        const exchange = await on.ask('query', { as });
        if (as !== a || asked.filter((label) => label === 'A').length < 2) return exchange;
        if (isWithdrawn && stage.on.callers.supplied.includes(a)) stage.on.callers.withdraw(a, 'expired');
        return exchange.asOver();
      };
      const met = await bracket(stage.on, asking('query', { ask }), () => [], { withSufficient: false });
      expect(met.controller).toBe(b);
      expect(met.after.succeeded).toBe(true);
    },
  );
});

describe('a lag', () => {
  const lagging = () => {
    let waits = 0;
    const outwaitLag = () => {
      waits += 1;
      return Promise.resolve();
    };
    return { outwaitLag, waits: () => waits };
  };

  test.each([
    ['where what is there is not found afterwards', [full, full, [404], full], 1],
    ['where it is gone afterwards', [full, full, [410], full], 1],
    ['where it is not found before', [[404], full], 1],
    ['never where it is found', [full], 0],
    ['never where who asks is refused afterwards', [full, full, [403]], 0],
  ] as readonly (readonly [string, readonly Answer[], number])[])('is waited for %s', async (_where, answers, times) => {
    const { outwaitLag, waits } = lagging();
    await round({ A: answers, P: [[404]] }, { outwaitLag });
    expect(waits()).toBe(times);
  }); // prettier-ignore

  test('repeats only callers who were not granted access', async () => {
    const tokens = [viewer, stranger, { label: 'Q', scopes: ['view_products:demo'] }];
    const stage = judgedStage(inTurn({ A: [full, [404], full], P: [[404], [403]], Q: [full] }), { tokens });
    const [p, q] = [stage.caller('P'), stage.caller('Q')];
    const { outwaitLag } = lagging();
    const met = await bracket(stage.on, asking('query', { outwaitLag }), () => [p, q], {
      withSufficient: false,
    });
    expect([met.answers.get(p)?.status, met.answers.get(q)?.status]).toEqual([403, 200]);
    expect(stage.sent.map(({ as }) => as)).toEqual(['A', 'P', 'Q', 'A', 'P', 'A']);
    expect(met.after.status).toBe(200);
  });

  test('does not count if no check waits for it', async () => {
    expect((await round({ A: [full, full, [404]], P: [[403]] })).after).toBe(404);
  });
});

describe('a round', () => {
  const both = { label: 'AB', scopes: ['view_test:demo', 'manage_test:demo'] };
  const labels = async (known: Known, endpoint: EndpointName = 'query', more: Partial<AccessTarget> = {}) => {
    const { on } = judgedStage(() => full, known);
    const { answers } = await accessRound(on, asking(endpoint, more));
    return new Set([...answers.keys()].map(({ kind, label }) => (kind === 'supplied' ? label : kind)));
  }; // prettier-ignore
  const usual = ['none', 'random', 'altered'];

  test.each([
    ['who holds one listed scope alone, where somebody does', [both, viewer], ['A']],
    ['who holds one among others, where nobody holds one alone', [both], ['AB']],
  ] as const)('asks %s', async (_who, tokens, also) => {
    expect(await labels({ tokens })).toEqual(new Set([...usual, ...also]));
  });

  test('skips sufficient callers if their requests have an effect, and callers that the target excludes', async () => {
    const tokens = [viewer, stranger];
    expect(await labels({ tokens }, 'query', { once: true })).toEqual(new Set([...usual, 'P']));
    const exempts: AccessTarget['exempts'] = ({ label }) => label === 'P';
    expect(await labels({ tokens }, 'query', { exempts })).toEqual(new Set([...usual, 'A']));
  });

  const others = [
    viewer,
    { label: 'O', scopes: ['manage_test:other'], otherProject: true },
    { label: 'N', scopes: [], noScope: true },
    { label: 'like', scopes: ['view_test:demo2'] },
    { label: 'case', scopes: ['VIEW_TEST:demo'] },
    { label: 'products', scopes: ['view_products:demo2'] },
    { label: 'shout', scopes: ['VIEW_PRODUCTS:demo'] },
    { label: 'star', scopes: ['*view_test*:demo'] },
    { label: 'openid', scopes: ['openid'] },
    { label: 'twice', scopes: ['view_test:demo2', 'view_products:demo2'] },
    { label: 'mixed', scopes: ['view_test:demo2', 'openid'] },
    { label: 'old', scopes: ['view_test:demo2'], expired: true },
  ];

  test.each([
    ['all of whom the contract says that they may not', 'readByKey', [], ['O', 'N', 'like', 'case', 'twice']],
    ['nobody of another project, where there is none', 'readByKey', ['other-project'], ['N', 'like', 'case', 'twice']],
    ['nobody without scopes, where there is no such token', 'readByKey', ['no-scope'], ['O', 'like', 'case', 'twice']],
    ['nobody whose scopes resemble others, where that is left out', 'readByKey', ['minted-scopes'], ['O', 'N']],
    ['those whose scopes resemble listed ones in a clause of their own', 'query', [], ['O', 'N']],
    ['others whose scopes resemble those that are listed there', 'projectionSearch', [], ['O', 'N', 'products', 'shout', 'twice', 'A']],
  ] as const)('asks %s', async (_who, endpoint, without, asked) => {
    const holder = { label: 'V', scopes: ['view_products:demo'] };
    const tokens = endpoint === 'projectionSearch' ? [...others, holder] : others;
    const known = { tokens, options: { without: new Set<string>(without) } };
    expect(await labels(known, endpoint, { once: true })).toEqual(new Set([...usual, ...asked]));
  }); // prettier-ignore

  test('is run once for all of its clauses, and again for each further round', async () => {
    const { on, sent } = judgedStage(() => full, { tokens: [viewer] });
    const which = asking('query');
    const first = await accessRound(on, which);
    expect(await accessRound(on, which, 0)).toBe(first);
    const asked = sent.length;
    expect(await accessRound(on, which, 1)).not.toBe(first);
    expect(sent).toHaveLength(2 * asked);
  });

  test('repeats the requests of callers once if their refusal proves nothing', async () => {
    const stage = judgedStage(inTurn({ A: [full], P: [[403]], Q: [full] }), {
      tokens: [viewer, ...['P', 'Q', 'R'].map((label) => ({ label, scopes: ['view_products:demo'] }))],
    });
    const refusesNothing = (_on: unknown, { caller }: Exchange) =>
      Promise.resolve(caller.label === 'P' ? 'it was gone' : undefined);
    const callers = ['P', 'Q', 'R'].map(stage.caller);
    await bracket(stage.on, asking('query', { refusesNothing }), () => callers, { withSufficient: false });
    expect(stage.sent.map(({ as }) => as)).toEqual(['A', 'P', 'Q', 'R', 'A', 'P', 'A']);
  });
});
