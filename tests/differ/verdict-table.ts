import type { ClauseVerdict } from '../../clause/judgement.ts';
import type { Verdicts } from './recorded-row.ts';

/** Verdicts of many runs, written down in few words: those of a usual run, and of each run what is otherwise in it. */
export interface VerdictTable {
  /** Ids of clauses; rows name them by their places. */
  readonly clauses: readonly string[];
  /** A letter for each clause: what most runs come to. */
  readonly usual: string;
  /** By the name of the run: places and letters, as `12f 45n`. */
  readonly rows: Readonly<Record<string, string>>;
}

const letters: Readonly<Record<ClauseVerdict, string>> = {
  pass: 'p',
  fail: 'f',
  warn: 'w',
  inconclusive: 'i',
  'not-tested': 'n',
  'not-applicable': 'a',
  observed: 'o',
  error: 'e',
};
const verdictOf = new Map(
  Object.entries(letters).map(([verdict, letter]) => [letter, verdict as ClauseVerdict]),
);
/** The run has no such clause: no declaration of its profile is about it. */
const absent = '-';

/** Writes down the verdicts of runs. */
export function tableOf(runs: ReadonlyMap<string, Verdicts>): VerdictTable {
  const clauses = [...new Set([...runs.values()].flatMap((verdicts) => [...verdicts.keys()]))].toSorted();
  const written = [...runs].map(
    ([name, verdicts]) => [name, clauses.map((id) => letterOf(verdicts.get(id)))] as const,
  );
  const usual = clauses.map((_, at) => mostOf(written.map(([, row]) => row[at] ?? absent)));
  return {
    clauses,
    usual: usual.join(''),
    rows: Object.fromEntries(
      written.map(([name, row]) => [
        name,
        row.flatMap((letter, at) => (letter === usual[at] ? [] : [`${at}${letter}`])).join(' '),
      ]),
    ),
  };
}

/** The verdicts of a run, as the table has them; undefined if it has no such run. */
export function verdictsIn({ clauses, usual, rows }: VerdictTable, name: string): Verdicts | undefined {
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
  if (row === undefined) return undefined;
  const found = usual.split('');
  for (const cell of row.split(' ').filter((text) => text !== ''))
    found[Number(cell.slice(0, -1))] = cell.slice(-1);
  return new Map(
    clauses.flatMap((id, at) => {
      const verdict = verdictOf.get(found[at] ?? absent);
      return verdict === undefined ? [] : [[id, verdict] as const];
    }),
  );
}

function letterOf(verdict: ClauseVerdict | undefined): string {
  return verdict === undefined ? absent : letters[verdict];
}

function mostOf(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? absent;
}
