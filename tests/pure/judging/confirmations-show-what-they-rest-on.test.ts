import { describe, expect, test } from 'vitest';
import { beginningWith } from '../../../judging/beginning-with.ts';
import { createRandom } from '../../../run/random.ts';
import {
  withControl,
  confirmRepeatedly,
  judgeWithControl,
  judgeEveryTime,
  notEveryTime,
  otherwise,
  report,
  type Confirmed,
  type Sampling,
} from '../../../judging/confirm.ts';
import { judgeCrash, judgeCrashes } from '../../../judging/crashes.ts';
import { Exchange } from '../../../history/exchange.ts';

const target = '/demo/resource';

/** An answer by its number. */
function answered(number: number, status: number): Exchange {
  return new Exchange({
    number,
    caller: { label: 'a token', kind: 'supplied', scopes: new Set() },
    request: { method: 'GET', target, headers: [] },
    outcome: { kind: 'answer', status, headers: [], body: new Uint8Array(), sentAt: 0, answeredAt: 0 },
    redirects: 0,
    endpoint: 'query',
  });
}

function lost(number: number): Exchange {
  return new Exchange({
    number,
    caller: { label: 'a token', kind: 'supplied', scopes: new Set() },
    request: { method: 'GET', target, headers: [] },
    outcome: { kind: 'failure', failure: 'timeout', detail: '', wrote: true, sentAt: 0, answeredAt: 0 },
    redirects: 0,
  });
}

const numbersOf = (exchanges: readonly Exchange[] = []): readonly number[] =>
  exchanges.map(({ number }) => number);

/** Knows of these statuses, and no others, that they come and go elsewhere. */
function weathered(...statuses: readonly number[]) {
  return {
    passing: { isDisturbance: ({ status = 0 }: Pick<Exchange, 'status'>) => statuses.includes(status) },
  };
}

/**
 * Gives out what a script says, numbered from 1, and notes which attempts were requested: `t200 p400,400 p-` answers a
 * control request, then a probe of two requests, then one that could not be sent. `~` marks statuses that come and go
 * elsewhere.
 */
function played(script: string) {
  const steps = script.split(' ');
  const attempts: number[] = [];
  let asked = 0;
  let number = 0;
  const next = (who: 't' | 'p'): Promise<Exchange | readonly Exchange[] | undefined> => {
    const step = steps[asked] ?? 'nothing more was to be asked';
    asked += 1;
    if (!step.startsWith(who)) throw new Error(`${who} was asked for in place of ${step}`);
    if (step === `${who}-`) return Promise.resolve(undefined);
    const answers = step
      .slice(1)
      .split(',')
      .map((status) => answered((number += 1), Number(status.replace('~', ''))));
    return Promise.resolve(answers.length === 1 ? answers[0] : answers);
  };
  return {
    control: () => next('t'),
    probe: (attempt: number) => {
      attempts.push(attempt);
      return next('p');
    },
    attempts,
    world: weathered(...[...script.matchAll(/~(\d+)/g)].map(([, status]) => Number(status))),
    isOver: () => asked === steps.length,
  };
}

const deviates = ({ status }: Exchange): boolean => status === 400;
const seenBefore = answered(77, 400);

/** A confirmation with its exchanges by their numbers. */
function shownBy(confirmed: Confirmed) {
  const { kind } = confirmed;
  return {
    kind,
    ...('exchanges' in confirmed ? { exchanges: numbersOf(confirmed.exchanges) } : {}),
    ...('times' in confirmed ? { times: confirmed.times } : {}),
    ...('otherwise' in confirmed ? { otherwise: numbersOf(confirmed.otherwise) } : {}),
    ...('by' in confirmed ? { by: confirmed.by?.number } : {}),
  };
}

type Shown = ReturnType<typeof shownBy>;

/** Draws the last turn for both pairs. */
const latest = { random: { ...createRandom(0), integer: (_low: number, high: number) => high } };
const calm = { world: weathered() };

describe('no rhythm of answers can imitate the effect of the probe', () => {
  const orders = [0, 1, 2].flatMap((twoProbes) =>
    [0, 1, 2].map((twoControls) => [twoProbes, twoControls] as const),
  );
  const periods = [2, 3, 4, 5, 6, 7].flatMap((period) =>
    Array.from({ length: period }, (_, phase) => [period, phase] as const),
  );

  test.each(orders)(
    'with two probes in turn %i and two control requests after turn %i',
    async (twoProbes, twoControls) => {
      for (const [period, phase] of periods)
        for (const isBad of [(at: number) => at % period === phase, (at: number) => at % period !== phase]) {
          const turns = [twoProbes, twoControls];
          let number = 0;
          const ask = () => Promise.resolve(answered((number += 1), isBad(number) ? 400 : 200));
          const random = { ...createRandom(0), integer: () => turns.shift() ?? 0 };
          const { kind } = await withControl({ random, ...calm }, { control: ask, probe: ask, deviates });
          expect([period, phase, kind]).not.toEqual([period, phase, 'every-time']);
        }
    },
  );

  test('every position is drawn for either pair', async () => {
    const drawn = new Set<string>();
    for (let seed = 0; seed < 200; seed += 1) {
      let asked = '';
      await withControl(
        { random: createRandom(seed), ...calm },
        {
          control: () => Promise.resolve(answered((asked += 't').length, 200)),
          probe: () => Promise.resolve(answered((asked += 'p').length, 400)),
          deviates,
        },
      );
      drawn.add(asked);
    }
    expect(drawn.size).toBe(9);
    for (const order of drawn) {
      expect(order).toMatch(/^tp.*t$/);
      expect([order.split('pp').length, order.split('tt').length]).toEqual([2, 2]);
    }
  });
});

describe('a probe between control requests', () => {
  test.each<[script: string, seen: Exchange | undefined, attempts: readonly number[], shown: Shown]>([
    ['t200 p200', undefined, [0], { kind: 'met', exchanges: [2] }],
    ['t200 p400 t200 p400 t200 p400 p400 t200 t200', undefined, [0, 1, 2, 3], { kind: 'every-time', exchanges: [5, 7], times: 3 }],
    ['t200,200 p400,400 t200,200 p400,400 t200,200 p400,400 p400,400 t200 t200', undefined, [0, 1, 2, 3], { kind: 'every-time', exchanges: [10, 14], times: 3 }],
    ['t200 p~400 t200 p~400 t200 p~400 p~400 t200 t200 p~400 t200 p~400 t200 p~400 t200', undefined, [0, 1, 2, 3, 4, 5, 6], { kind: 'every-time', exchanges: [13, 14], times: 6 }],
    ['t~200 p400 t~200 p400 t~200 p400 p400 t~200 t~200', undefined, [0, 1, 2, 3], { kind: 'every-time', exchanges: [5, 7], times: 3 }],
    ['t200 p400,200', undefined, [0], { kind: 'met', exchanges: [2, 3] }],
    ['t200 p400 t200 p200 p200 p200', undefined, [0, 1, 2, 3], { kind: 'passed', exchanges: [1, 2], otherwise: [4] }],
    ['t200 p400 t200 p200 p200 p-', undefined, [0, 1, 2, 3], { kind: 'not-every-time', exchanges: [1, 2], otherwise: [4] }],
    ['t200 p400 t200 p200 p200,503', undefined, [0, 1, 2], { kind: 'not-every-time', exchanges: [1, 2], otherwise: [4] }],
    ['t200 p400 t200 p200 p400,200 p200', undefined, [0, 1, 2, 3], { kind: 'passed', exchanges: [1, 2], otherwise: [4] }],
    ['t200 p400 t200 p400,503', undefined, [0, 1], { kind: 'unconfirmed', by: 5, exchanges: [1, 2] }],
    ['t200 p400 t200 p-', undefined, [0, 1], { kind: 'unconfirmed', by: undefined, exchanges: [1, 2] }],
    ['t200 p400 t-', undefined, [0], { kind: 'unconfirmed', by: undefined, exchanges: [1, 2] }],
    ['t200 p400 t200,403', undefined, [0], { kind: 'unconfirmed', by: 4, exchanges: [1, 2] }],
    ['t200 p-', undefined, [0], { kind: 'lost', by: undefined }],
    ['t200 p503,400', undefined, [0], { kind: 'lost', by: 2 }],
    ['t503', undefined, [], { kind: 'lost', by: 1 }],
    ['t200,422', undefined, [], { kind: 'no-premise', by: 2 }],
    ['t-', undefined, [], { kind: 'no-premise', by: undefined }],
    ['t-', seenBefore, [], { kind: 'unconfirmed', by: undefined, exchanges: [77] }],
    ['t200 p200 p200 p200', seenBefore, [0, 1, 2], { kind: 'passed', exchanges: [77], otherwise: [2] }],
    ['t200 p400 t200 p400 t200 p400 p400 t200 t200', seenBefore, [0, 1, 2, 3], { kind: 'every-time', exchanges: [5, 7], times: 3 }],
    ['t200 p400 t200 p400 t200 p400 p200 p200 p200', undefined, [0, 1, 2, 3, 4, 5], { kind: 'passed', exchanges: [5, 6], otherwise: [7] }],
    ['t200 p400 t200 p400 t200 p400 p400 t200 t400', undefined, [0, 1, 2, 3], { kind: 'unconfirmed', by: 9, exchanges: [5, 7] }],
  ])('%s', async (script, seen, attempts, shown) => {
    const { control, probe, isOver, world, ...asked } = played(script);
    const confirmed = await withControl({ ...latest, world }, { control, probe, deviates, seen });
    expect(shownBy(confirmed)).toEqual(shown);
    expect([asked.attempts, isOver()]).toEqual([attempts, true]);
  }); // prettier-ignore
});

describe('a probe alone', () => {
  test.each<[script: string, seen: Exchange | undefined, attempts: readonly number[], shown: Shown]>([
    ['p200', undefined, [0], { kind: 'met', exchanges: [1] }],
    ['p400 p400 p400', undefined, [0, 1, 2], { kind: 'every-time', exchanges: [3], times: 3 }],
    ['p400,400 p400,400 p400,400', undefined, [0, 1, 2], { kind: 'every-time', exchanges: [6], times: 3 }],
    ['p400 p400', seenBefore, [1, 2], { kind: 'every-time', exchanges: [2], times: 3 }],
    ['p~400 p~400 p~400 p~400 p~400', answered(77, 400), [1, 2, 3, 4, 5], { kind: 'every-time', exchanges: [5], times: 6 }],
    ['p400 p200 p200 p200', undefined, [0, 1, 2, 3], { kind: 'passed', exchanges: [1], otherwise: [2] }],
    ['p-', undefined, [0], { kind: 'lost', by: undefined }],
    ['p-', seenBefore, [1], { kind: 'unconfirmed', by: undefined, exchanges: [77] }],
    ['p400 p200,503', undefined, [0, 1], { kind: 'unconfirmed', by: 3, exchanges: [1] }],
    ['p200', answered(78, 201), [1], { kind: 'not-every-time', exchanges: [78], otherwise: [1] }],
  ])('%s', async (script, seen, attempts, shown) => {
    const { probe, isOver, world, ...asked } = played(script);
    const confirmed = await confirmRepeatedly({ world }, { probe, deviates, seen });
    expect(shownBy(confirmed)).toEqual(shown);
    expect([asked.attempts, isOver()]).toEqual([attempts, true]);
  }); // prettier-ignore

  test('is judged with all concurrent requests', async () => {
    const asked: (readonly number[])[] = [];
    await confirmRepeatedly(calm, {
      probe: () => Promise.resolve([answered(1, 200), answered(2, 200)]),
      deviates: (_answer, all) => {
        asked.push(numbersOf(all));
        return false;
      },
    });
    expect(asked).toEqual([[1, 2]]);
  });
});

const one = answered(1, 400);
const two = answered(2, 200);
const three = answered(3, 503);

describe('a correct answer', () => {
  test.each<[confirmed: Confirmed, numbers: readonly number[]]>([
    [{ kind: 'met', exchanges: [two] }, [2]],
    [{ kind: 'passed', exchanges: [one], otherwise: [two] }, [2]],
    [{ kind: 'not-every-time', exchanges: [one], otherwise: [two, three] }, [2, 3]],
    [{ kind: 'every-time', exchanges: [one], times: 3 }, []],
    [{ kind: 'unconfirmed', by: three, exchanges: [one] }, []],
    [{ kind: 'lost', by: three }, []],
  ])('of $kind', (confirmed, numbers) => {
    expect(numbersOf(otherwise(confirmed))).toEqual(numbers);
  });
});

test('a shared request is sent once for its first users, and again for later users', async () => {
  const ask = beginningWith(
    () => Promise.resolve('shared'),
    () => Promise.resolve('anew'),
  );
  expect([await ask(), await ask(), await ask()]).toEqual(['shared', 'anew', 'anew']);
});

type Claims = Parameters<Sampling['discarded']>[3];

/** A claim with its exchanges by their numbers. */
function claimed(claims: Claims = []): readonly unknown[] {
  return claims.map((claim) => {
    if (claim.kind === 'answered') return [claim.status, claim.exchange.number];
    if (claim.kind === 'lost') return ['lost', claim.exchange.number];
    return claim.kind === 'not-every-time'
      ? [claim.kind, numbersOf(claim.deviating), numbersOf(claim.otherwise)]
      : [claim.kind];
  });
}

/** What is reported, except its wording; and what is worded apart. */
function recorded() {
  const samples: unknown[] = [];
  const words: string[] = [];
  const on: Sampling & typeof calm = {
    ...calm,
    held: (times) => void samples.push(['held', times]),
    passed: (answers) => void samples.push(['passed', numbersOf(answers)]),
    violated: ({ exchanges, expected, ...rest }) => {
      words.push(expected);
      const numbers = exchanges.map((shown) => ('number' in shown ? shown.number : undefined));
      samples.push(['violated', { ...rest, exchanges: numbers }]);
    },
    undecided: (code, text, { exchanges, claims, ...rest } = {}) => {
      words.push(text);
      samples.push([code, { ...rest, exchanges: numbersOf(exchanges), claims: claimed(claims) }]);
    },
    noise: (text) => {
      words.push(text);
      samples.push(['noise']);
    },
    discarded: (code, text, supply, claims) => {
      words.push(text);
      samples.push([code, supply, claimed(claims)]);
    },
  };
  return { on, samples, words };
}

const words = { expected: 'accepted', deviation: 'refused' };

describe('a reported deviation', () => {
  test.each<[name: string, confirmed: Confirmed, sample: unknown]>([
    ['of one that is met', { kind: 'met', exchanges: [two] }, ['held', undefined]],
    ['of one that deviates', { kind: 'every-time', exchanges: [two, one], times: 3 }, ['violated', { deviation: { kind: 'status' }, reproduced: '3/3', exchanges: [2, 1] }]],
    ['of one that deviates alone', { kind: 'every-time', exchanges: [one], times: 3 }, ['violated', { deviation: { kind: 'status' }, reproduced: '3/3', exchanges: [1] }]],
    ['of one that had to deviate more often', { kind: 'every-time', exchanges: [one], times: 6 }, ['violated', { deviation: { kind: 'status' }, reproduced: '6/6', exchanges: [1] }]],
    ['of one that has passed', { kind: 'passed', exchanges: [two, one], otherwise: [two] }, ['passed', [1]]],
    ['of one that has passed alone', { kind: 'passed', exchanges: [one], otherwise: [two] }, ['passed', [1]]],
    ['of one that came and went', { kind: 'not-every-time', exchanges: [two, one], otherwise: [two] }, ['flaky', { exchanges: [2, 1], claims: [['not-every-time', [1], [2]]], deviated: true }]],
    ['of one whose control is refused later', { kind: 'unconfirmed', by: answered(5, 403), exchanges: [two, one] }, ['flaky', { exchanges: [2, 1], claims: [[403, 5]], deviated: true }]],
    ['of one that is lost later', { kind: 'unconfirmed', by: three, exchanges: [two, one] }, ['noise', { exchanges: [2, 1], claims: [[503, 3]], deviated: true }]],
    ['of one that is lost later, without an answer', { kind: 'unconfirmed', by: lost(6), exchanges: [one] }, ['noise', { exchanges: [1], claims: [['lost', 6]], deviated: true }]],
    ['of one that cannot be sent again', { kind: 'unconfirmed', by: undefined, exchanges: [one] }, ['flaky', { exchanges: [1], claims: [], deviated: true }]],
    ['of one that is lost', { kind: 'lost', by: three }, ['noise']],
    ['of one that cannot be sent', { kind: 'lost', by: undefined }, ['noise']],
    ['of one whose control is refused', { kind: 'no-premise', by: answered(5, 403) }, ['premise-failed', 'SETTING=1', [[403, 5]]]],
    ['of one whose control cannot be sent', { kind: 'no-premise', by: undefined }, ['premise-failed', 'SETTING=1', []]],
  ])('%s', (_name, confirmed, sample) => {
    const { on, samples } = recorded();
    report(on, confirmed, { ...words, supply: 'SETTING=1' });
    expect(samples).toEqual([sample]);
  }); // prettier-ignore

  test('names the deviating case that was drawn', () => {
    const { on, samples } = recorded();
    const drawn = { counterexample: { a: 1 }, seed: 7, path: '0:1', got: 'another' };
    const as = { kind: 'value', pointer: '/version' } as const;
    report(on, { kind: 'every-time', exchanges: [one], times: 3 }, { ...words, ...drawn, as });
    expect(samples).toEqual([['violated', { ...drawn, deviation: as, reproduced: '3/3', exchanges: [1] }]]);
  });

  test.each<[name: string, confirmed: Confirmed, facts: readonly string[]]>([
    ['a violation', { kind: 'every-time', exchanges: [one], times: 3 }, ['accepted']],
    ['what came and went', { kind: 'not-every-time', exchanges: [one], otherwise: [two] }, ['refused']],
    ['a control that is refused later', { kind: 'unconfirmed', by: answered(5, 403), exchanges: [one] }, ['refused', target, '403']],
    ['what is lost', { kind: 'lost', by: three }, ['503']],
    ['a control that is refused', { kind: 'no-premise', by: answered(5, 403) }, [target, '403']],
  ])('says about %s what is known', (_name, confirmed, facts) => {
    const told = recorded();
    report(told.on, confirmed, words);
    expect(facts.filter((fact) => told.words[0]?.includes(fact) !== true)).toEqual([]);
  }); // prettier-ignore

  test.each<Confirmed>([
    { kind: 'unconfirmed', by: undefined, exchanges: [one] },
    { kind: 'no-premise', by: undefined },
    { kind: 'lost', by: undefined },
  ])('says about $kind that nothing was sent', (confirmed) => {
    const told = recorded();
    report(told.on, confirmed, words);
    expect(told.words.map((text) => text.length > 0 && !text.includes('undefined'))).toEqual([true]);
    expect(told.words.map((text) => text.includes(target))).toEqual([false]);
  });

  test('distinguishes a probe that could not be repeated from a control that could not be sent', () => {
    const told = recorded();
    report(told.on, { kind: 'no-premise', by: undefined }, words);
    report(told.on, { kind: 'unconfirmed', by: undefined, exchanges: [one] }, words);
    const [unsent = '', unrepeated = ''] = told.words;
    expect(unrepeated.includes(unsent)).toBe(false);
  });

  test('claims only what was seen about a deviation that did not recur', () => {
    const { on, samples } = recorded();
    notEveryTime(on, 'refused');
    notEveryTime(on, 'refused', [two, one]);
    notEveryTime(on, 'refused', [two, one], [three]);
    notEveryTime(on, 'refused', [one], [three]);
    expect(samples).toEqual([
      ['flaky', { exchanges: [], claims: [], deviated: true }],
      ['flaky', { exchanges: [2, 1], claims: [], deviated: true }],
      ['flaky', { exchanges: [2, 1], claims: [['not-every-time', [1], [3]]], deviated: true }],
      ['flaky', { exchanges: [1], claims: [['not-every-time', [1], [3]]], deviated: true }],
    ]);
  });
});

describe('a judged sample', () => {
  test('on its own is reported, and rethrown', async () => {
    const { on, samples } = recorded();
    const { probe } = played('p400 p400 p400');
    const confirmed = await judgeEveryTime(on, { probe, deviates, words });
    expect(shownBy(confirmed)).toEqual({ kind: 'every-time', exchanges: [3], times: 3 });
    expect(samples).toEqual([['violated', { deviation: { kind: 'status' }, reproduced: '3/3', exchanges: [3] }]]); // prettier-ignore
  });

  test('a judged sample between control requests is reported, and passed on', async () => {
    const { on, samples } = recorded();
    const { control, probe } = played('t200 p200');
    const confirmed = await judgeWithControl({ ...on, ...latest }, { control, probe, deviates, words });
    expect(shownBy(confirmed)).toEqual({ kind: 'met', exchanges: [2] });
    expect(samples).toEqual([['held', undefined]]);
  });

  test.each<[script: string, kind: Confirmed['kind'], sample: string]>([
    ['t200 p500 t200 p501 t200 p500 p500 t200 t200', 'every-time', 'violated'],
    ['t200 p400', 'met', 'held'],
    ['t200 p200', 'met', 'held'],
    ['t200 p500 t200 p400 p400 p400', 'passed', 'passed'],
    ['t200 p500 t500', 'unconfirmed', 'flaky'],
    ['t500', 'no-premise', 'premise-failed'],
  ])('is a server error: %s', async (script, kind, sample) => {
    const { on, samples, words: told } = recorded();
    const { control, probe } = played(script);
    const confirmed = await judgeCrash({ ...on, ...latest }, 'depth', { control, probe });
    expect([confirmed.kind, samples]).toEqual([kind, [expect.arrayContaining([sample])]]);
    if (kind === 'every-time' || kind === 'unconfirmed') expect(told[0]).toContain('depth');
  });
});

describe('a server error of all parts together', () => {
  const crash = answered(9, 500);
  const unexplained = [['server-error', { exchanges: [9], claims: [] }]];

  test.each<[name: string, all: Exchange, parts: readonly Confirmed[], samples: readonly unknown[]]>([
    ['where there are no parts', crash, [], unexplained],
    ['where each part is met', crash, [{ kind: 'met', exchanges: [two] }, { kind: 'met', exchanges: [two] }], unexplained],
    ['where a part has no premise', crash, [{ kind: 'no-premise', by: one }], unexplained],
    ['where a part is lost', crash, [{ kind: 'lost', by: three }], unexplained],
    ['where it was none', answered(9, 400), [{ kind: 'met', exchanges: [two] }], []],
    ['where a part fails', crash, [{ kind: 'every-time', exchanges: [one], times: 3 }], []],
    ['where a part fails, and then one is met', crash, [{ kind: 'every-time', exchanges: [one], times: 3 }, { kind: 'met', exchanges: [two] }], []],
    ['where a part has failed and passed', crash, [{ kind: 'passed', exchanges: [one], otherwise: [two] }], []],
    ['where a part came and went', crash, [{ kind: 'not-every-time', exchanges: [one], otherwise: [two] }], []],
    ['where a part could not be confirmed', crash, [{ kind: 'unconfirmed', by: three, exchanges: [one] }], []],
  ])('decides whether it is unexplained: %s', async (_name, all, parts, expected) => {
    const { on, samples } = recorded();
    const judged: Confirmed[] = [];
    await judgeCrashes(on, all, parts, (part) => {
      judged.push(part);
      return Promise.resolve(part);
    });
    expect(samples).toEqual(expected);
    expect(judged).toEqual(parts);
  }); // prettier-ignore
});
