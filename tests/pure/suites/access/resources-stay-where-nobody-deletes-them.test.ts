import { describe, expect, test } from 'vitest';
import { judgeFlickers, judgeNeverFound } from '../../../../suites/4.02/unfound.ts';
import { observeOtherReads } from '../../../../suites/4.02/read-agreement.ts';
import { judgeVersionStays } from '../../../../suites/4.02/version-stays.ts';
import { keptResource } from '../../../../implementation/resources/kept-resource.ts';
import type { Learnt } from '../../../../implementation/learnt.ts';
import type { Stage } from '../../../../implementation/stage.ts';
import { historyOf, worldOf } from '../../../support/histories.ts';
import { createCallers } from '../../../../run/callers.ts';
import { createRandom } from '../../../../run/random.ts';
import { outlineOf, type Known } from '../../../support/stages/judged-stage.ts';
import { reportingStage } from '../../../support/stages/reporting-stage.ts';
import { scriptedStore } from '../../../support/stages/scripted-store.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { storedStage } from '../../../support/stages/stored-stage.ts';

const twoTokens = [
  { label: 'M', scopes: ['manage_test:demo'] },
  { label: 'V', scopes: ['view_test:demo'] },
];

const writing = (stage: ReturnType<typeof storedStage>): void => {
  const writer = stage.caller('M');
  stage.learnt.writer = writer;
  stage.learnt.reader = writer;
};

describe('a created resource that is never found by its id', () => {
  interface Server {
    /** How reads by id are answered, by their number; undefined if the store answers. */
    readonly reads: (number: number) => Answer | undefined;
    /** Whether lists show what is kept. */
    readonly lists?: boolean;
    /** Lists show what was deleted, too. */
    readonly forgetful?: boolean;
  }
  /** On a run that has made eight, and read them. */
  const judged = async ({ reads, lists = true, forgetful = false }: Server, known: Known = {}) => {
    const texts = new Map<string, unknown>();
    const stage: ReturnType<typeof storedStage> = storedStage(
      {
        follows: (name, id, kept) => {
          if (name === 'create') texts.set(id, kept.get(id)?.strings);
          if (name === 'remove' && !forgetful) texts.delete(id);
        },
        answer: (name, id) => {
          if (name === 'readById') return stage.kept.has(id) ? reads(Number(id.slice(1))) : undefined;
          return name === 'query' ? [200, JSON.stringify({ all: lists ? [...texts.values()] : [] })] : undefined;
        },
      },
      known,
    );
    writing(stage);
    for (let count = 1; count <= 8; count += 1) {
      await stage.on.create();
      await stage.on.ask('readById', { path: { id: `r${count}` } });
    }
    stage.sent.splice(0);
    await judgeNeverFound(stage.on);
    return stage;
  }; // prettier-ignore
  const absent =
    (...numbers: readonly number[]) =>
    (number: number): Answer | undefined =>
      numbers.includes(number) ? [404] : undefined;

  test.each([
    ['is charged where lists show it', { reads: absent(1, 9, 10, 11) }, ['violated']],
    ['is charged where it is said to be gone', { reads: (n) => (n === 1 || n > 15 ? [410] : undefined) }, ['violated']],
    ['is not where there are two of them', { reads: absent(1, 9, 10) }, []],
    ['is not where none is found', { reads: () => [404] }, []],
    ['is not where it is refused otherwise', { reads: (n) => (n === 1 ? [404] : n > 15 ? [403] : undefined) }, []],
    ['is not where lists do not show it', { reads: absent(1, 9, 10, 11), lists: false }, []],
    ['is not where lists show what was deleted', { reads: absent(1, 9, 10, 11), forgetful: true }, []],
  ] as readonly (readonly [string, Server, readonly string[]])[])('%s', async (_what, server, outline) => {
    const { told, asked } = await judged(server);
    expect(outlineOf(told)).toEqual(outline);
    expect(asked('create')).toHaveLength(12);
  }); // prettier-ignore

  test('is shown with the list and the number of failed reads', async () => {
    const { told } = await judged({ reads: absent(1, 9, 10, 11, 12) });
    expect(told[0]).toMatchObject({
      statuses: [200, 404],
      roles: ['look', 'look at fault'],
      more: { reproduced: '4/12' },
    });
  });

  test('is searched for once no lag can hide it', async () => {
    const { asked } = await judged({ reads: absent(1) });
    const made = asked('create').at(-1)?.at ?? 0;
    expect(asked('readById').filter(({ at }) => at > made && at < made + 1_000)).toEqual([]);
    expect(asked('readById').length).toBeGreaterThanOrEqual(12);
    expect(asked('remove')).toEqual([]);
  });

  test('is searched for only if some were not found', async () => {
    expect((await judged({ reads: absent() })).sent).toEqual([]);
    expect((await judged({ reads: absent(1) }, { learnt: { upserts: true } })).sent).toEqual([]);
  });

  test('may be one of eight, if the run has created fewer', async () => {
    const stage = storedStage();
    writing(stage);
    for (let count = 0; count < 7; count += 1) await stage.on.create();
    stage.sent.splice(0);
    await judgeNeverFound(stage.on);
    expect([stage.asked('create').length, stage.asked('readById').length]).toEqual([8, 8]);
  });

  test('is not created without a writer', async () => {
    const stage = storedStage();
    await judgeNeverFound(stage.on);
    expect(stage.sent).toEqual([]);
  });
});

describe('a resource that comes and goes', () => {
  /** The kept one flickers once, and after that reads of it are answered by their number. */
  const judged = async (
    reads: (number: number) => Answer | undefined,
    { first = true, known = {} }: { readonly first?: boolean; readonly known?: Partial<Learnt> } = {},
  ) => {
    const callers = createCallers([{ label: 'M', token: 'm', scopes: ['manage_test:demo'] }], createRandom(7));
    const [reader = callers.none] = callers.supplied;
    const history = historyOf([]);
    const phases: string[] = [];
    let number = Number.NaN;
    const { script } = scriptedStore({
      answer: (name, id) => {
        if (name !== 'readById' || id !== 'r1' || Number.isNaN(number)) return undefined;
        number += 1;
        return number <= 0 ? [404] : reads(number);
      },
    });
    const stage = reportingStage(
      script,
      { idSource: { kind: 'body', at: '/id', declared: true }, reader, ...known },
      {
        callers,
        reader,
        world: worldOf(history),
        made: [{ id: 'r1', canary: 'c1', at: 0 }],
        until: (phase) => {
          phases.push(phase);
          return Promise.resolve();
        },
      },
    );
    const { on, sent } = stage;
    const ask = on.ask.bind(on);
    Object.assign(on, {
      ask: async (...asked: Parameters<Stage['ask']>) => {
        const exchange = await ask(...asked);
        history.append(exchange);
        return exchange;
      },
    });
    await keptResource(on);
    if (first) {
      number = -1;
      await on.ask('readById', { path: { id: 'r1' }, as: reader });
      number = Number.NaN;
      await on.ask('readById', { path: { id: 'r1' }, as: reader });
    }
    number = 0;
    sent.splice(0);
    await judgeFlickers(on);
    return { ...stage, phases };
  }; // prettier-ignore
  const every = (step: number) => (number: number) => (number % step === 1 ? ([404] as const) : undefined);

  test('is reported if it does so repeatedly', async () => {
    const { told, broken } = await judged(every(3));
    expect(told).toEqual(['violated']);
    expect(broken[0]?.exchanges).toMatchObject([
      { role: 'look', culprit: true, exchange: { status: 404 } },
      { role: 'look', culprit: false, exchange: { status: 200 } },
    ]);
  });

  test('is read twenty times over four seconds, once it is older than any lag', async () => {
    const { sent } = await judged(() => undefined);
    expect(sent).toHaveLength(20);
    expect(sent[0]?.at).toBeGreaterThanOrEqual(1_000);
    const took = (sent.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0);
    expect(took).toBeGreaterThan(3_000);
    expect(took).toBeLessThan(5_000);
  });

  test('is immediately read again if it was not found', async () => {
    const { sent } = await judged((number) => (number === 1 ? [404] : undefined));
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeLessThan(5);
    expect((sent[2]?.at ?? 0) - (sent[1]?.at ?? 0)).toBeGreaterThan(50);
  });

  test.each([
    ['is undecided where it does so for once', [3], ['undecided flaky']],
    ['is undecided where it does so twice', [3, 15], ['undecided flaky']],
    ['is undecided where that is nearly at once', [3, 5, 7], ['undecided flaky']],
    ['is let off where it stays from then on', [], []],
    ['is let off where it stays away for a while', [5, 6, 7, 8, 9, 10, 11, 12], []],
  ] as readonly (readonly [string, readonly number[], readonly string[]])[])('%s', async (_what, missed, outline) => {
    expect((await judged((number) => (missed.includes(number) ? [404] : undefined))).told).toEqual(outline);
  }); // prettier-ignore

  test('is not reported if it is refused differently', async () => {
    expect((await judged((number) => (number % 3 === 1 ? [403] : undefined))).told).toEqual([]);
  });

  test('is searched for late, and only if one did', async () => {
    expect((await judged(() => undefined)).phases).toEqual(['late']);
    expect((await judged(() => undefined, { first: false })).sent).toEqual([]);
    expect((await judged(() => undefined, { known: { reader: undefined } })).sent).toEqual([]);
  });
});

describe('the version of a resource', () => {
  /** The kept one shows the version that belongs to the number of the read. */
  const judged = async (version: (read: number, at: number) => number | undefined) => {
    let read = Number.NaN;
    const stage = storedStage({
      answer: (name, id, at, ask) => {
        if (name !== 'readById' || id !== 'r1' || Number.isNaN(read)) return undefined;
        // Others may be shown another state.
        if (ask.as?.label === 'V') return [200, '{"version":99}'];
        read += 1;
        return [200, JSON.stringify({ version: version(read, at) })];
      },
    }, { tokens: twoTokens }); // prettier-ignore
    await keptResource(stage.on);
    read = 0;
    Object.assign(stage.learnt, { noResource: { code: 'no-token', text: 't' } });
    await judgeVersionStays(stage.on);
    return stage;
  };

  test.each([
    ['stays', () => 1, ['held']],
    ['is none', () => undefined, ['discarded: premise-failed']],
    ['changes once', (read) => (read < 3 ? 1 : 2), ['held']],
    ['moves on with each read', (read) => read, ['undecided: two-readings']],
    ['goes down with each read', (read) => 100 - read, ['undecided: two-readings']],
    ['moves on twice while it is looked at closely', (read) => [0, 1, 2, 2, 3, 3, 4][read] ?? 4, ['undecided: two-readings']],
    ['moves on once then', (read) => [0, 1, 2, 2, 3][read] ?? 3, ['held']],
    ['comes and goes', (read) => 1 + (read % 2), ['violated']],
    ['comes and goes among those that move on', (read) => (read % 2 === 0 ? 1 : read + 1), ['violated']],
    ['comes again twice past every lag', (read) => (read < 12 ? 1 + (read % 2) : 3), ['undecided: two-readings']],
    ['comes and goes at first, and then rests', (read) => (read < 10 ? 1 + (read % 2) : 2), ['undecided: two-readings']],
    ['comes again once, as where data are restored', (read) => (read === 2 ? 2 : 1), ['held']],
  ] as readonly (readonly [string, (read: number) => number | undefined, readonly string[]])[])('%s', async (_what, version, outline) => {
    expect(outlineOf((await judged(version)).told)).toEqual(outline);
  }); // prettier-ignore

  test('may also show late, if it changes by itself', async () => {
    // Copies in turn, one of which is two moves behind.
    const { told } = await judged((read, at) => Math.floor(at / 400) - (read % 2 === 0 ? 2 : 0));
    expect(outlineOf(told)).toEqual(['undecided: two-readings']);
  });

  test('is shown with two reads that differ', async () => {
    const { told } = await judged((read) => 1 + (read % 2));
    expect(told[0]).toMatchObject({ statuses: [200, 200], more: { deviation: 'differ', reproduced: '3/3' } });
  });
});

describe('another reader', () => {
  /** Late in the run V, or anyone who reads with parameters, is shown the version so much before the actual one. */
  const observed = async (behind: (by: string, hasQuery: boolean, at: number) => number) => {
    let isLate = false;
    const stage: ReturnType<typeof storedStage> = storedStage(
      {
        answer: (name, id, at, ask) => {
          const one = stage.kept.get(id);
          if (name !== 'readById' || one === undefined || !isLate) return undefined;
          const { version } = one;
          return [
            200,
            JSON.stringify({
              id,
              version: version - behind(ask.as?.label ?? '', ask.query !== undefined, at),
            }),
          ];
        },
      },
      {
        tokens: twoTokens,
        stage: {
          until: () => {
            isLate = true;
            return Promise.resolve();
          },
        },
      },
    );
    stage.learnt.updater = stage.caller('M');
    await observeOtherReads(stage.on);
    return stage.told.map(({ kind, code, value }) => (kind === 'observed' ? value : (code ?? kind)));
  };
  const seen = (toAnotherReader: string, withParameters: string) => ({ toAnotherReader, withParameters });

  test.each([
    ['is shown the same', () => 0, [seen('the same', 'the same')]],
    ['is shown another version', (by) => (by === 'V' ? 1 : 0), [seen('another', 'the same'), 'suspected']],
    ['is shown the same, and parameters another', (_by, query) => (query ? 1 : 0), [seen('the same', 'another'), 'suspected']],
    ['is shown another one with parameters alone', (by, query) => (by === 'V' && query ? 1 : 0), [seen('the same', 'the same'), 'suspected']],
  ] as readonly (readonly [string, (by: string, hasQuery: boolean, at: number) => number, readonly unknown[]])[])('%s', async (_what, behind, told) => {
    expect(await observed(behind)).toEqual(told);
  }); // prettier-ignore

  test('decides nothing if no resource was updated', async () => {
    const { on, told } = storedStage({}, { tokens: twoTokens, learnt: { upserts: true } });
    await observeOtherReads(on);
    expect(outlineOf(told)).toEqual(['discarded: premise-failed']);
  });
});
