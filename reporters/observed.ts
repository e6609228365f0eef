import type { ReportedClause } from '../clause/report.ts';
import { isObject } from '../clause/plain-value.ts';

/** The value of an open point in words, `statuses: no token 401, unknown token 401`; why there is none otherwise. */
export function observedInWords({ observed, reason, verdict }: ReportedClause): string {
  if (observed === undefined) return reason?.text.split('\n', 1)[0] ?? verdict;
  return membersOf(observed)
    .map(([name, value]) => (name === undefined ? inWords(value) : `${name}: ${inWords(value)}`))
    .join('; ');
}

/** What makes a clause suspect that breaks no rule, and what to do about it. */
export function suspicionOf(clause: ReportedClause): { readonly why: string; readonly todo: string } {
  const { suspicion } = clause;
  const pin = suspicion?.pin;
  return {
    why: suspicion?.why ?? 'The check gave no reason.',
    todo:
      pin === undefined
        ? 'If this is intended, do nothing: the contract leaves it open. Otherwise fix it.'
        : `If this is intended, declare ${pin} in the profile; that settles it. Otherwise fix it.`,
  };
}

type Members = readonly (readonly [name: string | undefined, value: unknown])[];

function membersOf(value: unknown): Members {
  return isObject(value) ? Object.entries(value) : [[undefined, value]];
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
