import type { RegisterEntry, ReportInput } from '../report.ts';

/** The first of each id. */
export function uniqueEntries(register: readonly RegisterEntry[]): readonly RegisterEntry[] {
  return register.filter(({ id }, at) => register.findIndex((one) => one.id === id) === at);
}

/** What is wrong with the books of a run: each is an error of the suite's own, so that no gap reads as a result. */
export function gapsOf({
  register,
  judgements,
  evidence,
  gathered,
  selected,
  record,
}: ReportInput): readonly string[] {
  const ids = new Set(register.map(({ id }) => id));
  const twice = register.filter(({ id }, at) => register.findIndex((other) => other.id === id) < at);
  const unknown = [...judgements.keys()].filter((id) => !ids.has(id));
  const unjudged = register.filter(({ id }) => selected.has(id) && !judgements.has(id));
  const names = new Set(evidence.map(({ name }) => name));
  const stray = [...gathered.keys()].filter((name) => !names.has(name));
  const ungathered = evidence.filter(({ name }) => selected.has(name) && !gathered.has(name));
  const explained = record === undefined || record.interrupted || record.aborted !== undefined;
  const named = (found: readonly string[], what: string): readonly string[] =>
    found.length === 0
      ? []
      : [
          `${what}: ${found.slice(0, 5).join(', ')}${found.length > 5 ? ` and ${found.length - 5} more` : ''}`,
        ];
  return [
    ...(record === undefined ? ['the run left no record that it ended'] : []),
    ...named(
      twice.map(({ id }) => id),
      'stated twice',
    ),
    ...named(unknown, 'judged, but not in the register'),
    ...named(stray, 'gathered, but never stated'),
    ...(explained
      ? []
      : named(
          unjudged.map(({ id }) => id),
          'selected, but never judged',
        )),
    ...(explained
      ? []
      : named(
          ungathered.map(({ clause, name }) => `${clause} / ${name}`),
          'selected, but never gathered',
        )),
  ];
}
