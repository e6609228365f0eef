import { says } from '../../wire/status.ts';
import { inScope } from '../../run/options.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { plainReads, type PlainRead } from '../../contract/traits.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import { mustAdmit } from '../../implementation/callers/must-admit.ts';
import type { Stage } from '../../implementation/stage.ts';
import { withControl, confirmations, notEveryTime, type Confirmed } from '../confirm.ts';
import type { AccessCase } from './access-case.ts';

/** Reads that need only a token, where a grant is visible; reads that may find nothing come last. */
const witnesses = plainReads.toSorted((one, other) => hitsIn(one) - hitsIn(other));

function hitsIn(name: PlainRead): number {
  return endpoint(name).shows === 'hits' ? 1 : 0;
}

/**
 * Judges that nobody is granted access although some scope suffices: every proven holder of a listed scope is
 * answered 401 or 403, three times, while each is granted access, before and after, at another read that lists the
 * same scopes.
 *
 * @returns false if nothing was judged
 */
export async function judgeAllRefused(on: Stage, which: AccessCase): Promise<boolean> {
  const holders = on.callers.supplied.filter(
    (caller) => lets(which.endpoint, caller, on.options.projectKey) === 'in',
  );
  const places = await Promise.all(holders.map((caller) => grantedElsewhere(on, caller, which.endpoint)));
  if (holders.length === 0 || places.includes(undefined)) return false;
  const target = await which.prepare(on);
  const confirmed: Confirmed[] = [];
  for (const [at, caller] of holders.entries()) {
    const place = places[at];
    if (place === undefined) return false;
    confirmed.push(
      await withControl(on, {
        control: () => on.ask(place, { as: caller }),
        probe: () => target.ask(on, caller),
        deviates: (one) => says(one, 'denied'),
      }),
    );
  }
  const exchanges = confirmed.flatMap((one) => ('exchanges' in one ? one.exchanges : []));
  if (confirmed.every(({ kind }) => kind === 'every-time'))
    on.violated({
      expected: `2xx for a token with ${(endpoint(which.endpoint).scopes ?? []).join(' or ')}`,
      got: `${exchanges.at(-1)?.label ?? ''} for each of them, and each is granted access elsewhere`,
      deviation: { kind: 'status' },
      exchanges: exchanges.slice(-2),
      reproduced: `${confirmations}/${confirmations}`,
    });
  else if (confirmed.some(({ kind }) => kind !== 'met' && kind !== 'no-premise' && kind !== 'lost'))
    notEveryTime(on, 'all tokens with a listed scope were refused', exchanges);
  else return false;
  return true;
}

/** Another read with the same scopes that grants access to the caller, whose scope the run has proven. */
async function grantedElsewhere(
  on: Stage,
  caller: Caller,
  name: EndpointName,
): Promise<PlainRead | undefined> {
  if (!(await mustAdmit(on, caller, name))) return undefined;
  const scopes = endpoint(name).scopes?.join();
  for (const place of inScope(on.options, witnesses)) {
    if (place === name || endpoint(place).scopes?.join() !== scopes) continue;
    if (
      on.world.answers.wasGrantedAnywhere(place, caller.label) ||
      (await on.ask(place, { as: caller })).succeeded
    )
      return place;
  }
  return undefined;
}
