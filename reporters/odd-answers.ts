import type { Report } from '../clause/report.ts';
import { counted, grouped } from './text-layout.ts';

const mostOperations = 3;

/** How many of all answers were server errors, and at which operations; undefined where none was. */
export function serverErrors({ run }: Pick<Report, 'run'>): string | undefined {
  const { serverErrors: count = 0, serverErrorsAt = [] } = run.weather ?? {};
  if (count === 0) return undefined;
  const where = byOperation(serverErrorsAt.map((one) => `${one.count} at ${one.operation}`));
  return `${grouped(count)} of ${counted(run.requests, 'answer')} ${count === 1 ? 'was a server error' : 'were server errors'}${where}`;
}

/** How many connections were lost, and at which operations; undefined where none was. */
export function lostConnections({ run }: Pick<Report, 'run'>): string | undefined {
  const { resets = 0, resetsAt = [] } = run.weather ?? {};
  if (resets === 0) return undefined;
  const where = byOperation(resetsAt.map((one) => `${one.count} at ${one.operation}`));
  return `${counted(resets, 'connection')} lost${where}`;
}

/** How many requests got no answer in time, and at which operations; undefined where none did. */
export function silentRequests({ run }: Pick<Report, 'run'>): string | undefined {
  const { timeouts = 0, timeoutsAt = [] } = run.weather ?? {};
  if (timeouts === 0) return undefined;
  const where = byOperation(timeoutsAt.map((one) => `${one.count} at ${one.operation}`));
  return `${counted(timeouts, 'request')} got no answer in time${where}`;
}

/** Answers that came right when asked again, by status and operation; undefined where there were none. */
export function passingAnswers({ run }: Pick<Report, 'run'>): string | undefined {
  const { passing = [] } = run.weather ?? {};
  if (passing.length === 0) return undefined;
  const count = passing.reduce((sum, one) => sum + one.count, 0);
  const where = byOperation(passing.map((one) => `${one.count} × ${one.status} at ${one.operation}`));
  return `${counted(count, 'answer')} came out right when requested again${where}`;
}

/** What there is to tell of answers that nobody asks for, a sentence each. */
export function oddAnswers(report: Pick<Report, 'run'>): readonly string[] {
  return [
    serverErrors(report),
    lostConnections(report),
    silentRequests(report),
    passingAnswers(report),
  ].filter((line) => line !== undefined);
}

function byOperation(parts: readonly string[]): string {
  if (parts.length === 0) return '';
  const rest = parts.length - mostOperations;
  return `: ${[...parts.slice(0, mostOperations), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}`;
}
