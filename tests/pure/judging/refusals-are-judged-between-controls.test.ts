import { describe, expect, test } from 'vitest';
import type { AccessCase, AccessTarget } from '../../../judging/access/access-case.ts';
import {
  isMistaken,
  judgeCallers,
  judgeProbedCaller,
  judgeProbes,
} from '../../../judging/access/access-judgements.ts';
import { bracket } from '../../../judging/access/access-round.ts';
import type { Exchange } from '../../../history/exchange.ts';
import {
  exchangeOf,
  inTurn,
  judgedStage,
  outlineOf,
  type Known,
  type Script,
} from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const full: Answer = [200, '{"total":3}'];
const tokens = [
  { label: 'A', scopes: ['view_test:demo'] },
  { label: 'P', scopes: ['view_products:demo'] },
] as const;

/** A query of which any success grants access, except what is said of the target. */
function querying(more: Partial<AccessTarget> = {}): AccessCase {
  return {
    endpoint: 'query',
    prepare: () =>
      Promise.resolve({
        ask: (on, as) => on.ask('query', { as }),
        shows: () => true,
        grants: ({ succeeded }) => (succeeded ? 'granted' : 'refused'),
        ...more,
      }),
  };
}

/** What is told of P, who has to be refused, beside A. */
async function judged(
  answers: readonly Answer[],
  more: Partial<AccessTarget> = {},
  known: Known = {},
  control: readonly Answer[] = [full],
) {
  const stage = judgedStage(inTurn({ A: control, P: answers }), { tokens, ...known });
  await judgeCallers(stage.on, querying(more), [stage.caller('P')]);
  return stage;
}

describe('a caller who must be refused', () => {
  test.each([
    ['and is, by any status', [[404]], {}, ['refused']],
    ['and gets what a sufficient caller gets', [full], {}, ['violated']],
    ['and is answered by a limit alone', [[503]], {}, ['noise']],
    ['and is recognisably refused by a success', [full], { grants: () => 'refused' }, ['held']],
    ['and may be by a success', [full], { grants: () => 'open' }, ['undecided: two-readings']],
    ['and may be, until one looks further', [full], { grants: () => 'open', decideOpen: () => Promise.resolve('granted') }, ['violated']],
    ['and may be, until it shows that it was', [full], { grants: () => 'open', decideOpen: () => Promise.resolve('refused') }, ['held']],
    ['and is told in the refusal what is refused', [[403]], { leaks: () => true }, ['violated']],
    ['and is where nothing leaks', [[403]], { leaks: () => false }, ['refused']],
    ['and crashes the server each time', [[500]], {}, ['undecided: server-error']],
    ['and crashes the server for once', [[500], [403]], {}, ['passed', 'refused']],
    ['and crashes the server at times', [[500], [403], [500]], {}, ['undecided: server-error']],
    ['and is let in after a crash', [[500], full], {}, ['passed', 'violated']],
    ['and is lost after a crash', [[500], [503]], {}, ['undecided: server-error']],
    ['and is sent elsewhere', [[302, '', [['location', 'https://other.test/login']]]], {}, ['undecided: redirect-cross-origin']],
  ] as readonly (readonly [string, readonly Answer[], Partial<AccessTarget>, readonly string[]])[])('%s', async (_who, answers, more, outline) => {
    expect(outlineOf((await judged(answers, more)).told)).toEqual(outline);
  }); // prettier-ignore

  test.each(['refused', 'granted'] as const)('proves nothing if there was nothing to refuse: %s', async (grant) => {
    const vain = { refusesNothing: () => Promise.resolve('it was gone'), grants: () => grant };
    const { told } = await judged([grant === 'refused' ? full : [403]], vain);
    expect(outlineOf(told)).toEqual(['discarded: premise-failed']);
  }); // prettier-ignore

  test('proves nothing if the token is not valid', async () => {
    const known = { learnt: { liveness: new Map([['P', 'dead'] as const]) } };
    expect(outlineOf((await judged([[403]], {}, known)).told)).toEqual(['discarded: dead-token']);
  });

  test('sends one request if its result is clear, without further examination', async () => {
    const never = () => Promise.reject(new Error('nothing is open'));
    for (const grant of ['granted', 'refused'] as const) {
      const { sent } = await judged([full], {
        grants: () => grant,
        becomesTelling: never,
        decideOpen: never,
      });
      expect(sent.flatMap(({ name, as }) => (name === 'query' ? [as] : []))).toEqual(['A', 'P', 'A']);
    }
  });

  test('is examined beside a sufficient caller', async () => {
    const decideOpen: AccessTarget['decideOpen'] = (_on, { caller, controller }, probe, control) =>
      Promise.resolve(
        [caller, controller].map(({ label }) => label).join() === 'P,A' &&
          [probe, control].map((one) => one.caller.label).join() === 'P,A'
          ? 'granted'
          : 'refused',
      );
    expect(outlineOf((await judged([full], { grants: () => 'open', decideOpen })).told)).toEqual([
      'violated',
    ]);
  });

  test('may also be a caller without a token', async () => {
    const stage = judgedStage(() => full, { tokens });
    await judgeCallers(stage.on, querying(), [stage.on.callers.none]);
    expect(outlineOf(stage.told)).toEqual(['violated']);
  });

  test('is not redirected in a loop', async () => {
    const { told, sent } = await judged([[302, '', [['location', 'loop']]]]);
    expect(outlineOf(told)).toEqual(['noise']);
    expect(sent.map(({ as }) => as)).toEqual(['A', 'P', 'A']);
  });

  test.each([
    ['a redirect', [[302, '', [['location', 'https://other.test/']]]], [['P']]],
    ['a server error', [[500]], [['P']]],
    ['a server error that passed', [[500], [403]], [['P'], ['P']]],
  ] as readonly (readonly [string, readonly Answer[], readonly (readonly string[])[]])[])('is shown with %s', async (_what, answers, callers) => {
    const { told } = await judged(answers);
    expect(told.map((one) => one.callers)).toEqual(callers);
    expect(told[0]?.statuses).toEqual([answers[0]?.[0]]);
  }); // prettier-ignore

  test('is shown between two sufficient callers, with its own answer at fault', async () => {
    expect((await judged([full])).told).toMatchObject([
      {
        callers: ['A', 'P', 'A'],
        roles: ['control', 'probe at fault', 'control'],
        more: { deviation: 'status' },
      },
    ]);
    expect((await judged([[403]], { leaks: () => true })).told).toMatchObject([
      {
        callers: ['A', 'P', 'A'],
        roles: ['control', 'probe at fault', 'control'],
        more: { deviation: 'discloses' },
      },
    ]);
  });

  test.each([
    ['the same', full, 'alike'],
    ['another body of the same length', [200, '{"total":4}'], 'unlike'],
    ['a longer body', [200, '{"total":30}'], 'unlike'],
    ['the same body with another status', [203, '{"total":3}'], 'unlike'],
  ] as const)('leaves two readings if it is answered %s', async (_what, answer, claim) => {
    expect((await judged([answer], { grants: () => 'open' })).told).toMatchObject([
      { callers: ['P', 'A'], more: { claims: [[claim, 'P', 'A']], readings: 2 } },
    ]);
  });

  test('is judged again, once, if the list shows content later', async () => {
    const waited: number[] = [];
    const becomesTelling = (_on: unknown, control: Exchange) => {
      waited.push(control.number);
      return Promise.resolve(true);
    };
    const empty: Answer = [200, '{"total":0}'];
    const grants: AccessTarget['grants'] = (probe, control, again) =>
      [control, again].every(({ value }) => JSON.stringify(value) !== JSON.stringify(exchangeOf(empty, { caller: probe.caller }).value))
        ? 'granted'
        : 'open';
    const { told } = await judged([empty, full], { becomesTelling, grants }, {}, [empty, empty, full]);
    expect(waited).toHaveLength(1);
    expect(outlineOf(told)).toEqual(['violated']);
    const vain = { becomesTelling: () => Promise.resolve(false), grants };
    expect(outlineOf((await judged([empty, full], vain, {}, [empty, empty, full])).told)).toEqual(['undecided: two-readings']);
  }); // prettier-ignore

  test('is not reported if the answer to a sufficient caller shows no content', async () => {
    expect(outlineOf((await judged([full], { shows: () => false })).told)).toEqual([
      'discarded: premise-failed',
    ]);
  });

  test('is not reported if that caller is refused afterwards', async () => {
    expect(outlineOf((await judged([full], {}, {}, [full, [403]])).told)).toEqual(['undecided: flaky']);
  });

  test('is not reported if that caller was refused before', async () => {
    const { on, told, caller } = judgedStage(inTurn({ A: [full] }), { tokens });
    const round = await bracket(on, querying(), () => []);
    const refused = exchangeOf([403], { caller: caller('A') });
    await judgeProbes(on, { ...round, before: refused }, [[caller('P'), round.before]]);
    expect(outlineOf(told)).toEqual(['discarded: premise-failed']);
  });

  test('is redirected within the origin, and judged by the final answer', async () => {
    const script: Script = (_name, { label }, { target }) => {
      if (target !== undefined) return [200, '{"login":true}'];
      return label === 'A' ? full : [302, '', [['location', 'login?next=a']]];
    };
    const { on, told, sent, caller } = judgedStage(script, { tokens });
    const grants = ({ object }: Exchange) => (object?.['login'] === true ? 'refused' : 'granted');
    await judgeCallers(on, querying({ grants }), [caller('P')]);
    expect(outlineOf(told)).toEqual(['held']);
    expect(sent.flatMap(({ ask: { target, fromOrigin }, as }) => (target === undefined ? [] : [[target, fromOrigin, as]]))).toEqual([['/v1/demo/login?next=a', true, 'P']]);
  }); // prettier-ignore
});

describe('a single caller', () => {
  const alone = async (answers: readonly Answer[], more: Partial<AccessTarget> = {}, known: Known = {}) => {
    const stage = judgedStage(inTurn({ A: [full], P: answers }), { tokens, ...known });
    await judgeProbedCaller(stage.on, querying(more), stage.caller('P'));
    const asked = stage.sent.flatMap(({ name, as }) => (name === 'query' ? [as] : []));
    return { outline: outlineOf(stage.told), asked };
  };

  test.each([
    ['is asked once where it is refused', [[403]], {}, ['refused'], ['P']],
    ['is asked once where there was something to refuse', [[403]], { refusesNothing: () => Promise.resolve(undefined) }, ['refused'], ['P']],
    ['is asked once where the refusal tells nothing', [[403]], { leaks: () => false }, ['refused'], ['P']],
    ['is asked once where no answer can be used', [[503]], {}, [], ['P']],
    ['has a round of its own where it is let in', [full], {}, ['violated'], ['P', 'A', 'P', 'A']],
    ['has one where the refusal tells what is refused', [[403]], { leaks: () => true }, ['violated'], ['P', 'A', 'P', 'A']],
    ['has one where there was nothing to refuse', [[403]], { refusesNothing: () => Promise.resolve('it was gone') }, ['discarded: premise-failed'], ['P', 'A', 'P', 'A', 'P', 'A']],
  ] as readonly (readonly [string, readonly Answer[], Partial<AccessTarget>, readonly string[], readonly string[]])[])('%s', async (_what, answers, more, outline, asked) => {
    expect(await alone(answers, more)).toEqual({ outline, asked });
  }); // prettier-ignore

  test('proves nothing if its token is not valid', async () => {
    const known = { learnt: { liveness: new Map([['P', 'dead'] as const]) } };
    expect(await alone([[403]], {}, known)).toEqual({ outline: [], asked: ['P'] });
  });
});

describe('a token under the setting of another token', () => {
  const swapped = [
    { label: 'A', scopes: ['view_test:demo'] },
    { label: 'M', scopes: ['manage_products:demo'] },
    { label: 'V', scopes: ['view_products:demo'] },
    { label: 'MV', scopes: ['manage_products:demo', 'view_products:demo'] },
  ] as const;
  const place: Script = (name, { label }) => {
    if (label === 'A') return full;
    if (name === 'query') return label === 'M' || label === 'MV' ? full : [403];
    return (name === 'images' && label === 'V') || (name === 'projectionSearch' && label === 'M')
      ? [200]
      : [401];
  };
  const met = async (known: Known = {}) => {
    const stage = judgedStage(place, { tokens: swapped, ...known });
    for (const name of ['images', 'projectionSearch'] as const)
      for (const as of [...stage.on.callers.supplied, stage.on.callers.random])
        await stage.on.ask(name, { as, method: 'POST' });
    stage.sent.splice(0);
    return stage;
  };

  test('is reported at the end, as a mistake', async () => {
    const { on, told, phases, caller } = await met();
    await judgeCallers(on, querying(), [caller('M')]);
    expect(outlineOf(told)).toEqual(['undecided: dead-token']);
    expect(told[0]?.callers).toEqual(['M']);
    expect(phases).toEqual(['late']);
  });

  test.each(['reader', 'writer'] as const)('is not searched for if the run has already seen it as its %s', async (role) => {
    const { on, told, phases, caller, learnt } = await met();
    learnt[role] = caller('M');
    expect(await isMistaken(on, caller('M'), exchangeOf([200], { caller: caller('M') }))).toBe(false);
    expect([told, phases]).toEqual([[], []]);
  }); // prettier-ignore

  test('is a supplied token with a single scope', async () => {
    const { on, told, phases, caller } = await met();
    for (const one of [caller('MV'), on.callers.none, on.callers.random])
      expect(await isMistaken(on, one, exchangeOf([200], { caller: one }))).toBe(false);
    expect([told, phases]).toEqual([[], []]);
  });

  test('is not a token that was granted access as it must be', async () => {
    const { on, told, phases, caller } = await met();
    expect(await isMistaken(on, caller('A'), exchangeOf([200], { caller: caller('A') }))).toBe(false);
    expect([told, phases]).toEqual([[], ['late']]);
  });
});
