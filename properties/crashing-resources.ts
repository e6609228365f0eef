import { says } from '../wire/status.ts';
import { crashes as crashesOf } from '../world/operations/crashes.ts';
import type { ClauseId } from '../clause/clause.ts';
import { operation } from '../contract/endpoints.ts';
import { valuesAt } from '../contract/operation-at.ts';
import type { NamesWith } from '../contract/traits.ts';
import { confirmations, notEveryTime } from '../judging/confirm.ts';
import { awaited } from '../run/awaited.ts';
import type { Exchange } from '../history/exchange.ts';
import { someByKey } from './keyed-resources.ts';
import { readByKey, keyOf } from '../implementation/keys/keyed-resource.ts';
import { deleteOwn } from '../implementation/resources/disposable.ts';
import { hasToStay } from '../implementation/resources/provided.ts';
import { OwnResource } from '../implementation/resources/own-resource.ts';
import { readOwn, versionToState } from '../implementation/resources/read-own.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { update } from '../implementation/updates/changes.ts';
import { anyAction } from '../implementation/updates/known-actions.ts';
import { JsonNumber } from '../wire/json/json.ts';

type ByResource = NamesWith<'needs', 'id' | 'key'>;

/** The number of resources that are checked again: resources that crash in one operation do so for the same reason. */
const mostLooked = 3;

/** This many at resources that cannot be asked again are no accident. */
const enough = 2;

/** The least number of resources for which an operation must be requested. */
const some = 8;

/** The request for a resource; undefined if there is none. */
const asks: Readonly<Record<ByResource, (on: Stage, own: OwnResource) => Promise<Exchange | undefined>>> = {
  readById: (on, own) => readOwn(on, own),
  readByKey: async (on, own) => {
    const key = await keyOf(on, own);
    return key === undefined ? undefined : await readByKey(on, key);
  },
  update: async (on, own) => {
    own.forget();
    const version = await versionToState(on, own);
    if (version === undefined) return undefined;
    return await update(on, own, new JsonNumber(version), [anyAction(on)]);
  },
  remove: (on, own) => deleteOwn(on, own),
};

/** Another operation, which shows that the resource exists. */
const shown: Readonly<Record<ByResource, (on: Stage, own: OwnResource) => Promise<Exchange | undefined>>> = {
  readById: asks.remove,
  readByKey: asks.readById,
  update: asks.readById,
  remove: asks.readById,
};

/**
 * A server error may depend on the resource. Every resource with an error is requested again at the end of
 * the run, beside other resources (the section of the endpoint). It draws nothing: it judges the draws of
 * other properties, at the least depth 211 reads, 160 updates and 76 deletes per run.
 */
function crashesByResource(clause: ClauseId, name: ByResource, minimum: 0 | 1) {
  return holds(
    clause,
    `${operation(name)} at each resource that the run has made: a server error does not last`,
    {
      draws: false,
      phase: 'late',
      limits: name === 'readByKey' ? ['key'] : [],
      minimum: () => minimum,
      check: async (on) => {
        await askSome(on, name);
        const found = await stillCrashing(on, name);
        const control = found.length > 0 ? await controlOf(on, name) : undefined;
        if (control?.is('fault') === true) return await judgeEverywhere(on, name, control);
        for (const [id, crash] of found.slice(0, mostLooked)) await judgeCrashing(on, name, { id, crash });
        const gone = crashesOf(on.world.history, name).filter(
          (one) => !one.mayNotExist && !found.some(([, crash]) => crash === one),
        );
        const areTelling = gone.length >= enough && !gone.some((one) => on.world.passing.isDisturbance(one));
        if (areTelling)
          on.undecided(
            'server-error',
            `${operation(name)} was answered with a server error at ${gone.length} resources that are gone, so none of them could be requested again`,
            { exchanges: gone.slice(-enough), deviated: true },
          );
        if (found.length > 0 || areTelling) return;
        if (on.world.bodies.successes(name).statuses.size > 0) on.held();
        else on.discarded('premise-failed', 'no such request was answered 2xx');
      },
    },
  );
}

/** Creates and requests some resources if hardly any resource was requested yet. */
async function askSome(on: Stage, name: ByResource): Promise<void> {
  if (name === 'readByKey') return void (await someByKey(on));
  const heard = (): number =>
    crashesOf(on.world.history, name).length +
    [...on.world.bodies.successes(name).statuses.values()].reduce((sum, count) => sum + count, 0);
  for (let time = 0; time < some && heard() < some; time += 1) await asks[name](on, (await on.another()).own);
}

/** Resources of the run, by id, with the last server error for each. */
async function stillCrashing(on: Stage, name: ByResource): Promise<readonly (readonly [string, Exchange])[]> {
  const crashes = crashesOf(on.world.history, name);
  const keyed = new Map<string, string>();
  if (name === 'readByKey' && crashes.length > 0)
    for (const { id } of on.made) keyed.set((await keyOf(on, new OwnResource(id, -Infinity))) ?? '', id);
  const last = new Map<string, Exchange>();
  for (const crash of crashes) {
    const id = name === 'readByKey' ? keyed.get(namedBy(crash)) : namedBy(crash);
    const isOurs = !crash.mayNotExist || (id !== undefined && on.isOurs(id));
    if (id !== undefined && isOurs && !on.gone.has(id) && !hasToStay(on.profile, id)) last.set(id, crash);
  }
  return [...last];
}

function namedBy({ endpoint: name, request }: Exchange): string {
  const { id, key = id } = name === undefined ? {} : valuesAt(name, request.target);
  return key ?? '';
}

/** Three requests, each between accepted control requests; the last comes when another node would have taken over. */
async function judgeCrashing(
  on: Stage,
  name: ByResource,
  { id, crash }: { readonly id: string; readonly crash: Exchange },
): Promise<void> {
  const own = new OwnResource(id, crash.outcome.sentAt);
  const deviation = `${operation(name)} was answered ${crash.label} at one resource`;
  const lasts = crash.outcome.sentAt + on.grace.queryMs;
  let control = await controlOf(on, name);
  let last = crash;
  for (let time = 1; time < 3; time += 1) {
    const wait = time === 2 ? lasts - on.clock.now() : 0;
    if (wait > 0) await on.clock.sleep(wait, awaited.disturbance);
    const answer = await asks[name](on, own);
    if (answer === undefined || answer.is('noise') || control?.succeeded !== true)
      return notEveryTime(on, deviation, [last]);
    if (!answer.is('fault'))
      return answer.succeeded ? on.passed([last]) : notEveryTime(on, deviation, [last]);
    last = answer;
    control = await controlOf(on, name);
  }
  const there = await shown[name](on, own);
  if (there !== undefined && says(there, 'nothing there'))
    return on.discarded('premise-failed', 'nothing else shows that the resource exists');
  if (control?.succeeded !== true || there?.succeeded !== true || on.world.passing.isDisturbance(last))
    return notEveryTime(on, deviation, [last]);
  on.violated({
    expected: 'an answer other than a server error, as for other resources',
    got: `${last.label}, every time at this resource`,
    deviation: { kind: 'status', exchange: last },
    exchanges: [
      { exchange: control, role: 'control' },
      { exchange: last, role: 'probe', culprit: true },
      { exchange: there, role: 'look' },
    ],
    reproduced: '3/3',
  });
}

/** Judges three new resources, if every resource crashes by now. */
async function judgeEverywhere(on: Stage, name: ByResource, first: Exchange): Promise<void> {
  const takenOver = first.outcome.sentAt + on.grace.queryMs;
  for (let time = 1; time <= confirmations; time += 1) {
    const { own } = await on.another();
    const isLast = time === confirmations;
    const wait = isLast ? takenOver - on.clock.now() : 0;
    if (wait > 0) await on.clock.sleep(wait, awaited.disturbance);
    const answer = await asks[name](on, own);
    const there = await shown[name](on, own);
    const isCrash = answer?.is('fault') === true && !on.world.passing.isDisturbance(answer);
    if (!isCrash || there?.succeeded !== true)
      return notEveryTime(on, `${operation(name)} was answered ${first.label} at all resources`, [first]);
    if (isLast)
      on.violated({
        expected: 'an answer other than a server error',
        got: `${answer.label}, at each of ${confirmations} resources just made`,
        deviation: { kind: 'status', exchange: answer },
        exchanges: [
          { exchange: answer, role: 'probe', culprit: true },
          { exchange: there, role: 'look' },
        ],
        reproduced: `${confirmations}/${confirmations}`,
      });
  }
}

/** The same request for a new resource, or for several if it crashes for the first resources too. */
async function controlOf(on: Stage, name: ByResource): Promise<Exchange | undefined> {
  let answer: Exchange | undefined;
  for (let time = 0; time < 5 && answer?.succeeded !== true; time += 1) {
    const { own } = await on.another();
    answer = await asks[name](on, own);
  }
  return answer;
}

export const crashingResources = [
  crashesByResource('4.2/answers-without-server-error', 'readById', 1),
  crashesByResource('4.3/answers-without-server-error', 'readByKey', 0),
  crashesByResource('4.10/answers-without-server-error', 'update', 1),
  crashesByResource('4.11/answers-without-server-error', 'remove', 0),
];
