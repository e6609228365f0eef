import type { CountedByOperation, PassingAnswer, Report } from '../clause/report.ts';
import { counted, grouped } from './text-layout.ts';

const mostOperations = 3;

/** How many answers were server errors, and at which operations; undefined without such answers. */
export function serverErrors({ run }: Pick<Report, 'run'>): string | undefined {
  const { serverErrors: count = 0, serverErrorsAt } = run.weather ?? {};
  const were = count === 1 ? 'was a server error' : 'were server errors';
  return told(count, `${grouped(count)} of ${counted(run.requests, 'answer')} ${were}`, serverErrorsAt);
}

/** How many connections were lost, and at which operations; undefined without lost connections. */
export function lostConnections({ run }: Pick<Report, 'run'>): string | undefined {
  const { resets = 0, resetsAt } = run.weather ?? {};
  return told(resets, `${counted(resets, 'connection')} lost`, resetsAt);
}

/** How many requests got no answer in time, by operation; undefined without such requests. */
export function silentRequests({ run }: Pick<Report, 'run'>): string | undefined {
  const { timeouts = 0, timeoutsAt } = run.weather ?? {};
  return told(timeouts, `${counted(timeouts, 'request')} got no answer in time`, timeoutsAt);
}

/** Answers that succeeded only on a second request, by status and operation; undefined without such answers. */
export function passingAnswers({ run }: Pick<Report, 'run'>): string | undefined {
  const { passing = [] } = run.weather ?? {};
  const count = passing.reduce((sum, one) => sum + one.count, 0);
  return told(count, `${counted(count, 'answer')} came out right on a second request`, passing);
}

/** What a report states about unrequested answers, one sentence each. */
export function oddAnswers(report: Pick<Report, 'run'>): readonly string[] {
  return [
    serverErrors(report),
    lostConnections(report),
    silentRequests(report),
    passingAnswers(report),
  ].filter((line) => line !== undefined);
}

function told(
  count: number,
  what: string,
  at: readonly (CountedByOperation[number] & Partial<PassingAnswer>)[] = [],
): string | undefined {
  if (count === 0) return undefined;
  const parts = at.map((one) => {
    const times = one.status === undefined ? one.count : `${one.count} × ${one.status}`;
    return `${times} at ${one.operation}`;
  });
  const rest = parts.length - mostOperations;
  const where = [...parts.slice(0, mostOperations), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return where === '' ? what : `${what}: ${where}`;
}
