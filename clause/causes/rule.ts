import type { ProbeRow } from './probe.ts';

/** A property that requests share: `['the version is', 'above the actual one']`. */
export type Condition = readonly [feature: string, value: string];

/** The conditions that hold for all requests with a deviating answer, and for no other requests. */
export interface Rule {
  /** The request meets all conditions; an empty list covers every request. */
  readonly conditions: readonly Condition[];
  readonly rows: readonly ProbeRow[];
  /** The requests that got the answer due: no rule covers them. */
  readonly others: readonly ProbeRow[];
}

/**
 * The fewest rules, of at most two conditions each, that cover the deviating rows and none of `others`, which got the
 * answer due. Rows that no rule covers are left out.
 */
export function coveringRules(
  deviating: readonly ProbeRow[],
  others: readonly ProbeRow[],
  wasShown: (row: ProbeRow) => boolean,
): readonly Rule[] {
  const candidates = conditionsOf(deviating)
    .filter((conditions) => !others.some((row) => meets(row, conditions)))
    .map((conditions) => ({ conditions, rows: deviating.filter((row) => meets(row, conditions)), others }));
  const rules: Rule[] = [];
  let left = deviating.filter(wasShown);
  while (left.length > 0) {
    const rule = broadest(candidates, left);
    if (rule === undefined) return rules;
    rules.push(rule);
    left = left.filter((row) => !rule.rows.includes(row));
  }
  return rules;
}

/** Whether a row meets all conditions. */
export function meets({ features }: ProbeRow, conditions: readonly Condition[]): boolean {
  return conditions.every(([feature, value]) => features[feature] === value);
}

/** All conditions that a rule may have, the fewest first: none, each alone, each pair that some row meets. */
function conditionsOf(rows: readonly ProbeRow[]): readonly (readonly Condition[])[] {
  const pairs = new Map<string, readonly Condition[]>();
  for (const { features } of rows) {
    const all = Object.entries(features);
    for (const [at, one] of all.entries())
      for (const other of all.slice(at)) {
        const conditions = one === other ? [one] : [one, other];
        pairs.set(JSON.stringify(conditions), conditions);
      }
  }
  return [[], ...pairs.values()].toSorted((one, other) => one.length - other.length);
}

/** The rule that covers most remaining rows; the first of several. */
function broadest(rules: readonly Rule[], left: readonly ProbeRow[]): Rule | undefined {
  const covered = ({ rows }: Rule): number => rows.filter((row) => left.includes(row)).length;
  const size = ({ rows }: Rule): number => rows.reduce((sum, { count }) => sum + count, 0);
  const [best] = rules
    .map((rule) => ({ rule, covers: covered(rule), size: size(rule) }))
    .filter(({ covers }) => covers > 0)
    .toSorted(
      (one, other) =>
        other.covers - one.covers ||
        one.rule.conditions.length - other.rule.conditions.length ||
        other.size - one.size,
    );
  return best?.rule;
}

/** Rules for the remaining rows: one per operation, with its answers that were as required. */
export function perOperation(rows: readonly ProbeRow[], others: readonly ProbeRow[]): readonly Rule[] {
  return grouped(rows, ({ features }) => features['operation']).map((same) => {
    const conditions: readonly Condition[] = [['operation', same[0]?.features['operation'] ?? '']];
    return { conditions, rows: same, others: others.filter((row) => meets(row, conditions)) };
  });
}

/** At this number of operations, equal deviations are one mistake, not chance. */
const enoughOperations = 3;

/** Groups rules into mistakes: several callers at one operation, or the same condition at several operations. */
export function familiesOf(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const byOperation = grouped(rules, (rule) => operationOf(rule) ?? rule);
  const alike = grouped(byOperation, ([first, ...rest]) =>
    first === undefined || operationOf(first) === undefined
      ? first
      : JSON.stringify([first, ...rest].map(signatureOf).toSorted()),
  );
  return alike.flatMap((families) => (families.length < enoughOperations ? families : [families.flat()]));
}

/** The operation of a rule, if it concerns only one. */
export function operationOf({ conditions }: Rule): string | undefined {
  return conditions.find(([feature]) => feature === 'operation')?.[1];
}

function signatureOf({ conditions, rows: [row] }: Rule): string {
  return JSON.stringify([row?.came, conditions.filter(([feature]) => feature !== 'operation')]);
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => unknown): readonly (readonly T[])[] {
  const groups = new Map<unknown, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups.values()];
}
