import { versionOf } from '../../implementation/resources/own-resource.ts';
import { holds } from '../../implementation/section.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Told } from '../../run/evidence/story.ts';
import type { Stage } from '../../implementation/stage.ts';
import { sameDouble, sameNumber } from '../../wire/json/numbers.ts';
import { checkHistory } from '../history/check-history.ts';
import type { History } from '../history/history.ts';
import { isTooMany, verdictOn } from './histories.ts';
import { traceIn, type Look } from './reads.ts';
import { reportCrashes } from './losers.ts';
import { countOf } from './round.ts';
import { racedOf, statement } from './statement.ts';
import { crowdOf, retryLoops } from './retry-loops.ts';
import { races } from './run-races.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { acceptedInWords, tooManyInWords } from './too-many.ts';
import type { Races } from './progress.ts';
import type { Round } from './race.ts';

/** At most one of the racing updates with one expected version succeeds (4.10, "Versioning"). */
export const oneWinner = holds(
  '4.10/one-winner',
  'updates that state one version at once: single changes, lists, long texts, doSomeThing, and each another kind',
  {
    draws: true,
    phase: 'races',
    minimum: () => 1,
    check: async (on) => {
      const run = await races(on);
      if (run.rounds.length > 0) {
        const raced = racedOf(run);
        on.noteRaces(raced, statement(run, raced));
        on.observe(tally(run.rounds));
      }
      const { crowded, endedBy, power, missing } = run;
      if (crowded !== undefined) return judgeCrowded(on, run, crowded);
      on.held(power.counted);
      reportCrashes(on, run);
      if (endedBy !== undefined)
        return on.undecided('reach-too-low', `the races ended with another violation: ${endedBy}`);
      if (power.gate.open) return;
      if (run.areKeptApart) return reportKeptApart(on);
      if (missing !== undefined && power.counted === 0)
        return on.discarded(missing.code, missing.text, missing.supply);
      on.undecided('reach-too-low', power.gate.reason);
    },
  },
);

/** A server that takes one update at a time shows no race: the clause can then be left out of the verdict. */
function reportKeptApart(on: Stage): void {
  const text = 'concurrent updates of different resources are turned away like racers: nothing races here';
  if (on.options.without.has('races')) on.discarded('out-of-scope', `out of scope (races): ${text}`);
  else on.undecided('reach-too-low', text, { supply: 'CONFORMANCE_WITHOUT=races  (states the limit)' });
}

/** A replaced version is not accepted beside the actual version either (4.10, "Versioning"). */
export const leftVersionsRace = holds(
  '4.10/stale-version-conflicts',
  'updates with the actual version and with the one before it at once, with reads beside them',
  {
    draws: true,
    phase: 'races',
    minimum: () => 1,
    check: async (on) => {
      const { mixed, doubt, endedBy, missing } = await races(on);
      if (doubt !== undefined && endedBy !== 'a version that was left')
        notEveryTime(on, 'an update with a former version was accepted', [
          ...doubt.moved,
          ...doubt.racers.filter(({ outcome }) => outcome === 'accepted').map(({ exchange }) => exchange),
        ]);
      if (mixed.length === 0)
        return on.discarded(
          missing?.code ?? 'premise-failed',
          missing?.text ?? 'no round was followed by one with both versions',
        );
      for (const { racers, left, actual, moved, read, history } of mixed) {
        // Beyond 2^53 both versions may be the same double, and then neither is stale.
        if (sameDouble(left, actual)) {
          on.discarded('not-observable', `${left} and ${actual} are the same double`);
          continue;
        }
        const accepted = racers.filter(({ outcome }) => outcome === 'accepted');
        const stale = accepted.filter(({ stated }) => stated !== actual);
        const actuals = accepted.filter(({ stated }) => stated === actual);
        const exchanges = [
          ...moved,
          ...(read === undefined ? [] : [read]),
          ...(stale.length > 0 ? stale : actuals).slice(0, 2).map(({ exchange }) => exchange),
        ];
        if (stale.length === 0 && actuals.length < 2) {
          on.held(countOf({ racers }, 'refused') > 0 ? 1 : 0);
          continue;
        }
        const expected =
          stale.length > 0
            ? `no update to succeed with version ${stale[0]?.stated ?? ''}, which an update had replaced`
            : `at most one update with version ${actual} to succeed`;
        if (judgeHistory(on, history, { expected, exchanges })) return;
      }
    },
  },
);

/**
 * Clients that read, update and try again never have two updates accepted at one version (4.10,
 * "Versioning"). It draws nothing: the next update depends on the winner.
 */
export const eachHasItsTurn = holds(
  '4.10/one-winner',
  'clients that read, update and try again after a 409 until each had its turns',
  {
    draws: false,
    phase: 'races',
    minimum: () => 1,
    check: async (on) => {
      const { calibrated, crowded, missing, book } = await races(on);
      if (calibrated === undefined || crowded !== undefined)
        return on.discarded(
          missing?.code ?? 'premise-failed',
          missing?.text ?? 'no resource was left in a known state',
        );
      const { racers, history } = await retryLoops(on, { calibrated, book }, crowdOf(on.options.depth));
      const accepted = countOf({ racers }, 'accepted');
      on.observe({ accepted, refused: countOf({ racers }, 'refused') });
      const winners = racers.filter(({ outcome }) => outcome === 'accepted');
      const [twice] = winners
        .map((one) => winners.filter(({ stated }) => sameNumber(stated, one.stated)))
        .filter(({ length }) => length > 1);
      if (twice === undefined) return on.held(accepted);
      if (!Number.isSafeInteger(Number(twice[0]?.stated)))
        return on.undecided('two-readings', 'versions beyond 2^53 may be compared as doubles');
      judgeHistory(on, history, {
        expected: `at most one update with version ${twice[0]?.stated ?? ''} to succeed`,
        exchanges: twice.slice(0, 2).map(({ exchange }) => exchange),
      });
    },
  },
);

/** Updates that lost a race have no effect (4.10, "Versioning"). */
export const losersLeaveNothing = holds(
  '4.10/conflict-has-no-effect',
  'updates that lost a race are looked for in the resource, between the rounds and later',
  {
    draws: true,
    phase: 'races',
    minimum: () => 1,
    check: async (on) => {
      const { rounds, looks, tracks, missing } = await races(on);
      if (rounds.length === 0)
        return on.discarded(missing?.code ?? 'premise-failed', missing?.text ?? 'there were no races');
      for (const look of looks) if (!judgeLosers(on, look)) return;
      await on.until('late');
      const late = await Promise.all(
        tracks.map(async (own): Promise<Look> => ({
          read: await readOwn(on, own),
          rounds: rounds.filter((round) => round.own === own),
        })),
      );
      for (const look of late) if (!judgeLosers(on, look)) return;
    },
  },
);

/** False if a string shows that only an update answered 409 carried. */
function judgeLosers(on: Stage, seen: Look): boolean {
  const { read, rounds } = seen;
  if (!read.succeeded) return true;
  const trace = traceIn(on, seen);
  if (trace === undefined) {
    on.held(rounds.filter((round) => countOf(round, 'refused') > 0).length);
    return true;
  }
  const { round, loser, pointer } = trace;
  on.violated({
    expected: 'nothing of an update that was answered 409',
    got: `${loser.canary ?? ''}, which only that update contained`,
    deviation: { kind: 'holds', exchange: read, text: loser.canary ?? '' },
    exchanges: [
      { exchange: loser.exchange, role: 'racer', culprit: true },
      { exchange: read, role: 'look', pointer },
    ],
    counterexample: { history: round.history },
  });
  return false;
}

/** The most racers that a finding shows besides the winners. */
const mostRacers = 4;

function judgeHistory(
  on: Stage,
  history: History,
  { expected, exchanges }: { readonly expected: string; readonly exchanges: readonly Exchange[] },
): boolean {
  const verdict = verdictOn(history);
  const { certificate, missing } = verdict;
  if (certificate !== undefined && isTooMany(verdict)) {
    on.violated({
      expected,
      got: tooManyInWords(history, certificate),
      deviation: { kind: 'several-winners' },
      exchanges: exchanges.map((exchange): Told =>
        exchange.request.method === 'GET' ? { exchange } : { exchange, role: 'racer' },
      ),
      counterexample: { certificate, history },
    });
    return true;
  }
  on.undecided('two-readings', `more updates succeeded, but ${missing ?? 'an order explains them'}`, {
    exchanges,
  });
  return false;
}

function judgeCrowded(on: Stage, run: Races, crowded: NonNullable<Races['crowded']>): void {
  const { round, from, small, again, of } = crowded;
  const verdict = checkHistory(round.history, { conflictsAreExact: false, useReads: true });
  const { winners } = round;
  // The exchange at fault is last: an update that should have lost.
  const exchanges = [
    ...(round.read === undefined ? [] : [round.read]),
    ...winners.slice(0, 2).map(({ exchange }) => exchange),
  ];
  const now = versionOf(round.read?.value);
  const isTold =
    Number.isSafeInteger(Number(round.stated)) || (now !== undefined && !sameDouble(now, round.stated));
  if (verdict.verdict === 'violation' && isTold)
    on.violated({
      expected: `at most one update with version ${round.stated} to succeed`,
      got: acceptedInWords(
        { accepted: winners.length, of: round.racers.length },
        `racing updates with version ${round.stated}`,
      ),
      deviation: { kind: 'several-winners' },
      exchanges: [
        ...exchanges.map((exchange): Told =>
          exchange === round.read ? { exchange, role: 'look' } : { exchange, role: 'racer' },
        ),
        ...round.racers
          .filter(({ exchange }) => !exchanges.includes(exchange))
          .slice(0, mostRacers)
          .map(({ exchange }): Told => ({ exchange, role: 'racer' })),
      ].map((told) => (told.exchange === exchanges.at(-1) ? { ...told, culprit: true } : told)),
      reproduced: `${again + 1}/${of + 1}`,
      seed: from.seed,
      path: from.path,
      counterexample: {
        // First, because terminals show only the beginning.
        certificate: verdict.certificate,
        history: round.history,
        racers: round.racers.length,
        smallest: small,
        transport: round.transport,
        afterRounds: run.rounds.length,
      },
    });
  else
    on.undecided(
      'two-readings',
      `${winners.length} updates with version ${round.stated} succeeded, but ${isTold ? (verdict.missing ?? 'nothing shows that they changed it') : 'as a double it may still be the actual one'}`,
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
