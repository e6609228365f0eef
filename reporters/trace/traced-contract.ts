import type { Report, ReportedClause } from '../../clause/report.ts';
import { wasNeverSeen } from '../../clause/verdict.ts';
import { observedInWords } from '../observed.ts';

/** Where the rows of a contract are, by name: lines are counted from 1. */
export type RowLines = Readonly<Record<string, { readonly line: number }>>;

/**
 * What became of the MUST on a line, the worst of them.
 *
 * - `fail`: one is violated.
 * - `open`: one is not decided.
 * - `pass`: each that was asked for passed.
 * - `away`: all of them are left out.
 */
export type LineMark = 'fail' | 'open' | 'pass' | 'away';

/** A line of the contract as it is, and what rests on it. */
export interface TracedLine {
  readonly number: number;
  readonly text: string;
  /** The row that it is, if it says something. */
  readonly row?: string;
  /** Absent where no MUST rests on it. */
  readonly mark?: LineMark;
  /** MUST clauses that passed, of how many that were asked for. */
  readonly pass: number;
  readonly of: number;
  /** A recommendation on it is not followed. */
  readonly warned: boolean;
  readonly clauses: readonly ReportedClause[];
  /** What the contract leaves open here, as this implementation has it. */
  readonly here: readonly { readonly id: string; readonly text: string }[];
}

/** The contract with the verdicts of a run over it. */
export interface TracedContract {
  readonly lines: readonly TracedLine[];
  /** Absent where no run is laid over it. */
  readonly report?: Report;
}

/** What of a contract is wanted. */
export interface TraceSelection {
  readonly row?: string | undefined;
  /** The first part of its rows' names: `4.10`, `Errors`. */
  readonly section?: string | undefined;
  /** Only what is left open, with its value. */
  readonly open?: boolean;
}

/**
 * Lays clauses over the lines that they rest on.
 *
 * @param clauses - those of a report, or of the register where nothing was run yet
 */
export function traced(
  text: readonly string[],
  rows: RowLines,
  { clauses, report }: { readonly clauses: readonly ReportedClause[]; readonly report?: Report },
): TracedContract {
  const byLine = new Map(Object.entries(rows).map(([name, { line }]) => [line, name]));
  const lines = text.map((one, at) => lineOf(one, at + 1, byLine.get(at + 1), clauses));
  return report === undefined ? { lines } : { lines, report };
}

function lineOf(
  text: string,
  number: number,
  row: string | undefined,
  all: readonly ReportedClause[],
): TracedLine {
  const clauses = row === undefined ? [] : all.filter((clause) => clause.rows?.includes(row) === true);
  const musts = clauses.filter(({ level }) => level === 'MUST');
  const asked = musts.filter(
    ({ verdict, reason }) => verdict !== 'not-applicable' && reason?.code !== 'not-selected',
  );
  const pass = asked.filter(({ verdict }) => verdict === 'pass').length;
  return {
    number,
    text,
    ...(row === undefined ? {} : { row }),
    ...(musts.length === 0 ? {} : { mark: markOf(asked) }),
    pass,
    of: asked.length,
    warned: clauses.some(({ verdict }) => verdict === 'warn'),
    clauses,
    here: clauses
      .filter(({ level, verdict }) => level === 'OPEN' && verdict === 'observed')
      .map((clause) => ({ id: clause.id, text: observedInWords(clause) })),
  };
}

function markOf(asked: readonly ReportedClause[]): LineMark {
  if (asked.length === 0) return 'away';
  if (asked.some(({ verdict }) => verdict === 'fail' || verdict === 'error')) return 'fail';
  return asked.every((clause) => clause.verdict === 'pass' || wasNeverSeen(clause)) ? 'pass' : 'open';
}

/** The lines that are wanted; undefined where nothing has that name. */
export function selected(
  { lines }: TracedContract,
  { row, section, open = false }: TraceSelection,
): readonly TracedLine[] | undefined {
  const wanted = open ? lines.filter(({ here }) => here.length > 0) : lines;
  if (row !== undefined) return orNone(lines.filter((line) => line.row === row));
  if (section === undefined) return wanted;
  const own = lines.filter((line) => line.row?.startsWith(`${section}/`) === true);
  const [first, last] = [own[0]?.number, own.at(-1)?.number];
  if (first === undefined || last === undefined) return undefined;
  const isHeading = ({ text }: TracedLine): boolean => text.startsWith('#');
  const from = lines.findLast((line) => line.number <= first && isHeading(line))?.number ?? first;
  const until = lines.find((line) => line.number > last && isHeading(line))?.number ?? lines.length + 1;
  return wanted.filter(({ number }) => number >= from && number < until);
}

function orNone<T>(found: readonly T[]): readonly T[] | undefined {
  return found.length === 0 ? undefined : found;
}

/** What is said of the MUST on a line: `3/3`. */
export function shareOf({ mark, pass, of }: TracedLine): string {
  return mark === undefined || mark === 'away' ? '' : `${pass}/${of}`;
}

/** Clauses of a line that somebody has to look at. */
export function troubleOn({ clauses }: TracedLine): readonly ReportedClause[] {
  return clauses.filter(
    (clause) =>
      ['fail', 'error', 'warn'].includes(clause.verdict) ||
      (clause.level === 'MUST' &&
        ['inconclusive', 'not-tested'].includes(clause.verdict) &&
        !wasNeverSeen(clause)),
  );
}

/** Why a clause is no pass, on one line. */
export function troubleText({ findings: [finding], reason, verdict }: ReportedClause): string {
  if (finding !== undefined) return `expected ${finding.expected}, got ${finding.got}`;
  return reason?.text.split('\n', 1)[0] ?? verdict;
}
