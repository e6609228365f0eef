import { readOwn } from '../run/own-resource.ts';
import { mentions } from '../run/pointer.ts';
import { holds } from '../run/section.ts';
import type { Stage } from '../run/stage.ts';
import { checkHistory } from './history/check-history.ts';
import { powerLines } from './history/power.ts';
import { countOf, type Round } from './race-round.ts';
import { races, type Races } from './run-races.ts';

/** Of updates that race with one expected version at most one succeeds (4.10, "Versioning"). */
export const oneWinner = holds(
  '4.10/one-winner',
  'updates that state one version at once, each with a string of its own',
  {
    phase: 'races',
    minimum: () => 1,
    check: async (on) => {
      const run = await races(on);
      on.noteRaces(statement(run));
      if (run.rounds.length > 0) on.observe(tally(run.rounds));
      const { crowded, power, missing } = run;
      if (crowded !== undefined) return judgeCrowded(on, run, crowded);
      on.held(power.counted);
      if (power.gate.open) return;
      if (missing !== undefined && power.counted === 0) return on.discarded(missing.code, missing.text);
      on.undecided('reach-too-low', power.gate.reason);
    },
  },
);

/** The updates that lost a race leave nothing behind (4.10, "Versioning"). */
export const losersLeaveNothing = holds(
  '4.10/conflict-has-no-effect',
  'updates that lost a race are looked for in the resource, at once and later',
  {
    phase: 'races',
    minimum: () => 1,
    check: async (on) => {
      const { rounds, tracks, missing } = await races(on);
      if (rounds.length === 0)
        return on.discarded(missing?.code ?? 'premise-failed', missing?.text ?? 'there were no races');
      for (const round of rounds) if (!judgeLosers(on, round, round.read)) return;
      await on.until('late');
      for (const own of tracks) {
        const read = await readOwn(on, own);
        if (!read.succeeded) continue;
        for (const round of rounds)
          if (round.history.resource === own.id && !judgeLosers(on, round, read)) return;
      }
    },
  },
);

/** False where a string shows that only an update answered 409 carried. */
function judgeLosers(on: Stage, round: Round, read: Round['read']): boolean {
  if (!read.succeeded) return true;
  const losers = round.racers.filter(({ outcome }) => outcome === 'refused');
  const shown = losers.find(({ canary }) => mentions(read.value, canary));
  if (shown === undefined) {
    if (losers.length > 0) on.held();
    return true;
  }
  on.violated({
    expected: 'nothing of an update that was answered 409',
    got: `${shown.canary}, which only that update carried`,
    exchanges: [shown.exchange, read],
    counterexample: { history: round.history },
  });
  return false;
}

function judgeCrowded(on: Stage, run: Races, { round, again, of }: NonNullable<Races['crowded']>): void {
  const verdict = checkHistory(round.history, { conflictsAreExact: false, useReads: true });
  const winners = round.racers.filter(({ outcome }) => outcome === 'accepted');
  const exchanges = [...winners.slice(0, 2).map(({ exchange }) => exchange), round.read];
  if (verdict.verdict === 'violation')
    on.violated({
      expected: `at most one update with version ${round.stated} to succeed`,
      got: `${winners.length} of ${round.racers.length}. ${verdict.certificate?.sentence ?? ''}`,
      exchanges,
      reproduced: `${again + 1}/${of + 1}`,
      counterexample: {
        history: round.history,
        certificate: verdict.certificate,
        racers: round.racers.length,
        transport: round.transport,
        afterRounds: run.rounds.length,
      },
    });
  else
    on.undecided(
      'two-readings',
      `${winners.length} updates with version ${round.stated} succeeded, but ${verdict.missing ?? 'nothing shows that they moved it'}`,
      { exchanges },
    );
}

function tally(rounds: readonly Round[]): unknown {
  return {
    rounds: rounds.length,
    withoutWinner: rounds.filter((round) => countOf(round, 'accepted') === 0).length,
    losersOtherwiseRefused: rounds.reduce((sum, round) => sum + countOf(round, 'rejected'), 0),
    unknownOutcomes: rounds.reduce((sum, round) => sum + countOf(round, 'unknown'), 0),
  };
}

/** What the races can have seen, in words. */
function statement({ rounds, crowded, power }: Races): readonly string[] {
  if (rounds.length === 0) return [];
  const racers = Math.max(...rounds.map((round) => round.racers.length));
  const by = (transport: string): string =>
    `${transport} ${rounds.filter((round) => round.transport === transport).length}`;
  const transports = [...new Set(rounds.map(({ transport }) => transport))].map(by).join(', ');
  return [
    `races: ${crowded === undefined ? 0 : 1} violations in ${rounds.length} rounds of up to ${racers} racers (${transports}); ` +
      `effective racers ${power.effectiveRacers.toFixed(1)} on average, ${rounds.length - power.counted} rounds void`,
    ...powerLines(power),
    'not covered: windows without I/O (< 0.1 ms), nodes that were not reached, HTTP/3',
  ];
}
