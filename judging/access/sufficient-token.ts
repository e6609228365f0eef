import { says } from '../../wire/status.ts';
import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { mustAdmit, unproven } from '../../implementation/callers/must-admit.ts';
import { holdersOf, noHolder } from './token-cases.ts';
import type { Stage } from '../../implementation/stage.ts';
import {
  otherwise,
  withControl,
  confirmRepeatedly,
  report,
  confirmations,
  notEveryTime,
  type Confirmed,
} from '../confirm.ts';
import { besideOthers } from '../beside-others.ts';
import { insist } from '../../implementation/insist.ts';
import { inScope } from '../../run/options.ts';
import { plainReads, type PlainRead } from '../../contract/traits.ts';
import type { AccessCase } from './access-case.ts';

/** A valid token with the one listed scope is not refused at a write (the endpoint's section, "Authentication"). */
export function sufficientTokenIsGranted(
  name: EndpointName,
  request: (on: Stage, as: Caller) => Promise<Exchange>,
): Statement<Stage> {
  return {
    statement: `The server grants access to a token with ${(endpoint(name).scopes ?? []).join(' or ')}.`,
    sends: `${operation(name)} with each token that holds ${(endpoint(name).scopes ?? []).join(' or ')}`,
    violation: `A token with the scope, granted access elsewhere, is answered 401, ${confirmations} times; or it is answered 403 and was never granted access here. If another token with the scope ever was, that token is granted access before and after.`,
    rationale:
      'The token is valid, since other endpoints grant it access; refusals for the content of the request have other statuses, limits and quotas affect other tokens as well, and a mixture of answers decides nothing.',
    check: async (on) => {
      const holders = holdersOf(on, name);
      if (holders.length === 0) {
        const { code, text, supply } = noHolder(on, name);
        return on.discarded(code, text, supply);
      }
      for (const caller of holders)
        await judgeHolder(on, { name, caller, request, others: holders.filter((one) => one !== caller) });
    },
  };
}

interface Holder {
  readonly name: EndpointName;
  readonly caller: Caller;
  readonly others: readonly Caller[];
  readonly request: (on: Stage, as: Caller) => Promise<Exchange>;
}

/**
 * Whether 403 concerns the token: it never had access here, and another token has access before and after
 * each refusal. A limit or a quota refuses every caller.
 */
async function hingesOnToken(on: Stage, { name, caller, others, request }: Holder): Promise<boolean> {
  if (on.world.answers.wasGrantedAnywhere(name, caller.label)) return false;
  const control = others.find((other) => on.world.answers.wasGrantedAnywhere(name, other.label));
  if (control === undefined) return true;
  const confirmed = await withControl(on, {
    control: () => request(on, control),
    probe: () => request(on, caller),
    deviates: (one) => says(one, 'forbidden'),
  });
  return confirmed.kind === 'every-time';
}

/** Whether the token is granted access at reads as before: an expired token is not. */
async function isStillGranted(on: Stage, caller: Caller): Promise<boolean> {
  if (!on.world.answers.wasGranted('query', caller.label)) return true;
  const again = await insist(() => on.ask('query', { as: caller }));
  return !again.is('noise') && !says(again, 'denied');
}

async function judgeHolder(on: Stage, of: Holder): Promise<void> {
  const { caller, request } = of;
  let isAll401 = true;
  const confirmed = await confirmRepeatedly(on, {
    probe: () => request(on, caller),
    deviates: (answer) => {
      isAll401 &&= says(answer, 'unknown caller');
      return says(answer, 'denied');
    },
  });
  const words = {
    expected: `${caller.label} to be granted access`,
    deviation: `${caller.label} was refused`,
  };
  const [other] = otherwise(confirmed);
  if (other?.succeeded === false)
    return on.undecided(
      'premise-failed',
      `${caller.label} was answered ${other.label}${besideOthers(other)}`,
      { exchanges: [other] },
    );
  if (confirmed.kind !== 'every-time') return report(on, confirmed, words);
  const { exchanges } = confirmed;
  if (!isAll401 && !(await hingesOnToken(on, of)))
    return on.undecided('flaky', `${words.deviation}, but other requests sometimes get the same answer`, {
      exchanges,
    });
  if ((await mustAdmit(on, caller, of.name)) && (await isStillGranted(on, caller)))
    return report(on, confirmed, words);
  const got = exchanges.at(-1)?.label ?? '';
  on.undecided('liveness-unproven', unproven(caller, of.name, got), { exchanges });
}

/** Reads that need only a token and show a grant; reads that may find nothing come last. */
const witnesses = plainReads.toSorted((one, other) => hitsIn(one) - hitsIn(other));

function hitsIn(name: PlainRead): number {
  return endpoint(name).shows === 'hits' ? 1 : 0;
}

/**
 * Judges whether no caller is granted access although some scope suffices: every proven holder of a listed scope is
 * answered 401 or 403, three times, while each is granted access, before and after, at another read that lists the
 * same scopes.
 *
 * @returns false if nothing was judged
 */
export async function judgeAllRefused(on: Stage, which: AccessCase): Promise<boolean> {
  const holders = holdersOf(on, which.endpoint);
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
async function grantedElsewhere(on: Stage, caller: Caller, name: EndpointName) {
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
