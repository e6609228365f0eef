import { checkHistory, type HistoryVerdict } from '../history/check-history.ts';
import { sameDouble } from '../../wire/json/numbers.ts';
import type { History } from '../history/history.ts';
import type { MixedRound } from './mixed-round.ts';

/** Judges a history; if the verdict rests only on reads, judges it once more without them. */
export function verdictOn(history: History): HistoryVerdict {
  const verdict = checkHistory(history, { conflictsAreExact: false, useReads: true });
  return verdict.verdict === 'inconclusive'
    ? checkHistory(history, { conflictsAreExact: false, useReads: false })
    : verdict;
}

/** Only an accepted update too many is a violation; deviations that depend on other reads or answers are not. */
export function isTooMany({ verdict, certificate }: HistoryVerdict): boolean {
  return verdict === 'violation' && certificate?.reason === 'accepted-too-often';
}

/** Whether a round with two versions is a violation. */
export function isBroken({ racers, left, actual, history }: MixedRound): boolean {
  const accepted = racers.filter(({ outcome }) => outcome === 'accepted');
  const isPlain = accepted.length < 2 && accepted.every(({ stated }) => stated === actual);
  return !isPlain && !sameDouble(left, actual) && isTooMany(verdictOn(history));
}
