import { describe, expect, test } from 'vitest';
import { overwriting, refusedOverwriteHasNoEffect } from '../../../../suites/overwrites/access.ts';
import { learnOverwrites } from '../../../../suites/overwrites/overwrites.ts';
import { exchangeOf, outlineOf, type Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import {
  named,
  newest,
  overwrittenStage,
  storedStage,
  type Overwriting,
} from '../../../support/stages/stored-stage.ts';

const known: Known = {
  tokens: [
    { label: 'M', scopes: ['manage_test:demo'] },
    { label: 'V', scopes: ['view_test:demo'] },
  ],
};

/** All but M are refused with this status, after what the server does anyway. */
const refusing =
  (does: Overwriting | undefined, answer: Answer = [403], usual = newest): Overwriting =>
  (kept, ask, before) => {
    if (ask.as?.label === 'M') return usual(kept, ask, before);
    does?.(kept, ask, before);
    return answer;
  };

/** The version of what is newest moves on, and nothing else. */
const moved: Overwriting = (kept) => {
  const one = [...kept.values()].at(-1);
  if (one !== undefined) one.version += 1;
  return [403];
};

async function judged(answers: Overwriting, more: Partial<Known> = {}) {
  const stage = overwrittenStage(answers, { ...known, ...more });
  await refusedOverwriteHasNoEffect('patch').check(stage.on);
  return stage;
}

describe('a refused overwrite', () => {
  test.each([
    ['leaves no trace', refusing(undefined), ['held']],
    ['leaves none where it failed the server', refusing(undefined, [500]), ['held']],
    ['is carried out all the same', refusing(newest), ['violated']],
    ['is carried out, and the server fails', refusing(newest, [500]), ['violated']],
    ['moves the version each time', refusing(moved), ['violated']],
    ['is none where it is let in', newest, ['discarded: premise-failed']],
    ['is none where all that comes is a limit', refusing(undefined, [503]), ['discarded: premise-failed']],
    ['shows nothing where nobody sees what others do', refusing(undefined, [403], () => [204, '']), ['discarded: not-observable']],
  ] as readonly (readonly [string, Overwriting, readonly string[]])[])('%s', async (_what, answers, outline) => {
    const { told } = await judged(answers);
    expect(outlineOf(told)).toEqual(outline);
  }); // prettier-ignore

  test('a refused overwrite that changes the version only once is not reported', async () => {
    let times = 0;
    const once: Overwriting = (kept, ask, before) => {
      times += 1;
      return times === 1 ? moved(kept, ask, before) : [403];
    };
    expect(outlineOf((await judged(refusing(once))).told)).not.toContain('violated');
  });

  test('is shown with the read that contains its text', async () => {
    const { told } = await judged(refusing(newest));
    expect(told[0]).toMatchObject({
      statuses: [403, 200],
      roles: ['probe at fault', 'look'],
      more: { deviation: 'holds' },
    });
  });

  test('is searched for late in the run', async () => {
    const { phases } = await judged(refusing(undefined));
    expect(phases).toContain('late');
  });

  test('a refused overwrite that shows only later is reported as well', async () => {
    let text: readonly string[] = [];
    const stage = overwrittenStage(
      refusing((_kept, ask) => {
        const { objectTypeProperty } = ask.json as {
          readonly objectTypeProperty: { readonly arrayOfStringExample: readonly string[] };
        };
        text = objectTypeProperty.arrayOfStringExample;
        return [403];
      }),
      {
        ...known,
        stage: {
          until: () => {
            for (const one of stage.kept.values()) one.strings = text;
            return Promise.resolve();
          },
        },
      },
    );
    await refusedOverwriteHasNoEffect('patch').check(stage.on);
    expect(outlineOf(stage.told)).toEqual(['violated']);
  });
});

describe('if overwrites reach resources of others', () => {
  const elsewhere = (list: (texts: readonly string[]) => string, does = false) => {
    const texts: string[] = [];
    const stage = overwrittenStage((_kept, ask) => {
      const { objectTypeProperty } = ask.json as {
        readonly objectTypeProperty: { readonly arrayOfStringExample: readonly string[] };
      };
      const isRefused = ask.as?.label !== 'M';
      if (!isRefused || does) texts.push(...objectTypeProperty.arrayOfStringExample);
      return isRefused ? [403] : [200, '{"id":"x","version":4}'];
    }, known);
    const ask = stage.on.ask.bind(stage.on);
    Object.assign(stage.on, {
      ask: async (...asked: Parameters<typeof ask>) => {
        const exchange = await ask(...asked);
        if (asked[0] !== 'query') return exchange;
        const { caller, number } = exchange;
        return exchangeOf([200, list(texts)], { caller, number, endpoint: 'query' });
      },
    });
    return stage;
  };
  const all = (texts: readonly string[]) => JSON.stringify({ arrayOfStringExample: texts });

  test.each([
    ['is looked for in lists, which show what others store', all, false, ['held']],
    ['and is found there', all, true, ['violated']],
    ['and is not observable where they show nothing', () => '{}', false, ['discarded: not-observable']],
  ] as const)('a refused overwrite %s', async (_what, list, does, outline) => {
    const { on, told } = elsewhere(list, does);
    await refusedOverwriteHasNoEffect('patch').check(on);
    expect(outlineOf(told)).toEqual(outline);
  });
});

describe('the right to overwrite', () => {
  test.each([
    ['the same shape as for the one who may', [200, '{"id":"r9","version":2}'], 'granted'],
    ['another one', [200, '{"login":true}'], 'open'],
  ] as const)('shows in the answer: %s', async (_what, answer, grant) => {
    const { on, caller } = overwrittenStage(newest, known);
    const target = await overwriting('patch').prepare(on);
    const control = exchangeOf([200, '{"id":"r1","version":2}'], { caller: caller('M') });
    const probe = exchangeOf([...answer], { caller: caller('V') });
    expect(target.grants(probe, control, control)).toBe(grant);
    expect([target.shows(control), target.once]).toEqual([true, true]);
    expect(target.shows(exchangeOf([404], { caller: caller('M') }))).toBe(false);
  });

  test('shows in the stored content, whatever the answer', async () => {
    const { on, caller } = overwrittenStage(refusing(newest, [200, '{"login":true}']), known);
    const target = await overwriting('patch').prepare(on);
    const control = exchangeOf([200, '{"id":"r1","version":2}'], { caller: caller('M') });
    const probe = await target.ask(on, caller('V'));
    expect(target.grants(probe, control, control)).toBe('granted');
  });
});

describe('overwrites are tried', () => {
  const learnt = async (answers: Overwriting, more: Partial<Known> = {}) => {
    const stage = overwrittenStage(answers, more);
    const overwrites = await learnOverwrites(stage.on, 'patch');
    return { ...stage, overwrites };
  };
  const idsIn = ({ asked }: Pick<ReturnType<typeof overwrittenStage>, 'asked'>) =>
    asked('patch').map(({ ask }) => (ask.json as { readonly id?: string }).id);

  test.each([
    ['the newest', newest, 'own', false],
    ['what is named', named, 'own', true],
    ['what is not ours', () => [200, '{"version":7}'], 'elsewhere', false],
    ['what nobody sees', () => [204, ''], 'unseen', false],
  ] as readonly (readonly [string, Overwriting, string, boolean])[])('and reach %s', async (_what, answers, place, isNamed) => {
    const { overwrites, on } = await learnt(answers);
    expect([overwrites.place, overwrites.namesOne(on), overwrites.first !== undefined]).toEqual([place, isNamed, true]);
  }); // prettier-ignore

  test('overwrites are first tried with a name, while a newer resource exists', async () => {
    const stage = await learnt(named);
    expect(idsIn(stage)).toEqual(['r1']);
    expect(stage.kept.size).toBe(2);
    expect(stage.overwrites.own?.id).toBe('r1');
  });

  test.each([['body:/id'], ['query:id'], ['singleton']] as const)(
    'overwrites are tried as the vendor declares: %s',
    async (target) => {
      const profile = { overwrite: { patch: { target } } };
      const { kept } = await learnt(newest, { profile });
      expect(kept.size).toBe(1);
    },
  );

  test('overwrites use a name if the vendor declares one', async () => {
    for (const [target, isNamed] of [['body:/id', true], ['query:id', true], ['singleton', false]] as const) {
      const { overwrites, on } = await learnt(newest, { profile: { overwrite: { patch: { target } } } });
      expect(overwrites.namesOne(on)).toBe(isNamed);
    }
  }); // prettier-ignore

  test('overwrites are tried with a resource made for each, at most three, if all are refused permanently', async () => {
    const { kept, asked, overwrites } = await learnt(() => [403]);
    // Two for the one by name.
    expect([kept.size, asked('patch').length]).toEqual([5, 4]);
    expect([overwrites.first, overwrites.refused?.status, overwrites.place]).toEqual([
      undefined,
      403,
      'unseen',
    ]);
  });

  test('overwrites are tried with versions of other resources that lists show, if they are refused for the version', async () => {
    const stated: string[] = [];
    const { on } = storedStage({
      answer: (name, _id, _at, { json }) => {
        if (name === 'query')
          return [
            200,
            '{"results":[{"id":"r1","version":40},{"id":"x","version":41},{"id":"y","version":42}]}',
          ];
        if (name !== 'patch') return undefined;
        stated.push(String((json as { readonly version?: unknown }).version));
        return stated.at(-1) === '42' ? [200, '{"id":"y","version":43}'] : [409];
      },
    });
    const overwrites = await learnOverwrites(on, 'patch');
    expect([overwrites.first?.status, overwrites.place]).toEqual([200, 'elsewhere']);
    expect(stated.slice(-2)).toEqual(['41', '42']);
    expect(stated).not.toContain('40');
  });

  test('overwrites are tried with each version once', async () => {
    const stated: string[] = [];
    const items = Array.from({ length: 9 }, (_, at) => ({ id: `x${at}`, version: 40 + at }));
    const { on } = storedStage({
      answer: (name, _id, _at, { json }) => {
        if (name === 'query') return [200, JSON.stringify({ results: items })];
        if (name !== 'patch') return undefined;
        stated.push(String((json as { readonly version?: unknown }).version));
        return [409];
      },
    });
    expect((await learnOverwrites(on, 'patch')).first).toBeUndefined();
    const listed = stated.filter((one) => Number(one) >= 40);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.slice(0, 6)).toEqual(['40', '41', '42', '43', '44', '45']);
  });

  test('overwrites follow the version that each shows', async () => {
    const { overwrites, on, asked } = await learnt(newest);
    await overwrites.accepted(on, on.writer);
    await overwrites.accepted(on, on.writer);
    const stated = asked('patch')
      .slice(-2)
      .map(({ ask }) => String((ask.json as { readonly version?: unknown }).version));
    expect([overwrites.moves, stated]).toEqual([true, ['2', '3']]);
  });
});
