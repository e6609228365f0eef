import type { Report, ReportedClause } from '../clause/report.ts';
import { isObject } from '../clause/plain-value.ts';
import { jsonLine } from './visible.ts';

/** The value of an open point in words, `statuses: no token 401, unknown token 401`; or why there is none. */
export function observedInWords({ observed, reason, verdict }: ReportedClause): string {
  if (observed === undefined) return reason?.text.split('\n', 1)[0] ?? verdict;
  if (!isObject(observed)) return inWords(observed);
  return Object.entries(observed)
    .map(([name, value]) => `${name}: ${inWords(value)}`)
    .join('; ');
}

/** An open point with its value, or with the reason for a missing value. */
interface OpenPoint extends Pick<ReportedClause, 'id' | 'statement'> {
  /** The verdict with a colon if nothing was observed; else empty. */
  readonly state: string;
  readonly value: string;
}

/** Each open point that the run was to observe. */
export function openPointsOf({ clauses }: Pick<Report, 'clauses'>): readonly OpenPoint[] {
  return clauses
    .filter(({ level, reason }) => level === 'OPEN' && reason?.code !== 'not-selected')
    .map((clause) => {
      const { id, statement, verdict } = clause;
      return {
        id,
        statement,
        state: verdict === 'observed' ? '' : `${verdict}: `,
        value: observedInWords(clause),
      };
    });
}

/** A suspicion, with all clauses of the same observation. */
export interface Suspect {
  readonly clauses: readonly [ReportedClause, ...ReportedClause[]];
  readonly why: string;
  readonly observed: string | undefined;
  readonly todo: string;
}

/** Suspect clauses grouped by the reason of the suspicion, in their order. */
export function suspectsOf(clauses: readonly ReportedClause[]): readonly Suspect[] {
  const alike = new Map<string, Suspect['clauses']>();
  for (const clause of clauses) {
    const { suspicion, observed } = clause;
    const key = jsonLine([suspicion?.why, suspicion?.pin === undefined, observed]);
    const before = alike.get(key);
    alike.set(key, before === undefined ? [clause] : [...before, clause]);
  }
  return [...alike.values()].map(suspectOf);
}

export function suspectOf(clauses: Suspect['clauses']): Suspect {
  const [{ suspicion, observed }] = clauses;
  const pins = clauses.flatMap((clause) => clause.suspicion?.pin ?? []);
  return {
    clauses,
    why: suspicion?.why ?? 'The check gave no reason.',
    observed: observed === undefined ? undefined : observedInWords(clauses[0]),
    todo:
      pins.length === 0
        ? 'If this is intended, do nothing: the contract leaves it open. Otherwise fix it.'
        : `If this is intended, declare ${pins.join(', ')} in the profile; that settles it. Otherwise fix it.`,
  };
}

function inWords(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (value === '') return 'empty';
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : value
          .map((one) => (isObject(one) || Array.isArray(one) ? `(${inWords(one)})` : inWords(one)))
          .join(', ');
  if (!isObject(value)) return String(value);
  const members = Object.entries(value).map(
    ([name, inner]) => `${name} ${isObject(inner) ? `(${inWords(inner)})` : inWords(inner)}`,
  );
  return members.length === 0 ? 'none' : members.join(', ');
}
