import { strays as strayedTo } from '../../world/callers/strays.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { listNames, namesWith, overwriteNames } from '../../contract/traits.ts';
import { isSuccess } from '../../wire/status.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Told } from '../../run/evidence/story.ts';
import { livenessOf } from '../../implementation/callers/liveness.ts';
import { isKnown } from '../../implementation/callers/token-evidence.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { asObject } from '../../wire/json/json.ts';
import { isMistaken, noAccessFor } from './access-judgements.ts';
import { holdsResource, listed, shows } from './disclosure.ts';

/** A single deviation may be an accident; two at two resources, or at two times, are not. */
const enough = 2;

/** Reports grants to callers that were refused at other times, anywhere in the run; rounds find all other grants. */
export async function judgeStrayGrants(
  on: Stage,
  endpoint: EndpointName,
  who: (caller: Caller) => boolean,
): Promise<void> {
  if (!watched.includes(endpoint)) return;
  const strays = (): readonly Exchange[] =>
    strayedTo(on.world.history, endpoint).filter((one) => who(one.caller) && isRefusedToo(on, one));
  await on.until('late');
  // In the last phase no more requests are sent that could prove a token.
  for (const { caller } of strays()) await livenessOf(on, caller);
  await on.until('end');
  const all = strays().filter(({ caller }) => isSomebody(on, caller));
  const found = all.flatMap((exchange): readonly StrayGrant[] => {
    const look = on.grants.find((grant) => grant.exchange === exchange)?.look;
    return look !== undefined || discloses(on, exchange, endpoint) ? [{ exchange, look }] : [];
  });
  const last = found.at(-1)?.exchange;
  if (last === undefined && all.length > 0)
    on.suspect(
      'A caller without a sufficient scope was answered like a caller with a sufficient scope; the answer discloses nothing.',
    );
  if (last === undefined || (await isMistaken(on, last.caller, last))) return;
  const exchanges = found.slice(-enough).flatMap((grant) => toldOf(grant, grant.exchange === last));
  if (found.length >= enough)
    return on.violated({
      expected: noAccessFor(last.caller),
      got: `${last.label}, with the content for callers with the scope, ${found.length} times in the run`,
      deviation: { kind: 'status', exchange: last },
      exchanges,
      reproduced: `${found.length}/${found.length}`,
    });
  on.undecided(
    'flaky',
    `${last.caller.label} was answered ${last.label}, with the content for callers with the scope, once in the run`,
    { exchanges: exchanges.map(({ exchange }) => exchange), deviated: true },
  );
}

/** An answer, and, if the answer to a write does not show its effect, the read that does. */
interface StrayGrant {
  readonly exchange: Exchange;
  readonly look: Exchange | undefined;
}

/** Whether the exchange shows content for sufficient callers: a resource; in a list, one of the run's. */
function discloses(on: Stage, exchange: Exchange, endpoint: EndpointName): boolean {
  const { value, object } = exchange;
  if (lists.includes(endpoint)) {
    const list = listed(exchange);
    return holdsResource(list) || on.made.some((one) => shows(list, one));
  }
  const isResource = versionOf(value) !== undefined && asObject(object?.['objectTypeProperty']) !== undefined;
  return resources.includes(endpoint) && isResource;
}

const lists: readonly EndpointName[] = listNames;
const resources: readonly EndpointName[] = namesWith('shows', 'resource');
/** The operations whose answers, or reads after them, show such content. */
const watched: readonly EndpointName[] = [...lists, ...resources, ...overwriteNames];

/** Rounds find callers who are always granted access. */
function isRefusedToo(on: Stage, { endpoint, caller }: Exchange): boolean {
  if (endpoint === undefined) return false;
  const statuses = on.world.answers.here(endpoint)?.byCaller.get(caller.label) ?? [];
  return [...statuses].some((status) => !isSuccess(status));
}

/** Requests without a token or with an unknown token are certain; any other token must be proven valid. */
function isSomebody(on: Stage, caller: Caller): boolean {
  const isAlive = (): boolean => on.facts.liveness.get(caller.label) === 'live';
  return caller.kind !== 'supplied' || isAlive() || isKnown(on.world.answers.sites, caller.label);
}

function toldOf(
  { exchange, look }: StrayGrant,
  isLast: boolean,
): readonly (Told & { readonly exchange: Exchange })[] {
  return [
    { exchange, role: 'probe', ...(isLast ? { culprit: true } : {}) },
    ...(look === undefined ? [] : [{ exchange: look, role: 'look' as const }]),
  ];
}
