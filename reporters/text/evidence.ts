import type { ReportedEvidence } from '../../clause/report.ts';
import { firstOf, indented } from '../text-layout.ts';
import { visible } from '../visible.ts';

const mostPieces = 8;

/** Evidence with too few cases: clause, number of cases, and why there were no more. */
export function textShort(short: readonly ReportedEvidence[], columns: number): readonly string[] {
  const { shown, rest } = firstOf(short, mostPieces);
  return [
    ...shown.flatMap((one) => [
      ...indented(visible(one.clause), 2, columns),
      ...indented(reachOf(one), 4, columns),
    ]),
    ...(rest > 0 ? [`  and ${rest} more, see conformance.json`] : []),
  ];
}

/** `3 of 8 cases (17 drawn, 3 held), refused with 400: records without some members`. */
export function reachOf(evidence: ReportedEvidence): string {
  const { name, draws = true, premise, minimum, drawn, held, verdict, reason } = evidence;
  const reach = draws && minimum > premise ? `${premise} of ${minimum} cases` : 'undecided';
  const tried = draws ? 'drawn' : 'tried';
  const reached = drawn > 0 ? `${reach} (${drawn} ${tried}, ${held} passed)` : reach;
  const why = reason?.text.split('\n', 1)[0] ?? verdict;
  return `${reached}, ${visible(why, 200)}: ${visible(name, 200)}`;
}
