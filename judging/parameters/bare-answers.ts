import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import { namesWith } from '../../contract/traits.ts';
import type { Statement } from '../../clause/section.ts';
import { awaited } from '../../run/awaited.ts';
import type { Exchange } from '../../history/exchange.ts';
import { inScope } from '../../run/options.ts';
import type { Stage } from '../../implementation/stage.ts';
import { plainPairs } from '../../implementation/plain-query.ts';
import { confirmRepeatedly, report } from '../confirm.ts';
import { oncePerRunFor } from '../../implementation/once-per-run.ts';

/** The answer to a read without parameters by the usual caller, sent once per run. */
export const plainAnswer = oncePerRunFor((on: Stage, name: EndpointName): Promise<Exchange> => on.ask(name));

/** That answer if it succeeded; otherwise a new answer, because a deviation has to recur. */
export async function plainOrFresh(on: Stage, name: EndpointName): Promise<Exchange> {
  const known = await plainAnswer(on, name);
  return known.succeeded ? known : await on.ask(name);
}

/** That answer for the first attempt, whatever its status; later attempts send the request again. */
export async function plainAttempt(on: Stage, name: EndpointName, attempt: number): Promise<Exchange> {
  const known = attempt === 0 ? await plainAnswer(on, name) : undefined;
  return known === undefined || known.is('noise') ? await on.ask(name) : known;
}

/** A documented read does not always end in a server error (4.1, 4.4, 4.12). */
export function readsWithoutServerError(name: EndpointName): Statement<Stage> {
  return {
    statement: 'The server does not answer a documented request with a server error every time.',
    sends: `${operation(name)} without a query string and with one documented parameter`,
    violation:
      'Three documented requests with two different contents are all answered 500 or 501, while other operations answer before and after.',
    rationale: 'The other operations show that the implementation is up; a refusal of any kind passes.',
    check: async (on) => {
      const first = await plainAnswer(on, name);
      if (first.is('noise')) return on.noise(first.label);
      if (!first.is('fault')) return on.held();
      const before = await isUp(on, name);
      const pair = plainPairs(endpoint(name).parameters).at(-1);
      const confirmed = await confirmRepeatedly(on, {
        seen: first,
        probe: (attempt) => on.ask(name, attempt === 1 && pair !== undefined ? { query: [pair] } : {}),
        deviates: (one) => one.is('fault'),
      });
      const isSeen = before && (await isUp(on, name));
      if (isSeen || confirmed.kind !== 'every-time') return report(on, confirmed, words);
      await judgeBesideFarReads(on, name, first);
    },
  };
}

const words = {
  expected: 'an answer other than a server error',
  deviation: 'the request was answered with a server error',
};

/** Reads of resources, the cheapest first; the same part of the server probably answers them and the read in question. */
const nearReads = [...namesWith('shows', 'match'), ...namesWith('shows', 'list')];

/** Reads of other data: only a success is significant, because they may work while the store of resources is down. */
const farReads: readonly EndpointName[] = namesWith('shows', 'other').filter(
  (name) => endpoint(name).changes === 'nothing' && endpoint(name).needs === 'nothing',
);

/** If every read of resources fails, the failure must outlast the time in which another node would take over. */
async function judgeBesideFarReads(on: Stage, name: EndpointName, first: Exchange): Promise<void> {
  const before = await succeeds(on, farReads);
  const wait = first.outcome.sentAt + on.grace.queryMs - on.clock.now();
  if (before && wait > 0) await on.clock.sleep(wait, awaited.disturbance);
  const confirmed = before
    ? await confirmRepeatedly(on, { probe: () => on.ask(name), deviates: (one) => one.is('fault') })
    : undefined;
  if (confirmed !== undefined && (await succeeds(on, farReads))) return report(on, confirmed, words);
  on.undecided('flaky', `the request was answered ${first.label}, and no other operation answered`, {
    exchanges: [first],
  });
}

/** Whether another read of resources is answered as usual. */
async function isUp(on: Stage, name: EndpointName): Promise<boolean> {
  for (const other of inScope(on.options, nearReads)) {
    if (other === name) continue;
    if ((await on.ask(other)).is('accepted', 'turned away')) return true;
  }
  return false;
}

async function succeeds(on: Stage, names: readonly EndpointName[]): Promise<boolean> {
  for (const name of inScope(on.options, names)) if ((await on.ask(name)).succeeded) return true;
  return false;
}
