import { createHash } from 'node:crypto';
import type { Report } from '../../../clause/report.ts';

/** What was sent and came, and in which order it is told: other records hold that. */
const apart: ReadonlySet<string> = new Set([
  'exchanges',
  'story',
  'curl',
  'statement',
  'timeline',
  'sends',
  'causes',
]);

/** The facts in a part of a report: figures, names and switches, each with where it stands; no word of prose, no order. */
function factsIn(value: unknown, place: string): readonly string[] {
  if (Array.isArray(value))
    return [`${place}#${value.length}`, ...value.flatMap((one) => factsIn(one, `${place}[]`))];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) =>
      apart.has(name) ? [] : factsIn(inner, `${place}.${name}`),
    );
  return typeof value === 'string' && value.includes(' ') ? [`${place} told`] : [`${place}=${String(value)}`];
}

/** For each part of a report, and each clause, a few digits that are others where one of its facts is another. */
export function reportLine(report: Report): string {
  const { clauses, ...rest } = report;
  const parts = Object.entries(rest).map(([name, part]) => [name, factsIn(part, '')] as const);
  const ofClauses = clauses.map((clause) => [clause.id, factsIn(clause, '')] as const);
  return [...parts, ...ofClauses].map(([name, facts]) => `${name}=${digestOf(facts)}`).join(' ');
}

function digestOf(facts: readonly string[]): string {
  return createHash('sha256').update(facts.toSorted().join('\n')).digest('hex').slice(0, 6);
}
