import type { Comparison, Report, ReportInput } from '../report.ts';
import { standsInTheWay } from '../verdict.ts';
import { stateWaivers, type ReportedWaiver } from '../waivers.ts';

/**
 * What came of the waivers; undefined where none were given.
 *
 * @param isWhole - everything was to be judged, and the run came to its end
 */
export function waiversOf(
  input: ReportInput,
  made: Report,
  isWhole: boolean,
): readonly ReportedWaiver[] | undefined {
  const { waivers, evidence, register } = input;
  const { clauses, run } = made;
  if (waivers === undefined) return undefined;
  const byChance = new Set([
    ...evidence.map(({ clause }) => clause),
    ...register.filter(({ isRaced }) => isRaced === true).map(({ id }) => id),
  ]);
  return stateWaivers(waivers, { clauses, isWhole, depth: run.depth, isByChance: (id) => byChance.has(id) });
}

function appliedTo(waivers: readonly ReportedWaiver[]): ReadonlySet<string> {
  return new Set(waivers.filter(({ state }) => state === 'applied').map(({ clause }) => clause));
}

/** A fail that somebody answers for is no news to a gate. */
export function unwaived(against: Comparison, waivers: readonly ReportedWaiver[] = []): Comparison {
  const applied = appliedTo(waivers);
  return { ...against, newlyFailing: against.newlyFailing.filter((id) => !applied.has(id)) };
}

/** What the waivers leave of a verdict, for how the process ends. */
export function waivedOf(
  waivers: readonly ReportedWaiver[],
  { clauses, reasons }: Report,
  harnessError: boolean,
) {
  const applied = appliedTo(waivers);
  const failed = clauses.filter((clause) => clause.verdict === 'fail' && standsInTheWay(clause));
  return {
    isStale: waivers.some(({ state }) => state === 'stale'),
    isEveryFail: failed.length > 0 && failed.every(({ id }) => applied.has(id)),
    // Each fail is one of the reasons, and whatever else blocks is another.
    elseBlocks: harnessError || reasons.length > failed.length,
  };
}
