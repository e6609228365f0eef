import { describe, expect, test } from 'vitest';
import {
  declaredNoMatch,
  existenceCase,
  judgeBareCheck,
  judgeMatch,
  matchedCheck,
  noMatchStatus,
  judgeNoBody,
  judgeMatchStays,
} from '../../../../suites/4.05/existence.ts';
import { keptResource } from '../../../../implementation/resources/kept-resource.ts';
import { awaited } from '../../../../run/awaited.ts';
import type { Profile } from '../../../../clause/profile.ts';
import type { Stage } from '../../../../implementation/stage.ts';
import { exchangeOf, outlineOf } from '../../../support/stages/judged-stage.ts';
import { queryOf } from '../../../support/stages/reporting-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { checkedStage, type Checked } from '../../../support/stages/stored-stage.ts';

const noMatch = (status?: number, query?: Record<string, string | string[]>): Profile =>
  ({ head: { noMatch: { status, query } } }) as Profile;

async function judged(check: (on: Stage) => Promise<void>, server: Checked) {
  const stage = checkedStage(server);
  await check(stage.on);
  return stage;
}

describe('while a resource exists, the check', () => {
  test.each([
    ['is answered 200', {}, ['held']],
    ['is answered so once no lag hides it', { head: (_q, _b, at) => [at < 900 ? 404 : 200, ''] }, ['held']],
    ['finds nothing', { head: () => [404] }, ['violated']],
    ['is answered with another success', { head: () => [204, ''] }, ['violated']],
    ['is no method', { head: () => [405] }, ['violated']],
    ['fails the server', { head: () => [500] }, ['violated']],
    ['is refused to a caller who may read', { head: () => [403] }, ['undecided: premise-failed']],
    ['is lost', { head: () => [503] }, ['noise']],
    ['finds it three times after that', { head: (_q, _b, at) => [at < 1_001 ? 404 : 200, ''] }, ['held']],
  ] as readonly (readonly [string, Checked, readonly string[]])[])('%s', async (_what, server, outline) => {
    expect(outlineOf((await judged(judgeMatch, server)).told)).toEqual(outline);
  }); // prettier-ignore

  test('is not reported if the resource is not read either', async () => {
    let isGone = false;
    const head = (_q: string, _b: number, at: number): Answer => {
      isGone ||= at >= 1_000;
      return [404];
    };
    const { told } = await judged(judgeMatch, { head, read: () => (isGone ? [404] : undefined) });
    expect(outlineOf(told)).toEqual(['undecided: flaky']);
  });

  test('is shown with the read that shows the resource', async () => {
    const { told } = await judged(judgeMatch, { head: () => [404] });
    expect(told).toMatchObject([{ statuses: [200, 404], more: { deviation: 'status', reproduced: '3/3' } }]);
  });

  test('is sent once per run', async () => {
    const { on, asked } = checkedStage();
    await matchedCheck(on);
    const requests = asked('exists').length;
    await matchedCheck(on);
    expect(asked('exists')).toHaveLength(requests);
  });

  test.each([
    ['is not refused for its content', {}, ['held']],
    ['may find nothing', { head: () => [404] }, ['held']],
    ['is refused as a bad request', { head: () => [400] }, ['violated']],
    ['is refused for what it lacks', { head: () => [422] }, ['violated']],
    ['is lost', { head: () => [503] }, ['noise']],
    ['is refused for as long as a lag', { head: (_q, _b, at) => [at < 900 ? 400 : 200] }, ['held']],
  ] as readonly (readonly [string, Checked, readonly string[]])[])('without parameters %s', async (_what, server, outline) => {
    expect(outlineOf((await judged(judgeBareCheck, server)).told)).toEqual(outline);
  }); // prettier-ignore
});

describe('a query without a match', () => {
  test.each([
    [{}, undefined],
    [noMatch(404), undefined],
    [noMatch(undefined, {}), []],
    [noMatch(undefined, { a: 'x' }), [['a', 'x']]],
    [noMatch(undefined, { a: ['x', 'y'], b: 'z' }), [['a', 'x'], ['a', 'y'], ['b', 'z']]],
  ] as readonly (readonly [Profile, unknown])[])('is sent as declared: %j', (profile, query) => {
    expect(declaredNoMatch(checkedStage({ known: { profile } }).on)).toEqual(query);
  }); // prettier-ignore

  test.each([
    [{}, undefined, 0],
    [noMatch(404), 404, 0],
    [noMatch(404, { a: 'x' }), 404, 0],
    [noMatch(undefined, { a: 'x' }), 410, 1],
  ] as readonly (readonly [Profile, number | undefined, number])[])('has a status that is known or seen: %j', async (profile, status, requests) => {
    const { on, asked } = checkedStage({ known: { profile }, head: (query) => [query === 'a=x' ? 410 : 200] });
    expect([await noMatchStatus(on), asked('exists').length]).toEqual([status, requests]);
  }); // prettier-ignore

  test.each([
    [200, undefined, 'granted'],
    [200, 404, 'granted'],
    [200, 200, 'open'],
    [404, 200, 'refused'],
    [204, undefined, 'refused'],
  ] as const)('decides whether a check grants access: %i, none %s', async (status, none, grant) => {
    const { on } = checkedStage({ known: { profile: none === undefined ? {} : noMatch(none) } });
    const target = await existenceCase.prepare(on);
    const [probe, control] = [status, 200].map((one) => exchangeOf([one, ''], { caller: on.callers.none }));
    if (probe === undefined || control === undefined) throw new Error('there are two');
    expect(target.grants(probe, control, control)).toBe(grant);
    expect([target.shows(control), target.shows(probe)]).toEqual([true, status === 200]);
  });
});

describe('late in the run', () => {
  /** Checks are answered so from then on, by how many came before; and one that follows a delete before that. */
  const late = async (head: (before: number, by: string) => number, early = 200, ageMs = 1_000) => {
    let before = Number.NaN;
    const stage = checkedStage({
      head: (_query, _before, _at, by) => {
        if (Number.isNaN(before)) return [early];
        before += 1;
        return [head(before - 1, by)];
      },
      known: {
        tokens: [
          { label: 'M', scopes: ['manage_test:demo'] },
          { label: 'V', scopes: ['view_test:demo'] },
        ],
        stage: {
          until: () => {
            before = 0;
            return Promise.resolve();
          },
        },
      },
    });
    await keptResource(stage.on);
    await stage.on.clock.sleep(ageMs, awaited.age);
    await judgeMatchStays(stage.on);
    return stage;
  };

  test.each([
    ['the check still finds it', () => 200, 200, ['held']],
    ['it finds it at no time', () => 404, 200, ['violated']],
    ['it is answered with another success', () => 204, 200, ['violated']],
    ['it finds it but for once', (before) => (before === 1 ? 404 : 200), 200, ['undecided: flaky']],
    ['it finds it but for twice', (before) => (before < 2 ? 404 : 200), 200, ['violated']],
    ['it finds it but for one caller', (_before, by) => (by === 'V' ? 404 : 200), 200, ['violated']],
    ['it is refused for who asks', () => 403, 200, ['undecided: premise-failed']],
    ['it is refused for want of a token', () => 401, 200, ['undecided: premise-failed']],
    ['it fails the server', () => 500, 200, ['undecided: premise-failed']],
    ['it is lost', () => 503, 200, ['undecided: premise-failed']],
    ['it is lost for once', (before) => (before === 0 ? 503 : 200), 200, ['held']],
    ['it finds it, though not after one delete', () => 200, 404, ['held']],
    ['it finds it, though it failed after one', () => 200, 500, ['held']],
  ] as readonly (readonly [string, (before: number, by: string) => number, number, readonly string[]])[])('%s', async (_what, head, early, outline) => {
    expect(outlineOf((await late(head, early)).told)).toEqual(outline);
  }); // prettier-ignore

  test('twenty checks suffice if all find it, by two callers in turn', async () => {
    const { asked } = await late(() => 200);
    const callers = asked('exists').map(({ as }) => as);
    // The last check follows the delete of the newest resource.
    expect(callers.slice(-21, -1)).toEqual(Array.from({ length: 10 }, () => ['M', 'V']).flat());
  });

  test('a resource younger than any lag need not be found yet', async () => {
    const young = await late((before) => (before < 2 ? 404 : 200), 200, 0);
    expect(outlineOf(young.told)).toEqual(['held']);
    expect(young.asked('exists').at(-1)?.at).toBeGreaterThanOrEqual(1_000);
  });

  test.each([
    [8, '2/26'],
    [16, '2/26'],
    [28, '2/28'],
    [40, '2/40'],
    [41, undefined],
  ])(
    'after a check that did not find it, twenty checks look for another failure: the %i. after it',
    async (at, reproduced) => {
      const { told } = await late((before) => (before === 0 || before === at ? 404 : 200));
      expect(told[0]).toMatchObject(
        reproduced === undefined ? { kind: 'undecided' } : { kind: 'violated', more: { reproduced } },
      );
    },
  );
});

describe('no octet follows', () => {
  const raw = async (octets: string, second: Partial<{ failure: unknown }> = {}) => {
    const asked: string[] = [];
    const stage: ReturnType<typeof checkedStage> = checkedStage({
      known: {
        tokens: [
          { label: 'M', scopes: ['manage_test:demo'] },
          { label: 'P', scopes: ['view_products:demo'] },
        ],
        stage: {
          askRaw: (_name, ask) => {
            asked.push(`${ask?.as?.label ?? ''} ${queryOf(ask ?? {})}`.trim());
            const exchange = exchangeOf([200, ''], { caller: stage.caller('M') });
            return Promise.resolve({
              exchange,
              octets: new TextEncoder().encode(octets),
            });
          },
          askOnOneConnection: () => {
            const [one, other] = [1, 2].map((number) =>
              exchangeOf([200, ''], { number, caller: stage.caller('M') }),
            );
            if (other !== undefined && 'failure' in second)
              Object.defineProperty(other, 'failure', { value: second.failure });
            return Promise.resolve([one, other].filter((each) => each !== undefined));
          },
        },
      },
    });
    await judgeNoBody(stage.on);
    return { ...stage, asks: asked };
  };

  test('if no answer came, for each caller', async () => {
    const { told, asks } = await raw('');
    expect(told.map(({ kind }) => kind)).toEqual(asks.map(() => 'held'));
    expect(asks.filter((one) => one.startsWith('M'))).toHaveLength(4);
    expect(asks).toContain('M floatParameter=abc');
    expect(asks.some((one) => /arrayOfString=(\w+)&arrayOfString=\1/.test(one))).toBe(true);
    expect(asks.some((one) => !one.startsWith('M'))).toBe(true);
  });

  test('each is reported if all came', async () => {
    const { told, asks } = await raw('0');
    expect(told.map(({ kind, more }) => [kind, more])).toEqual(
      asks.map(() => ['violated', { deviation: 'stray-octets', reproduced: undefined }]),
    );
  });

  test.each([
    ['that break the framing', 'framing', 1],
    ['that end the connection', 'reset', 0],
  ])('on a connection that stays open, no octet follows those %s', async (_what, failure, violated) => {
    const { told } = await raw('', { failure: { kind: 'failure', failure } });
    expect(told.filter(({ kind }) => kind === 'violated')).toHaveLength(violated);
    if (violated > 0) expect(told.at(-1)?.more).toEqual({ deviation: 'stray-octets', reproduced: '3/3' });
  });
});
