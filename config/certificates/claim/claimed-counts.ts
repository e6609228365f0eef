import type { Report } from '../../../clause/report.ts';
import { wasNeverSeen } from '../../../clause/verdict.ts';

/** All MUST clauses of the contract, including those that were left out, or of which no answer had a case. */
export type ClaimedCounts = ReturnType<typeof claimedCounts>;

export function claimedCounts({ clauses, counts: { must } }: Pick<Report, 'clauses' | 'counts'>) {
  const musts = clauses.filter(({ level }) => level === 'MUST');
  const isLeftOut = ({ verdict, reason }: (typeof musts)[number]): boolean =>
    verdict === 'not-applicable' && reason?.code === 'out-of-scope';
  return { must, leftOut: musts.filter(isLeftOut).length, neverSeen: musts.filter(wasNeverSeen).length };
}

/** Numbers that add up to the whole contract: `93 of 268 MUST pass; 124 left out, 51 never seen`. */
export function countsInWords({ must, leftOut, neverSeen }: ClaimedCounts): string {
  const others = [
    [leftOut, 'left out'],
    [neverSeen, 'never seen'],
    [must.fail, 'fail'],
    [must.error, 'ended in a suite error'],
    [must.inconclusive, 'undecided'],
    [must['not-tested'] - neverSeen, 'not tested'],
    [must['not-applicable'] - leftOut, 'not applicable'],
  ] as const;
  const further = others.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  return `${must.pass} of ${must.total} MUST pass${further.length === 0 ? '' : `; ${further.join(', ')}`}`;
}
