import { JsonNumber } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { Caller } from '../../run/caller.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { UpdateAction } from '../facts.ts';
import { versionOf, type OwnResource } from '../resources/own-resource.ts';
import { settles } from '../../run/settle.ts';
import { withoutVainWaits } from '../haste.ts';
import type { Stage } from '../stage.ts';
import { update } from './changes.ts';
import { readOwn, versionToState } from '../resources/read-own.ts';
import { neverMatches } from '../learnt.ts';
import { outOfLag } from '../resources/lag.ts';
import type { Match } from './fired.ts';

/** The last answer to it; undefined where no version could be stated. */
export function lastAnswer(match: Match): Exchange | undefined {
  if (match.kind === 'unreadable') return undefined;
  return match.kind === 'conflict' ? match.exchanges.at(-1) : match.exchange;
}

const attempts = 4;

/** The resource, or what it lies in, is being written to (WebDAV's status). */
export const locked = 423;

/** Sends a fully valid update until it is accepted; after a 409 the version is read anew, later than any lag. */
export async function matchingUpdate(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  ask: {
    readonly as?: Caller;
    /** Also where the run has learnt that it is in vain. */
    readonly insist?: boolean;
    /** When no other request of the run is under way, from the first attempt on. */
    readonly alone?: boolean;
  } = {},
): Promise<Match> {
  const conflicts: Exchange[] = [];
  const spurious = new Map<string, readonly Exchange[]>();
  let settled = 0;
  let unexplained = 0;
  let waited = false;
  let again = false;
  let rested = false;
  let last: Match = { kind: 'unreadable' };
  for (let attempt = 0; attempt < attempts + (again ? 1 : 0); attempt += 1) {
    const stated = await versionToState(on, own);
    if (stated === undefined) return last;
    // What was refused in the company of other requests is judged without any.
    const exchange = await update(on, own, new JsonNumber(stated), actions, {
      ...ask,
      alone: attempt > 0 || ask.alone === true,
    });
    if (exchange.succeeded) {
      on.learn.match('accepted');
      own.updated(stated, actions, exchange, on.facts);
      return { kind: 'accepted', exchange, stated, spurious: spurious.get(stated) ?? [], unexplained };
    }
    if (exchange.status === 409) {
      conflicts.push(exchange);
      if (rested) on.learn.vainWait();
      rested = false;
      if (neverMatches(on.facts) && ask.insist !== true)
        return { kind: 'conflict', exchanges: conflicts, stated, settled };
      spurious.set(stated, [...(spurious.get(stated) ?? []), exchange]);
      last = { kind: 'conflict', exchanges: conflicts, stated, settled };
      if (ask.insist !== true && !again && mayLag(on, own)) {
        // Before any wait once more: whatever it was may be over, and then no time is lost on it.
        again = true;
        own.mayHaveStayed();
        await readOwn(on, own);
        continue;
      }
      const stage = ask.insist === true ? on : withoutVainWaits(on);
      if ((await stillShows(stage, own, stated)) && !stage.hasty) {
        settled += 1;
        if (attempt > 0 || ask.alone === true) unexplained += 1;
        on.learn.match('conflict');
      } else if (conflicts.length > (again ? 2 : 1)) {
        await rest(stage, own);
        rested = !stage.hasty;
      }
      last = { kind: 'conflict', exchanges: conflicts, stated, settled };
      continue;
    }
    const kind = exchange.kind === 'noise' ? 'noise' : exchange.kind === 'crash' ? 'crash' : 'refused';
    last = { kind, exchange, stated };
    if (kind === 'refused' && exchange.status !== locked) {
      if (waited || !on.facts.lags || !(await showsAnother(on, own, stated))) return last;
      waited = true;
    }
    own.mayHaveMoved();
  }
  return last;
}

/** Waits until no lag can explain what reads show: some show one earlier version after another. */
async function rest(on: Stage, own: OwnResource): Promise<void> {
  await outOfLag(on, own);
  own.mayHaveMoved();
}

/** A read may show an earlier state: the last write is younger than any lag, and none was seen that would tell. */
function mayLag(on: Stage, own: OwnResource): boolean {
  return !on.facts.lags && on.clock.now() - own.lastWriteAt < on.grace.readMs;
}

/**
 * Where reads lag, a refusal may be the wrong answer to a version that a stale read showed: true when a read later than
 * any lag shows another one.
 */
async function showsAnother(on: Stage, own: OwnResource, stated: string): Promise<boolean> {
  const since = own.lastWriteAt;
  if (on.clock.now() - since >= on.grace.readMs) return false;
  own.forget();
  return await settles(on.clock, { since, ms: on.grace.readMs }, async () => {
    const shown = versionOf((await readOwn(on, own)).value);
    return shown !== undefined && !sameNumber(shown, stated);
  });
}

/**
 * After a 409: reads later than any lag of an earlier write. True when the version that was stated is still shown
 * before and after, so that the refusal cannot be blamed on it.
 */
async function stillShows(on: Stage, own: OwnResource, stated: string): Promise<boolean> {
  own.forget();
  const late = on.clock.now() - own.lastWriteAt >= on.grace.readMs;
  let now: string | undefined;
  let wasBehind = false;
  const moved = await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, async () => {
    now = versionOf((await readOwn(on, own)).value);
    if (now === undefined || !sameNumber(now, stated)) return now !== undefined;
    wasBehind = true;
    return false;
  });
  if (moved && wasBehind) on.learn.lag();
  else if (!moved && !late && !on.hasty) on.learn.vainWait();
  return late && now !== undefined && sameNumber(now, stated);
}
