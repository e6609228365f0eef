import { defined } from '../clause/defined.ts';
import { says } from '../wire/status.ts';
import { resourcePath } from '../history/resource-path.ts';
import type { Exchange } from '../history/exchange.ts';
import {
  keyedResource,
  keyIn,
  keySupply,
  readByKey,
  type KeyedResource,
} from '../implementation/keys/keyed-resource.ts';
import { isOneForAll } from '../implementation/learnt.ts';
import { oncePerRun } from '../implementation/once-per-run.ts';
import { isWithinLag, lookWithinLag } from '../implementation/resources/lag.ts';
import { OwnResource } from '../implementation/resources/own-resource.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import { agreement, compareByKey, judgePair } from '../suites/4.03/key-agreement.ts';
import { overwriteNames } from '../contract/traits.ts';
import { overwrittenResource } from '../suites/overwrites/accepted.ts';
import { holds } from '../implementation/section.ts';
import { lastWriteAt } from '../world/resources/last-write.ts';
import type { Stage } from '../implementation/stage.ts';
import { confirmations, notEveryTime } from '../judging/confirm.ts';

/** The number of resources that are read by key at the end, if there are enough. */
const some = 8;

/** A resource of the run, and the answers to reads by its id and by its key. */
interface Keyed {
  readonly own: OwnResource;
  readonly key: string;
  readonly byId: Exchange;
  readonly answer: Exchange;
}

/** Reads by key of overwritten and made resources, once a run: a deviation may depend on the resource. */
export const someByKey = oncePerRun(async (on: Stage): Promise<readonly Keyed[]> => {
  if (on.facts.keyPointer === undefined) return [];
  // If creates update one resource, overwrites alternate with creates.
  const names = isOneForAll(on.facts) ? [] : overwriteNames;
  const overwritten = await Promise.all(names.map((name) => overwrittenResource(on, name)));
  const ids = [...overwritten.flatMap((own) => own?.id ?? []), ...on.made.map(({ id }) => id)];
  const there = [...new Set(ids)].filter((id) => !on.gone.has(id)).slice(0, some);
  const all = await Promise.all(
    there.map(async (id): Promise<readonly Keyed[]> => {
      const own = new OwnResource(id, on.made.find((one) => one.id === id)?.at ?? -Infinity);
      own.written(lastWriteAt(on.world.history, id) ?? -Infinity);
      const byId = await readOwn(on, own);
      const key = keyIn(on, byId);
      return key === undefined ? [] : [{ own, key, byId, answer: await readOnceIndexed(on, own, key) }];
    }),
  );
  return all.flat();
});

/** The read by key; if it finds nothing, the last read within the lag of an index. */
async function readOnceIndexed(on: Stage, own: OwnResource, key: string): Promise<Exchange> {
  let answer = await readByKey(on, key);
  if (!says(answer, 'no operation') || !isWithinLag(on, own)) return answer;
  await lookWithinLag(on, own, async () => {
    answer = await readByKey(on, key);
    return answer.succeeded;
  });
  return answer;
}

export const keysAgree = holds(
  '4.3/names-the-resource-of-that-key',
  'GET /{projectKey}/resource/key={key} beside GET /{projectKey}/resource/{id} of resources of the run, at its end',
  {
    draws: false,
    phase: 'late',
    limits: ['key'],
    minimum: () => 0,
    check: async (on) => {
      const { declared } = await keyedResource(on);
      if (isOneForAll(on.facts)) return;
      const all = (await someByKey(on)).filter(({ byId, answer }) => byId.succeeded && answer.succeeded);
      const compared = all.map(({ own, key, byId, answer }) => {
        const keyed = { own, key, declared, canary: '', ...defined({ before: firstLook(on, own) }) };
        return { keyed, agreement: agreement(on, keyed, byId, answer) };
      });
      const agreeing = compared.filter((one) => one.agreement === 'agrees').length;
      const contradicting = compared.find((one) => one.agreement === 'contradicts')?.keyed;
      if (declared) on.held(agreeing);
      if (contradicting === undefined) return;
      if (declared) return await judgePair(on, contradicting);
      if (agreeing > 0) await doubtPair(on, contradicting);
    },
  },
);

/** The first read by id: unchanged resources still show its members. */
function firstLook({ world: { history } }: Stage, { id }: OwnResource): Exchange | undefined {
  const path = resourcePath(history.given.projectKey, id);
  return history.of(path).find(({ endpoint, succeeded }) => endpoint === 'readById' && succeeded);
}

/** A key from an undocumented member fails no clause; it does not pass one either, even if other resources agree. */
async function doubtPair(on: Stage, keyed: KeyedResource): Promise<void> {
  const { agreement: found, exchanges } = await compareByKey(on, keyed);
  if (found === 'contradicts')
    on.undecided(
      'two-readings',
      'the key that one resource shows names another version, id or content than its id, and those of others agree: either the answer by key is wrong, or what they show is no key',
      { exchanges, supply: keySupply, deviated: true },
    );
}

export const keyedResources = holds(
  '4.3/known-key-is-readable',
  'GET /{projectKey}/resource/key={key} with the keys that resources of the run show at its end',
  {
    draws: false,
    phase: 'late',
    limits: ['key'],
    minimum: () => 0,
    check: async (on) => {
      const { declared } = await keyedResource(on);
      if (isOneForAll(on.facts)) return;
      const all = await someByKey(on);
      const missing: Exchange[] = [];
      for (const { own, key, answer } of all
        .filter((one) => says(one.answer, 'no operation'))
        .slice(0, confirmations)) {
        const again = await missedAgain(on, own, key);
        if (again === undefined) return notEveryTime(on, 'a known key was not found', [answer]);
        missing.push(again);
      }
      const last = missing.at(-1);
      if (last === undefined) return on.held(all.length === 0 ? 0 : 1);
      if (missing.length < confirmations)
        return on.undecided(
          'flaky',
          `a resource that is read by its id was answered ${last.label} by the key that it shows, and others were not`,
          {
            exchanges: [last],
            deviated: true,
          },
        );
      // A key from an undocumented member fails no clause.
      if (!declared)
        return on.undecided(
          'two-readings',
          `one resource is found by the key that it shows, and others that are read by their ids are answered ${last.label}: either they are not found, or what they show is no key`,
          { exchanges: [last], supply: keySupply, deviated: true },
        );
      on.violated({
        expected: 'the resource with that key',
        deviation: { kind: 'status' },
        exchanges: [last],
        reproduced: `${confirmations}/${confirmations}`,
      });
    },
  },
);

/** The read by key, refused again between two reads by id that show the key. */
async function missedAgain(on: Stage, own: OwnResource, key: string): Promise<Exchange | undefined> {
  const before = await readOwn(on, own);
  const read = await readByKey(on, key);
  const after = await readOwn(on, own);
  return before.succeeded && after.succeeded && says(read, 'no operation') ? read : undefined;
}
