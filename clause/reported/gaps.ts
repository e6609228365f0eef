import { listed } from './listed.ts';
import type { RegisterEntry, ReportInput } from '../report.ts';

/** The first entry of each id. */
export function uniqueEntries(register: readonly RegisterEntry[]): readonly RegisterEntry[] {
  return register.filter(({ id }, at) => register.findIndex((one) => one.id === id) === at);
}

/** Gaps in the records of a run: each is an error of the suite itself, so that no gap reads as a result. */
export function gapsOf(input: ReportInput): readonly string[] {
  const { register, judgements, evidence, gathered, selected, record } = input;
  const ids = register.map(({ id }) => id);
  const [knownIds, knownNames] = [new Set(ids), new Set(evidence.map(({ name }) => name))];
  const explained = record === undefined || record.interrupted || record.aborted !== undefined;
  const unjudged = explained ? [] : ids.filter((id) => selected.has(id) && !judgements.has(id));
  const lost = explained ? [] : evidence.filter(({ name }) => selected.has(name) && !gathered.has(name));
  const gaps: readonly (readonly [what: string, found: readonly string[]])[] = [
    ['stated twice', ids.filter((id, at) => ids.indexOf(id) < at)],
    ['judged, but missing from the register', [...judgements.keys()].filter((id) => !knownIds.has(id))],
    ['gathered, but never stated', [...gathered.keys()].filter((name) => !knownNames.has(name))],
    ['selected, but never judged', unjudged],
    ['selected, but never gathered', lost.map(({ clause, name }) => `${clause} / ${name}`)],
  ];
  return [
    ...(record === undefined ? ['the run left no record of its end'] : []),
    ...gaps.flatMap(([what, found]) => (found.length === 0 ? [] : [`${what}: ${listed(found, 5)}`])),
  ];
}
