import type { Report, ReportedClause } from '../../clause/report.ts';
import { wasNeverSeen } from '../../clause/verdict.ts';
import { defined } from '../../clause/defined.ts';
import { observedInWords } from '../observed.ts';

/** Where the rows of a contract are, by name; lines count from 1. */
export type RowLines = Readonly<
  Record<string, { readonly line: number; readonly kind?: 'determining' | 'partly open' }>
>;

/** The worst outcome of the MUST on a line: one is violated, one is not decided, each passed, or all are left out. */
export type LineMark = 'fail' | 'open' | 'pass' | 'away';

/** What a reader sees of a mark. */
export const markWords: Readonly<Record<LineMark, string>> = {
  fail: 'FAIL',
  open: '?',
  pass: 'ok',
  away: 'n/a',
};

/** A line of the contract, and the clauses that rest on it. */
export interface TracedLine {
  readonly number: number;
  readonly text: string;
  /** The row on this line, if the line states something. */
  readonly row?: string;
  /** Absent if no MUST clause rests on the line. */
  readonly mark?: LineMark;
  /** How many MUST clauses passed, and how many were requested. */
  readonly pass: number;
  readonly of: number;
  /** A recommendation on the line is not followed. */
  readonly warned: boolean;
  readonly clauses: readonly ReportedClause[];
  /** Clauses that also rest on an earlier line, which has their details; by the number of that line. */
  readonly toldAt: ReadonlyMap<string, number>;
  /** What this implementation chose at an open point of the line. */
  readonly here: readonly { readonly id: string; readonly text: string }[];
}

/** The contract, with the verdicts of a run on its lines. */
export interface TracedContract {
  readonly lines: readonly TracedLine[];
  readonly report?: Report;
}

/** The selected part of a contract. */
export interface TraceSelection {
  /** A row, or a clause; a clause may rest on several rows. */
  readonly row?: string | undefined;
  /** How the names of its rows begin: `4.10`, `Errors`. */
  readonly section?: string | undefined;
  readonly open?: boolean;
  readonly trouble?: boolean;
}

/** Puts clauses, of a report or of the register before a run, on the lines on which they rest. */
export function traced(
  text: readonly string[],
  rows: RowLines,
  { clauses, report }: { readonly clauses: readonly ReportedClause[]; readonly report?: Report },
): TracedContract {
  const byLine = rowsByLine(rows);
  const first = new Map(clauses.map((clause) => [clause.id, firstLine(clause, rows)]));
  const lines = text.map((one, at) => {
    const row = byLine.get(at + 1);
    return lineOf({ number: at + 1, text: one, ...defined({ row }) }, restingOn(row, clauses), first);
  });
  return { lines, ...defined({ report }) };
}

/** The rows, by the lines on which they are. */
export function rowsByLine(rows: RowLines): ReadonlyMap<number, string> {
  return new Map(Object.entries(rows).map(([name, { line }]) => [line, name]));
}

/** The clauses that rest on a row. */
export function restingOn<C extends Pick<ReportedClause, 'rows'>>(
  row: string | undefined,
  clauses: readonly C[],
): readonly C[] {
  return row === undefined ? [] : clauses.filter((clause) => clause.rows?.includes(row) === true);
}

/** The line with the details of a clause: for an observation the open line, for any other clause the first line. */
function firstLine({ level, rows: named = [] }: ReportedClause, rows: RowLines): number | undefined {
  const own = named.flatMap((name) => rows[name] ?? []);
  const open = level === 'OPEN' ? own.find(({ kind }) => kind === 'partly open') : undefined;
  return (open ?? own[0])?.line;
}

function lineOf(
  line: Pick<TracedLine, 'number' | 'text' | 'row'>,
  clauses: readonly ReportedClause[],
  first: ReadonlyMap<string, number | undefined>,
): TracedLine {
  const { number } = line;
  const musts = clauses.filter(({ level }) => level === 'MUST');
  const asked = musts.filter(
    ({ verdict, reason }) => verdict !== 'not-applicable' && reason?.code !== 'not-selected',
  );
  const pass = asked.filter(({ verdict }) => verdict === 'pass').length;
  return {
    ...line,
    ...(musts.length === 0 ? {} : { mark: markOf(asked) }),
    pass,
    of: asked.length,
    warned: clauses.some(({ verdict }) => verdict === 'warn'),
    clauses,
    toldAt: new Map(
      clauses.flatMap(({ id }) => {
        const at = first.get(id);
        return at === undefined || at === number ? [] : [[id, at] as const];
      }),
    ),
    here: clauses
      .filter(
        ({ id, level, verdict }) => level === 'OPEN' && verdict === 'observed' && first.get(id) === number,
      )
      .map((clause) => ({ id: clause.id, text: observedInWords(clause) })),
  };
}

function markOf(asked: readonly ReportedClause[]): LineMark {
  if (asked.length === 0) return 'away';
  if (asked.some(({ verdict }) => verdict === 'fail' || verdict === 'error')) return 'fail';
  return asked.every((clause) => clause.verdict === 'pass' || wasNeverSeen(clause)) ? 'pass' : 'open';
}

/** The requested lines; undefined if nothing has that name. */
export function selected(
  { lines }: TracedContract,
  { row, section, open = false, trouble = false }: TraceSelection,
): readonly TracedLine[] | undefined {
  const wanted = lines.filter(
    (line) => (!open || line.here.length > 0) && (!trouble || troubleOn(line).length > 0),
  );
  if (row !== undefined) {
    const found = lines.filter((line) => line.row === row || line.clauses.some(({ id }) => id === row));
    return found.length === 0 ? undefined : found;
  }
  if (section === undefined) return wanted;
  const own = lines.filter((line) => line.row?.startsWith(`${section}/`) === true);
  const [first, last] = [own[0]?.number, own.at(-1)?.number];
  if (first === undefined || last === undefined) return undefined;
  const isHeading = ({ text }: TracedLine): boolean => text.startsWith('#');
  const from = lines.findLast((line) => line.number <= first && isHeading(line))?.number ?? first;
  const until = lines.find((line) => line.number > last && isHeading(line))?.number ?? lines.length + 1;
  return wanted.filter(({ number }) => number >= from && number < until);
}

/** What a reader sees about the MUST clauses on a line: `3/3`. */
export function shareOf({ mark, pass, of }: TracedLine): string {
  return mark === undefined || mark === 'away' ? '' : `${pass}/${of}`;
}

/** The clauses on a line that need attention. */
export function troubleOn({ clauses }: TracedLine): readonly ReportedClause[] {
  return clauses.filter(
    (clause) =>
      ['fail', 'error', 'warn'].includes(clause.verdict) ||
      (clause.level === 'MUST' &&
        ['inconclusive', 'not-tested'].includes(clause.verdict) &&
        !wasNeverSeen(clause)),
  );
}

/** Why a clause did not pass, on one line; on the clause's further lines, where that text is. */
export function troubleText(clause: ReportedClause, { toldAt }: Pick<TracedLine, 'toldAt'>): string {
  const at = toldAt.get(clause.id);
  return at === undefined ? whyNoPass(clause) : `see line ${at}`;
}

function whyNoPass({ findings: [finding], reason, verdict }: ReportedClause): string {
  if (finding !== undefined) return `expected ${finding.expected}, got ${finding.got}`;
  return reason?.text.split('\n', 1)[0] ?? verdict;
}
