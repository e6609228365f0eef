import { standApart } from '../../implementation/learnt.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { RaceTransport } from '../../wire/exchange.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { outcomeOf } from '../history/outcome.ts';
import { busy, countOf, entry } from './round.ts';
import type { RaceProgress } from './progress.ts';
import type { Round } from './race.ts';

/** Concurrent updates of different resources: all must be accepted this many times, in at most so many attempts. */
const bursts = 3;
const mostBursts = 6;
/** The fewest rounds with a winner, and with losers that got this answer; otherwise nothing is examined. */
const fewest = 3;
/** The highest probability that only racers got refusals by chance. */
const chance = 0.01;

/** An answer to losers that any other caller may get too. */
export type Otherwise = (exchange: Exchange) => boolean;

/** The server is overloaded, or the resource is in use. */
export const isBusy: Otherwise = ({ status }) => status === busy;

/** The implementation failed internally. */
export const isCrash: Otherwise = (one) => one.is('fault');

/**
 * Whether the winning update is the reason for the answer to these racers, and no general limit: as many
 * concurrent updates of separate resources are all accepted, each time.
 */
export async function losersMeetTheWinner(
  on: Stage,
  { rounds, solid }: RaceProgress,
  otherwise: Otherwise,
): Promise<boolean> {
  const lost = rounds.filter((round) => isLostOtherwise(round, otherwise));
  const [first] = lost;
  const status = solid[0]?.status;
  if (first === undefined || status === undefined) return false;
  const racers = Math.max(...lost.map((round) => round.racers.length));
  if (!isTelling(rounds, bursts * racers, otherwise)) return false;
  const made = await Promise.all(Array.from({ length: racers }, () => on.another()));
  const owns = made.map(({ own }) => own);
  let overlapping = 0;
  for (let burst = 0; burst < mostBursts && overlapping < bursts; burst += 1) {
    const came = await updatedAtOnce(on, owns, { status, transport: first.transport });
    if (came === 'refused') return false;
    if (came === 'at once') overlapping += 1;
  }
  return overlapping === bursts;
}

/** Whether losers get the answer so often that as many other updates would also have got it, if it were not specific to losers. */
function isTelling(rounds: readonly Round[], others: number, otherwise: Otherwise): boolean {
  const losers = rounds.flatMap(({ racers }) => racers.filter(({ outcome }) => outcome !== 'accepted'));
  const share = losers.filter(({ exchange }) => otherwise(exchange)).length / losers.length;
  return (1 - share) ** others < chance;
}

/** Whether anything is to be examined: a single answer of this kind may come to any caller. */
export function loseOtherwise(on: Stage, { rounds }: RaceProgress, otherwise: Otherwise): boolean {
  if (!standApart(on.facts)) return false;
  return rounds.filter((round) => isLostOtherwise(round, otherwise)).length >= fewest;
}

function isLostOtherwise(round: Round, otherwise: Otherwise): boolean {
  return countOf(round, 'accepted') > 0 && round.racers.some(({ exchange }) => otherwise(exchange));
}

async function updatedAtOnce(
  on: Stage,
  owns: readonly OwnResource[],
  { status, transport }: { readonly status: number; readonly transport: RaceTransport },
): Promise<'at once' | 'one by one' | 'refused'> {
  const versions = await Promise.all(owns.map((own) => versionToState(on, own)));
  const entries = owns.flatMap((own, at) => {
    const stated = versions[at];
    return stated === undefined ? [] : [entry(own, stated, [anyAction(on)])];
  });
  if (entries.length < owns.length) return 'refused';
  const exchanges = await on.race(entries, transport);
  owns.forEach((own, at) => {
    const stated = versions[at];
    own.written(on.clock.now());
    if (stated !== undefined) own.leave(stated);
  });
  if (exchanges.some((one) => outcomeOf(one.status ?? null, status) !== 'accepted')) return 'refused';
  const sent = exchanges.map(({ outcome }) => outcome.sentAt);
  const answered = exchanges.map(({ outcome }) => outcome.answeredAt);
  return Math.max(...sent) < Math.min(...answered) ? 'at once' : 'one by one';
}
