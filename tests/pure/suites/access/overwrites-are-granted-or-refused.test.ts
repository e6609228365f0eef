import { describe, expect, test } from 'vitest';
import {
  plainOverwritesProvokeNoError,
  surveyOverwrites,
} from '../../../../suites/overwrites/surveyed-content.ts';
import { overwriterIsGranted } from '../../../../suites/overwrites/granted.ts';
import { overwritesOf } from '../../../../suites/overwrites/accepted.ts';
import { Refusals } from '../../../../suites/overwrites/access.ts';
import type { Exchange } from '../../../../history/exchange.ts';
import type { RunOptions } from '../../../../run/options.ts';
import { writeJson } from '../../../../wire/json/json.ts';
import { outlineOf, type Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { newest, overwrittenStage, type Overwriting } from '../../../support/stages/stored-stage.ts';

const holders: Known = {
  tokens: [
    { label: 'M', scopes: ['manage_test:demo'] },
    { label: 'N', scopes: ['manage_test:demo'] },
    { label: 'V', scopes: ['view_test:demo'] },
  ],
};

/** N is answered so, one after the other and then as the last one; everybody else overwrites what is newest. */
const toN = (answers: readonly (Answer | 'as all')[]): Overwriting => {
  let turn = 0;
  return (kept, ask, before) => {
    if (ask.as?.label !== 'N') return newest(kept, ask, before);
    const answer = answers[Math.min(turn, answers.length - 1)] ?? 'as all';
    turn += 1;
    return answer === 'as all' ? newest(kept, ask, before) : answer;
  };
};

describe('a holder of manage_test', () => {
  const judged = async (answers: readonly (Answer | 'as all')[]) => {
    const stage = overwrittenStage(toN(answers), holders);
    await overwriterIsGranted('patch').check(stage.on);
    return stage;
  };

  test.each([
    ['is let in', ['as all'], ['held', 'held']],
    ['is taken for unknown', [[401]], ['held', 'violated']],
    ['is refused while another one is let in', [[403]], ['held', 'violated']],
    ['is not, in a way that is let pass', [[404]], ['held', 'undecided: premise-failed']],
    ['is answered by a limit', [[503]], ['held', 'noise']],
    ['is refused for once', [[403], 'as all'], ['held', 'undecided: flaky']],
    ['is refused twice', [[401], [401], 'as all'], ['held', 'undecided: flaky']],
    ['is refused, and then for another reason', [[401], [404]], ['held', 'undecided: premise-failed']],
    ['is refused, and then lost', [[401], [503]], ['held', 'undecided: premise-failed']],
    ['fails the server', [[500]], ['held', 'undecided: premise-failed']],
  ] as readonly (readonly [string, readonly (Answer | 'as all')[], readonly string[]])[])('%s', async (_what, answers, outline) => {
    const { told } = await judged(answers);
    expect(outlineOf(told)).toEqual(outline);
  }); // prettier-ignore

  test('is not reported for its token if no other token is granted access', async () => {
    const { on, told } = overwrittenStage(toN([[403]]), { tokens: holders.tokens?.slice(1) ?? [] });
    await overwriterIsGranted('patch').check(on);
    expect(outlineOf(told)).toEqual(['undecided: liveness-unproven']);
  });

  test('is shown as refused, with the last caller who was granted access', async () => {
    const { told } = await judged([[403]]);
    expect(told.at(-1)).toMatchObject({
      callers: ['M', 'N'],
      statuses: [200, 403],
      more: { reproduced: '3/3' },
    });
  });

  test('is not required if it would not suffice, or has expired', async () => {
    const { on, asked } = overwrittenStage(newest, {
      tokens: [
        { label: 'M', scopes: ['manage_test:demo'] },
        { label: 'V', scopes: ['view_test:demo'] },
        { label: 'E', scopes: ['manage_test:demo'], expired: true },
        { label: 'O', scopes: ['manage_test:other'] },
      ],
    });
    await overwriterIsGranted('patch').check(on);
    expect(new Set(asked('patch').map(({ as }) => as))).toEqual(new Set(['M']));
  });

  test.each([
    [401, 'violated'],
    [403, 'undecided: liveness-unproven'],
  ])('is also judged if no token was granted access: %i', async (status, outline) => {
    const { on, told } = overwrittenStage(() => [status], holders);
    await overwriterIsGranted('patch').check(on);
    expect(outlineOf(told)).toEqual([outline, outline]);
  });

  test('is not judged if nothing was accepted for another reason', async () => {
    const { on, told } = overwrittenStage(() => [404], holders);
    await expect(overwriterIsGranted('patch').check(on)).rejects.toMatchObject({ tested: false });
    expect(told).toEqual([]);
  });
});

describe('plain values', () => {
  const judged = async (answer: (text: string) => Answer | undefined) => {
    const stage = overwrittenStage(
      (kept, ask, before) => answer(writeJson(ask.json ?? null)) ?? newest(kept, ask, before),
    );
    await plainOverwritesProvokeNoError('put').check(stage.on);
    return stage;
  };
  const manyMembers = (text: string) => text.includes('arrayOfIntExample') && text.includes('arrayOfFloat');

  test('values that are accepted together are not sent again', async () => {
    const { told, asked } = await judged(() => undefined);
    expect(outlineOf(told)).toEqual(['held']);
    expect(asked('put').filter(({ ask }) => writeJson(ask.json ?? null).includes('arrayOfFloat'))).toHaveLength(1);
  }); // prettier-ignore

  test('values that are refused together are tried one at a time', async () => {
    const { told } = await judged((text) => (manyMembers(text) ? [422] : undefined));
    expect(outlineOf(told)).toEqual(Array.from({ length: 8 }, () => 'held'));
  });

  test('values that fail only together stay unexplained', async () => {
    const { told } = await judged((text) => (manyMembers(text) ? [500] : undefined));
    expect(outlineOf(told)).toEqual([...Array.from({ length: 7 }, () => 'held'), 'undecided: server-error']);
  });

  test.each([
    ['arrayOfFloatExample', 1],
    ['arrayOfObjectType', 1],
    ['é', 1],
    ['arrayOfTwonumbersExample', 1],
  ])('are reported by the failing value: %s', async (part, violated) => {
    const { told } = await judged((text) => (text.includes(part) ? [500] : undefined));
    const outline = outlineOf(told);
    expect(outline.filter((one) => one === 'violated')).toHaveLength(violated);
    expect(outline.filter((one) => one === 'held')).toHaveLength(6);
    expect(outline).toHaveLength(7);
  });

  test('values without an answer decide nothing', async () => {
    expect(outlineOf((await judged((text) => (manyMembers(text) ? [503] : undefined))).told)).toEqual([
      'noise',
    ]);
  });
});

describe('a refusal beside an overwrite that must be accepted', () => {
  const known: Known = {
    tokens: [
      { label: 'M', scopes: ['manage_test:demo'] },
      { label: 'V', scopes: ['view_test:demo'] },
    ],
  };
  /** V is refused, and M is so many times from now on, for its version. */
  const beside = async () => {
    let stale = 0;
    const stage = overwrittenStage((kept, ask, before) => {
      if (ask.as?.label === 'V') return [403];
      stale -= 1;
      return stale >= 0 ? [409] : newest(kept, ask, before);
    }, known);
    const refusals = new Refusals(await overwritesOf(stage.on, 'patch'));
    const refused = () => refusals.ask(stage.on, stage.caller('V'), 'text');
    const controlled = async (staleTimes: number) => {
      stale = staleTimes;
      return (await refusals.control(stage.on, stage.on.writer)).status;
    };
    const isVain = (one: Exchange) => refusals.whyVain(one) !== undefined;
    return { ...stage, refused, controlled, isVain };
  };

  test('is evidence if that overwrite is accepted', async () => {
    const { refused, controlled, isVain } = await beside();
    const [one, other] = [await refused(), await refused()];
    expect([one.status, await controlled(0), isVain(one), isVain(other)]).toEqual([403, 200, false, false]);
  });

  test('proves nothing if that overwrite is refused, and then accepted', async () => {
    const { refused, controlled, isVain } = await beside();
    const [one, other] = [await refused(), await refused()];
    expect([await controlled(1), isVain(one), isVain(other)]).toEqual([200, true, true]);
  });

  test('gets a separate overwrite after a refusal that proves nothing', async () => {
    const { refused, controlled, isVain, asked } = await beside();
    const callers = async () => {
      const before = asked('patch').length;
      const one = await refused();
      const sent = asked('patch').slice(before);
      return [isVain(one), ...sent.map(({ as }) => as)];
    };
    expect(await callers()).toEqual([false, 'V']);
    await controlled(1);
    expect(await callers()).toEqual([false, 'V', 'M']);
  });

  test('does not affect the next refusal, if it proves nothing', async () => {
    const { refused, controlled, isVain } = await beside();
    const vain = await refused();
    await controlled(1);
    const next = await refused();
    await controlled(1);
    expect([isVain(vain), isVain(next)]).toEqual([true, false]);
  });
});

describe('contents are provoked', () => {
  const provoked = async (options: Partial<RunOptions>) => {
    const stage = overwrittenStage(newest, { options });
    await surveyOverwrites(stage.on);
    return [stage.asked('patch').length > 0, stage.asked('put').length > 0];
  };

  test.each([
    ['at both operations', {}, [true, true]],
    ['at none where nothing may be written', { readOnly: true }, [false, false]],
    ['at none without consent', { consent: new Set() }, [false, false]],
    ['at none of what is left out', { without: new Set(['4.7']) }, [false, true]],
    ['at the other one only', { without: new Set(['4.8']) }, [true, false]],
  ] as readonly (readonly [string, Partial<RunOptions>, readonly boolean[]])[])('%s', async (_where, options, both) => {
    expect(await provoked(options)).toEqual(both);
  }); // prettier-ignore

  test('once per run', async () => {
    const { on, sent } = overwrittenStage(newest);
    await surveyOverwrites(on);
    const requests = sent.length;
    await surveyOverwrites(on);
    expect(sent).toHaveLength(requests);
  });
});
