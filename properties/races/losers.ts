import { says } from '../../wire/status.ts';
import type { Exchange } from '../../history/exchange.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Races } from './progress.ts';
import { countOf } from './round.ts';
import { races } from './run-races.ts';

/** A loser of a race is answered 409 (4.10); all losers of the drawn rounds, 168 at the least depth. */
export const losersConflict = holds('4.10/losers-conflict', 'what the losers of all races are answered', {
  draws: true,
  phase: 'races',
  minimum: () => 1,
  check: async (on) => {
    const run = await races(on);
    const { missing, rounds } = run;
    const lost = losersOf(run);
    if (lost.length === 0)
      return on.discarded(
        missing?.code ?? 'premise-failed',
        missing?.text ?? 'no update lost a race',
        missing?.supply,
      );
    const otherwise = lost.filter((one) => !says(one, 'conflict'));
    const last = otherwise.at(-1);
    if (last === undefined) return on.held(lost.length);
    const winner = rounds
      .find(({ racers }) => racers.some(({ exchange }) => exchange === last))
      ?.winners.at(0)?.exchange;
    on.violated({
      expected: '409 to each loser of a race',
      got: inWords(otherwise, lost),
      deviation: { kind: 'status', stated: 'other' },
      exchanges: [
        ...(winner === undefined ? [] : [{ exchange: winner, role: 'racer' } as const]),
        { exchange: last, role: 'racer', culprit: true },
      ],
      reproduced: `${otherwise.length}/${lost.length}`,
    });
  },
});

/**
 * Losers that crash have met the winner, if as many other concurrent updates do not crash; the cause is then unknown.
 */
export function reportCrashes(on: Stage, run: Races): void {
  if (!run.losersCrash) return;
  const lost = losersOf(run);
  const crashed = lost.filter((one) => one.is('fault'));
  on.undecided(
    'server-error',
    `${inWords(crashed, lost)}, and as many concurrent updates of different resources were accepted`,
    { exchanges: crashed.slice(-1), deviated: true },
  );
}

/** Racers with a definite answer other than a success, in rounds with a winner. */
function losersOf({ rounds }: Races): readonly Exchange[] {
  return rounds
    .filter((round) => countOf(round, 'accepted') > 0)
    .flatMap(({ racers }) =>
      racers.flatMap(({ outcome, exchange }) =>
        !exchange.is('noise') &&
        !says(exchange, 'denied') &&
        (outcome === 'refused' || outcome === 'rejected' || exchange.is('fault'))
          ? exchange
          : [],
      ),
    );
}

/** `137 of 157 losers were answered 500` */
function inWords(some: readonly Exchange[], all: readonly Exchange[]): string {
  const statuses = [...new Set(some.map(({ label }) => label))];
  return `${some.length} of ${all.length} losers of races ${some.length === 1 ? 'was' : 'were'} answered ${statuses.join(' or ')}`;
}
