import type { ClauseVerdict } from '../../clause/judgement.ts';
import type { Family } from './families.ts';
import type { Verdicts } from './recorded-row.ts';

/** A clause of a run on which two judges do not agree. */
export interface Difference {
  readonly row: string;
  readonly clause: string;
  readonly was: ClauseVerdict | 'absent';
  readonly now: ClauseVerdict;
}

/** Why two judges may differ: ruled, or the judge of before was wrong. `4.3/*` is about all clauses of a section. */
export interface Reason extends Omit<Difference, 'row'> {
  readonly family: string;
  /** Names of runs; a reason without any explains the difference in all of them. */
  readonly rows?: readonly string[];
  /** Begins with `ruled:` or `was wrong:`. */
  readonly because: string;
}

/** Where the verdicts of a run are others than a new judge's, as far as that one judges. */
export function differencesIn(
  row: string,
  was: Verdicts,
  { now, has }: { readonly now: Verdicts; readonly has: Family['has'] },
): readonly Difference[] {
  return [...now].flatMap(([clause, verdict]) => {
    const before = was.get(clause) ?? 'absent';
    return has(clause) && before !== verdict ? [{ row, clause, was: before, now: verdict }] : [];
  });
}

/** What differences come to beside the reasons that somebody has written down. */
export interface Explained {
  readonly unexplained: readonly Difference[];
  /** Reasons that explain nothing any more. */
  readonly idle: readonly Reason[];
}

function isAbout({ clause: named }: Reason, clause: string): boolean {
  return named.endsWith('/*') ? clause.startsWith(named.slice(0, -1)) : clause === named;
}

/** Sorts differences by whether there is a reason for each. */
export function explain(differences: readonly Difference[], reasons: readonly Reason[]): Explained {
  const explains = (reason: Reason, { row, clause, was, now }: Difference): boolean =>
    isAbout(reason, clause) &&
    reason.was === was &&
    reason.now === now &&
    (reason.rows?.includes(row) ?? true);
  return {
    unexplained: differences.filter((one) => !reasons.some((reason) => explains(reason, one))),
    idle: reasons.filter((reason) => !differences.some((one) => explains(reason, one))),
  };
}

const mostRows = 3;

/** Differences of one kind on one line: `4.10/one-winner: inconclusive, now pass, in 2 runs: fault a, choice b`. */
export function differenceLines(differences: readonly Difference[]): readonly string[] {
  const kinds = new Map<string, Difference[]>();
  for (const one of differences) {
    const kind = `${one.clause}: ${one.was}, now ${one.now}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return [...kinds]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, all]) => {
      const named = all.slice(0, mostRows).map(({ row }) => row);
      const further = all.length - named.length;
      return `${kind}, in ${all.length}: ${named.join(', ')}${further > 0 ? ` and ${further} more` : ''}`;
    });
}
