import { describe, expect, test } from 'vitest';
import { judgeFraming } from '../../../../suites/general/framing.ts';
import { judgeReadsThroughOther, judgeWritesThroughOther } from '../../../../suites/general/other-project.ts';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import type { Ask } from '../../../../run/ask.ts';
import { Exchange } from '../../../../history/exchange.ts';
import type { Stage } from '../../../../implementation/stage.ts';
import { outlineOf, type Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import type { Departures, Kept } from '../../../support/stages/scripted-store.ts';
import { storedStage } from '../../../support/stages/stored-stage.ts';

const supplied: Known = {
  tokens: [
    { label: 'M', scopes: ['manage_test:demo'] },
    { label: 'O', scopes: ['manage_test:other'], otherProject: true },
  ],
  options: { otherProjectKey: 'other' },
  learnt: {
    liveness: new Map([['O', 'live' as const]]),
    pointer: '/someProperty',
    pointers: ['/someProperty'],
  },
};

/** How requests through the other project are answered, which may do something here. */
type Through = (name: EndpointName, ask: Ask, kept: Map<string, Kept>) => Answer;

function beside(through: Through, known: Known = supplied, store: Departures = {}) {
  const stage: ReturnType<typeof storedStage> = storedStage(
    {
      ...store,
      answer: (name, _id, _at, ask) =>
        ask.projectKey === undefined ? undefined : through(name, ask, stage.kept),
    },
    known,
  );
  stage.learnt.updater = stage.caller('M');
  return stage;
}

const textOf = (kept: Map<string, Kept>) => [...kept.values()].at(-1)?.strings[0] ?? null;

describe('a read through another project', () => {
  const judged = async (through: Through, store: Departures = {}) => {
    const stage = beside(through, supplied, store);
    await judgeReadsThroughOther(stage.on);
    const others = stage.sent.filter(({ ask }) => ask.projectKey !== undefined);
    return { ...stage, others };
  };

  test.each([
    ['is refused', () => [404], ['refused', 'refused', 'refused', 'refused']],
    ['shows nothing of ours', () => [200, '{}'], ['held', 'held', 'held', 'held']],
    ['is lost', () => [503], ['noise', 'noise', 'noise', 'noise']],
    ['shows our resource', (name, _ask, kept) => (name === 'readById' ? [200, JSON.stringify([textOf(kept)])] : [404]), ['violated', 'refused', 'refused', 'refused']],
    ['lists our resource', (name, _ask, kept) => (name === 'query' ? [200, JSON.stringify([textOf(kept)])] : [404]), ['refused', 'violated', 'refused', 'refused']],
    ['lists what another check has made', (name) => (name === 'query' ? [200, '["an update with canary99"]'] : [404]), ['refused', 'violated', 'refused', 'refused']],
    ['is refused with our resource', (_name, _ask, kept) => [403, JSON.stringify([textOf(kept)])], ['violated', 'violated', 'violated', 'violated']],
  ] as readonly (readonly [string, Through, readonly string[]])[])('%s', async (_what, through, outline) => {
    const { told, others } = await judged(through);
    expect(outlineOf(told).toSorted()).toEqual(outline.toSorted());
    expect(others.every(({ as, ask }) => as === 'O' && ask.projectKey === 'other' && ask.mayNotExist === true)).toBe(true);
  }); // prettier-ignore

  test('a refusal may contain the requested id, though the run chose its text', async () => {
    const { told } = await judged(
      (_name, { path }) => [404, JSON.stringify([`no ${path?.['id'] ?? 'resource'}`])],
      { ids: ['of-canary0'] },
    );
    expect(outlineOf(told)).toEqual(['refused', 'refused', 'refused', 'refused']);
  });

  test('lists a resource of the run late in the run', async () => {
    let asked = 0;
    const { told, others, phases } = await judged((name, _ask, kept) =>
      name === 'query' && asked++ > 0 ? [200, JSON.stringify([textOf(kept)])] : [404],
    );
    expect(outlineOf(told).slice(-1)).toEqual(['violated']);
    expect(phases).toEqual(['late']);
    expect(others.slice(4).map(({ name }) => name)).toEqual(['query', 'search', 'sorted']);
  });

  test('is reported with the read in the project of the resource', async () => {
    const { told } = await judged((_name, _ask, kept) => [403, JSON.stringify([textOf(kept)])]);
    expect(told[0]).toMatchObject({ callers: ['M', 'O'], roles: [undefined, 'probe at fault'], more: { deviation: 'holds' } }); // prettier-ignore
  });

  test.each([
    ['no token of it', { ...supplied, tokens: supplied.tokens?.slice(0, 1) ?? [] }, 'no-second-project'],
    ['no key of it', { tokens: supplied.tokens ?? [] }, 'no-second-project'],
    ['a token that is dead', { ...supplied, learnt: { liveness: new Map([['O', 'dead' as const]]) } }, 'dead-token'],
  ] as readonly (readonly [string, Known, string])[])('is not tested with %s', async (_what, known, code) => {
    for (const check of [judgeReadsThroughOther, judgeWritesThroughOther]) {
      const { on } = beside(() => [404], known);
      await expect(check(on)).rejects.toMatchObject({ reason: { code }, tested: false });
    }
  }); // prettier-ignore
});

describe('a write through another project', () => {
  const judged = async (through: Through) => {
    const stage = beside(through);
    await judgeWritesThroughOther(stage.on);
    const others = stage.sent.filter(({ ask }) => ask.projectKey !== undefined);
    return { ...stage, writes: others.map(({ name }) => name) };
  };
  const removing: Through = (name, { path }, kept) => {
    if (name === 'remove') kept.delete(path?.['id'] ?? '');
    return [404];
  };
  const updating: Through = (name, { path, json }, kept) => {
    const { actions } = json as {
      readonly actions: readonly { readonly someProperty?: string }[];
    };
    const one = kept.get(path?.['id'] ?? '');
    if (name === 'update' && one !== undefined) one.someProperty = actions?.[0]?.someProperty ?? '';
    return [404];
  };

  test.each([
    ['is refused', () => [404], ['refused']],
    ['is accepted, and changes nothing here', (name) => [name === 'readById' ? 404 : 200, '{}'], ['held']],
    ['changes our resource', (name, ask, kept) => (name === 'update' ? updating(name, ask, kept) : [404]), ['violated']],
    ['deletes our resource', removing, ['violated']],
  ] as readonly (readonly [string, Through, readonly string[]])[])('%s', async (_what, through, outline) => {
    const { told } = await judged(through);
    expect(outlineOf(told)).toEqual(outline);
  }); // prettier-ignore

  test('is sent only if a read there finds nothing', async () => {
    const { writes, told } = await judged(() => [200, '{"version":1}']);
    expect(writes).toEqual(['readById']);
    expect(outlineOf(told)).not.toContain('violated');
    expect((await judged(() => [404])).writes).toEqual(['readById', 'update', 'remove']);
  });
});

describe('answers that break off', () => {
  /** Requests that this names break off, each told from the others by how many of its operation came before. */
  const judged = async (breaks: (name: EndpointName, before: number) => 'framing' | 'reset' | undefined) => {
    const counts = new Map<EndpointName, number>();
    const stage = storedStage({}, { stage: { noteCreated: () => undefined } });
    const ask = stage.on.ask.bind(stage.on);
    const broken = async (...[name, asked]: Parameters<Stage['ask']>) => {
      const before = counts.get(name) ?? 0;
      counts.set(name, before + 1);
      const came = await ask(name, asked);
      const failure = breaks(name, before);
      if (failure === undefined) return came;
      const { number, endpoint, caller, request } = came;
      const outcome = { kind: 'failure', failure, wrote: true, sentAt: 0, answeredAt: 1 } as Exchange['outcome'];
      return new Exchange({ number, endpoint, caller, request, outcome, redirects: 0 });
    };
    Object.assign(stage.on, { ask: broken });
    await judgeFraming(stage.on);
    return stage;
  }; // prettier-ignore

  test.each([
    ['nowhere', () => undefined, ['held']],
    ['at one read each time', (name) => (name === 'sorted' ? 'framing' : undefined), ['violated']],
    ['at one read for once', (name, before) => (name === 'sorted' && before === 0 ? 'framing' : undefined), ['noise']],
    ['at one read but for the third time', (name, before) => (name === 'sorted' && before !== 2 ? 'framing' : undefined), ['noise']],
    ['at two reads', (name) => (name === 'sorted' || name === 'query' ? 'framing' : undefined), ['noise']],
    ['at all reads', () => 'framing', ['noise']],
  ] as readonly (readonly [string, (name: EndpointName, before: number) => 'framing' | undefined, readonly string[]])[])('are reported if they occur at only one operation: %s', async (_where, breaks, outline) => {
    expect(outlineOf((await judged(breaks)).told)).toEqual(outline);
  }); // prettier-ignore

  test('are confirmed by three more, each between complete reads', async () => {
    const { asked, told } = await judged((name) => (name === 'sorted' ? 'framing' : undefined));
    expect(asked('sorted')).toHaveLength(4);
    expect(told[0]).toMatchObject({ statuses: [200, undefined], more: { deviation: 'cut-off', reproduced: '3/3' } }); // prettier-ignore
  });

  test('are judged late and at the end', async () => {
    expect((await judged(() => undefined)).phases).toEqual(['late', 'end']);
  });
});
