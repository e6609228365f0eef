/** The varied properties of a request, by name: readers see the words. */
export type Features = Readonly<Record<string, string>>;

/** Requests that a run varies: with the actual version, callers that may act, and content of documented types. */
export type ProbeName = 'versions' | 'access' | 'content';

/** Requests that are alike in all that was varied, and that were answered alike. */
export interface ProbeRow {
  readonly probe: ProbeName;
  readonly features: Features;
  /** The answer due: `accepted`, or the kind of refusal. */
  readonly due: string;
  /** The actual answer, in the words of `due` if both agree. */
  readonly came: string;
  readonly count: number;
  /** The exchanges with an answer that was not due (`exchangeKey`). */
  readonly deviating: readonly string[];
}

/** One request of a probe. */
export interface ProbeCase extends Pick<ProbeRow, 'features' | 'due' | 'came'> {
  readonly key: string;
}

/** The key by which an exchange, or a value in its body (a JSON Pointer), is found in all shards. */
export function exchangeKey(number: number, sentAtMs: number, pointer = ''): string {
  return `${number}@${Math.round(sentAtMs * 10) / 10}${pointer}`;
}

/** Cases as rows; empty if nothing deviates, because nothing then uses the rows. */
export function rowsOf(probe: ProbeName, cases: readonly ProbeCase[]): readonly ProbeRow[] {
  if (cases.every(({ due, came }) => due === came)) return [];
  const rows = new Map<string, ProbeRow & { count: number; readonly deviating: string[] }>();
  for (const { features, due, came, key } of cases) {
    const name = JSON.stringify([features, due, came]);
    const row = rows.get(name) ?? { probe, features, due, came, count: 0, deviating: [] };
    rows.set(name, row);
    row.count += 1;
    if (due !== came) row.deviating.push(key);
  }
  return [...rows.values()];
}
