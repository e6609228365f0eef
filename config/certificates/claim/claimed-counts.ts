import type { Report } from '../../../clause/report.ts';
import { wasNeverSeen } from '../../../clause/verdict.ts';

/** All MUST clauses of the contract, also if a limit left them out, or no answer had a case of them. */
export type ClaimedCounts = ReturnType<typeof claimedCounts>;

export function claimedCounts({ clauses, counts: { must } }: Pick<Report, 'clauses' | 'counts'>) {
  const musts = clauses.filter(({ level }) => level === 'MUST');
  const isLeftOut = ({ verdict, reason }: (typeof musts)[number]): boolean =>
    verdict === 'not-applicable' && reason?.code === 'out-of-scope';
  return { must, leftOut: musts.filter(isLeftOut).length, neverSeen: musts.filter(wasNeverSeen).length };
}

/** The MUST clauses in numbers that add up to all: `93 of 268 MUST pass; 124 left out, 51 never seen`. */
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
