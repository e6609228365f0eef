import type { ReportedEvidence } from '../../clause/report.ts';
import { firstOf, labelled } from '../text-layout.ts';
import { visible } from '../visible.ts';

const mostPieces = 8;

/** Evidence with too few cases: its clause, the number of cases, and why there were no more. */
export function textShort(short: readonly ReportedEvidence[], columns: number): readonly string[] {
  const { shown, rest } = firstOf(short, mostPieces);
  return [
    ...shown.flatMap((one) => [
      ...labelled('', visible(one.clause), { columns, indent: 2, label: 0 }),
      ...labelled('', reachOf(one), { columns, indent: 4, label: 0 }),
    ]),
    ...(rest > 0 ? [`  and ${rest} more, see conformance.json`] : []),
  ];
}

/** `3 of 8 cases (17 drawn, 3 held), refused with 400: records without some members`. */
export function reachOf({
  name,
  draws = true,
  premise,
  minimum,
  drawn,
  held,
  verdict,
  reason,
}: ReportedEvidence): string {
  const reach = draws && minimum > premise ? `${premise} of ${minimum} cases` : 'undecided';
  const tried = draws ? 'drawn' : 'tried';
  const reached = drawn > 0 ? `${reach} (${drawn} ${tried}, ${held} passed)` : reach;
  const why = reason?.text.split('\n', 1)[0] ?? verdict;
  return `${reached}, ${visible(why, 200)}: ${visible(name, 200)}`;
}
