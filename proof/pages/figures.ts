import { kindOf } from '../tables/table.ts';
import type { PlayedTable } from '../document.ts';

/** How many rows ended in each way; the most frequent ending first. */
export function countsOf({ rows }: PlayedTable): readonly (readonly [kind: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const ending of Object.values(rows)) {
    const kind = kindOf(ending);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** For each clause, the number of faults that break it, and the number that it catches itself. */
export function killMatrix(faults: PlayedTable): readonly {
  readonly clause: string;
  readonly named: number;
  readonly beside: number;
  readonly missed: number;
}[] {
  const clauses = new Map<string, { clause: string; named: number; beside: number; missed: number }>();
  for (const [name, ending] of Object.entries(faults.rows)) {
    const clause = name.split(' by ', 1)[0] ?? name;
    const row = clauses.get(clause) ?? { clause, named: 0, beside: 0, missed: 0 };
    const kind = kindOf(ending);
    if (kind === 'named') row.named += 1;
    else if (kind === 'beside') row.beside += 1;
    else row.missed += 1;
    clauses.set(clause, row);
  }
  return [...clauses.values()];
}

/** For each gate: the endings of the faults behind it. */
export function byGate(
  rare: PlayedTable,
): readonly (readonly [gate: string, counts: ReturnType<typeof countsOf>])[] {
  const gates = new Map<string, Record<string, string>>();
  for (const [name, ending] of Object.entries(rare.rows)) {
    const gate = name.slice(name.indexOf(', ') + 2);
    gates.set(gate, { ...gates.get(gate), [name]: ending });
  }
  return [...gates].map(([gate, rows]) => [gate, countsOf({ ...rare, rows })]);
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
