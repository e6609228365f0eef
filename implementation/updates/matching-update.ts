import { says } from '../../wire/status.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../facts.ts';
import { versionOf, type OwnResource } from '../resources/own-resource.ts';
import { briefIfWaitingIsFutile } from '../brief-waits.ts';
import type { Stage } from '../stage.ts';
import { update } from './changes.ts';
import { readOwn, versionToState } from '../resources/read-own.ts';
import { neverMatches } from '../learnt.ts';
import { isWithinLag, lookWithinLag, afterReplicaLag } from '../resources/lag.ts';
import type { Match, SpuriousConflict } from './mismatch-batch.ts';

/** The last answer to a matching update; undefined if no version could be stated. */
export function lastAnswer(match: Match): Exchange | undefined {
  if (match.kind === 'unreadable') return undefined;
  return match.kind === 'conflict' ? match.exchanges.at(-1) : match.exchange;
}

const attempts = 4;

/** The resource, or its container, is being written to (the status of WebDAV). */
export const locked = 423;

interface Asked {
  readonly as?: Caller;
  /** Waits even if the run has learnt that waiting is in vain. */
  readonly insist?: boolean;
  /** Sent only while no other request of the run is under way, from the first attempt on. */
  readonly alone?: boolean;
}

interface Sent {
  readonly stated: string;
  readonly exchange: Exchange;
  readonly alone: boolean;
  /** The previous write was older than the longest lag. */
  readonly isSettled: boolean;
}

/** Sends a fully valid update until it is accepted; after a 409 the version is read again, later than any lag. */
export async function matchingUpdate(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  ask: Asked = {},
): Promise<Match> {
  const conflicts = new Conflicts();
  let hasWaited = false;
  let last: Match = { kind: 'unreadable' };
  for (let attempt = 0; attempt < attempts + conflicts.sentAgainAtOnce; attempt += 1) {
    // A request that was refused beside other requests is sent again alone, and judged then.
    const sent = await stateAndSend(on, own, actions, { ...ask, alone: attempt > 0 || ask.alone === true });
    if (sent === undefined) return last;
    const { stated, exchange } = sent;
    if (exchange.succeeded) {
      on.learn.match('accepted');
      own.updated(stated, actions, exchange, on.facts);
      conflicts.spurious(stated, exchange).forEach((one) => on.noteSpuriousConflict(one));
      return { kind: 'accepted', exchange, stated, ...conflicts.before(stated) };
    }
    if (says(exchange, 'conflict')) {
      const goesOn = await conflicts.lookInto(on, own, sent, ask.insist === true);
      last = conflicts.asMatch(stated);
      if (!goesOn) return last;
      continue;
    }
    const kind = exchange.is('noise') ? 'noise' : exchange.is('fault') ? 'crash' : 'refused';
    last = { kind, exchange, stated };
    if (kind === 'refused' && exchange.status !== locked) {
      if (hasWaited || !(await isRefusedForLag(on, own, stated))) return last;
      hasWaited = true;
    }
    own.mayHaveMoved();
  }
  return last;
}

/** Sends an update with the supposed actual version; undefined if no version can be stated. */
async function stateAndSend(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  ask: Asked & { readonly alone: boolean },
): Promise<Sent | undefined> {
  const stated = await versionToState(on, own);
  if (stated === undefined) return undefined;
  const isSettled = !isWithinLag(on, own);
  const exchange = await update(on, own, new JsonNumber(stated), actions, ask);
  return { stated, exchange, alone: ask.alone, isSettled };
}

/** The 409 answers that one matching update meets: is a lag the reason? */
class Conflicts {
  readonly #met: Sent[] = [];
  /** The number of 409 answers that no lag explains, and the number that no concurrent request explains either. */
  #settled = 0;
  #unexplained = 0;
  #isSentAgain = false;
  /** The last attempt was followed by a wait as long as the longest lag. */
  #hasRested = false;

  /** The number of attempts that immediately followed another attempt: they do not count. */
  get sentAgainAtOnce(): number {
    return this.#isSentAgain ? 1 : 0;
  }

  asMatch(stated: string): Match {
    const exchanges = this.#met.map(({ exchange }) => exchange);
    return { kind: 'conflict', exchanges, stated, settled: this.#settled };
  }

  /** The 409 answers to a version that was finally accepted. */
  spurious(accepted: string, { outcome }: Exchange): readonly SpuriousConflict[] {
    return this.#met
      .filter(({ stated }) => stated === accepted)
      .map(({ exchange, alone, isSettled }) => ({
        exchange,
        explainedBy: !isSettled ? 'lag' : alone ? undefined : 'company',
        costMs: outcome.answeredAt - exchange.outcome.answeredAt,
      }));
  }

  /** The 409 answers to that version before it was accepted. */
  before(accepted: string): { readonly spurious: readonly Exchange[]; readonly unexplained: number } {
    const same = this.#met.filter(({ stated }) => stated === accepted);
    return { spurious: same.map(({ exchange }) => exchange), unexplained: this.#unexplained };
  }

  /** Reads again, later than the longest lag if needed. False if the run has learnt that none is accepted. */
  async lookInto(on: Stage, own: OwnResource, sent: Sent, insists: boolean): Promise<boolean> {
    this.#met.push(sent);
    if (this.#hasRested) on.learn.futileWait();
    this.#hasRested = false;
    if (insists) await this.#waitOut(on, own, sent);
    else if (neverMatches(on.facts)) return false;
    else if (this.#isSentAgain || on.facts.lags || !isWithinLag(on, own))
      await this.#waitOut(briefIfWaitingIsFutile(on), own, sent);
    else {
      // Tries again before any wait: the cause may be over, and then no time is lost.
      this.#isSentAgain = true;
      own.mayHaveStayed();
      await readOwn(on, own);
    }
    return true;
  }

  async #waitOut(stage: Stage, own: OwnResource, { stated, alone }: Sent): Promise<void> {
    if ((await stillShows(stage, own, stated)) && !stage.brief) {
      this.#settled += 1;
      if (alone) this.#unexplained += 1;
      stage.learn.match('conflict');
    } else if (this.#met.length - this.sentAgainAtOnce > 1) {
      // Some replicas show one earlier version after another.
      await afterReplicaLag(stage, own);
      own.mayHaveMoved();
      this.#hasRested = !stage.brief;
    }
  }
}

/** After a refusal: may the version be from a stale read? True if a read after the longest lag shows another one. */
async function isRefusedForLag(on: Stage, own: OwnResource, stated: string): Promise<boolean> {
  if (!on.facts.lags || !isWithinLag(on, own)) return false;
  own.forget();
  return await lookWithinLag(on, own, async () => {
    const shown = versionOf((await readOwn(on, own)).value);
    return shown !== undefined && !sameNumber(shown, stated);
  });
}

/** After a 409: whether reads after the longest lag show the stated version before and after the update. */
async function stillShows(on: Stage, own: OwnResource, stated: string): Promise<boolean> {
  own.forget();
  const late = !isWithinLag(on, own);
  let now: string | undefined;
  let wasBehind = false;
  const moved = await lookWithinLag(on, own, async () => {
    now = versionOf((await readOwn(on, own)).value);
    if (now === undefined || !sameNumber(now, stated)) return now !== undefined;
    wasBehind = true;
    return false;
  });
  if (moved && wasBehind) on.learn.lag();
  else if (!moved && !late && !on.brief) on.learn.futileWait();
  return late && now !== undefined && sameNumber(now, stated);
}
