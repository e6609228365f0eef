import type { CountedByOperation, Disturbances } from '../report.ts';
import type { ReasonCode } from '../sample.ts';
import type { JudgedClause, Trouble } from '../verdict.ts';

/** With fewer deviating answers, the clauses report them. */
const fewest = 3;

/** Why a clause is undecided if the answers themselves are in doubt. */
const ofAnswers: ReadonlySet<string> = new Set<ReasonCode>(['noise', 'flaky', 'server-error', 'budget']);

/**
 * The operation with the most deviating answers: the first clause that met them may be one of many. Undefined
 * if there were too few, or if no clause of `open` is undecided because of an answer.
 */
export function largestTrouble(
  weather: Disturbances | undefined,
  { requests, open }: { readonly requests: number; readonly open: readonly Pick<JudgedClause, 'reason'>[] },
): Trouble | undefined {
  if (weather === undefined || !open.some(({ reason }) => ofAnswers.has(reason?.code ?? '')))
    return undefined;
  const { serverErrors, resets, timeouts = 0 } = weather;
  const kinds: readonly (readonly [string, CountedByOperation])[] = [
    ['answered 5xx', weather.serverErrorsAt ?? []],
    ['lost with their connection', weather.resetsAt ?? []],
    ['not answered in time', weather.timeoutsAt ?? []],
  ];
  const operations = [...new Set(kinds.flatMap(([, counts]) => counts.map(({ operation }) => operation)))];
  const [most] = operations
    .map((operation) => {
      const parts = kinds.flatMap(([words, counts]) =>
        counts.filter((one) => one.operation === operation).map(({ count }) => ({ words, count })),
      );
      return { operation, parts, count: parts.reduce((sum, { count }) => sum + count, 0) };
    })
    .toSorted((a, b) => b.count - a.count);
  if (most === undefined || most.count < fewest) return undefined;
  const told = most.parts
    .toSorted((a, b) => b.count - a.count)
    .map(({ words, count }) => `${count} ${words}`)
    .join(', ');
  return {
    text: `requests to ${most.operation} were not answered as due: ${told}`,
    isMost: serverErrors + resets + timeouts >= requests / 2,
  };
}
