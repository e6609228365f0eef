/** What was varied about a request, by the name of what was varied: the words are shown to readers. */
export type Features = Readonly<Record<string, string>>;

/**
 * What a run asks in many ways: whether an update states the actual version, whether a caller may do what it asks, and
 * whether content has the types that are documented.
 */
export type ProbeName = 'versions' | 'access' | 'content';

/** Requests that are alike in all that was varied, and that were answered alike. */
export interface ProbeRow {
  readonly probe: ProbeName;
  readonly features: Features;
  /** What is owed to them: `accepted`, or how they are to be refused. */
  readonly due: string;
  /** What came, in the same words where it is what was owed. */
  readonly came: string;
  readonly count: number;
  /** Where something else came than what was owed: which exchanges these are (`exchangeKey`). */
  readonly deviating: readonly string[];
}

/** One request of a probe. */
export interface ProbeCase extends Pick<ProbeRow, 'features' | 'due' | 'came'> {
  readonly key: string;
}

/**
 * What an exchange, or a value in its body, is found again by in what was shown of it, also among those of other shards.
 *
 * @param pointer - a JSON Pointer to the value
 */
export function exchangeKey(number: number, sentAtMs: number, pointer = ''): string {
  return `${number}@${Math.round(sentAtMs * 10) / 10}${pointer}`;
}

/** Cases as rows; none if nothing deviates, since then nobody asks for them. */
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
