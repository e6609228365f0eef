import type { OperationState, ReportedOperation } from '../../clause/reported/operations.ts';
import type { Report } from '../../clause/report.ts';
import { coreSections } from '../../contract/traits.ts';

/** One operation as a row of the table. */
interface OperationRow {
  readonly section: string;
  readonly request: string;
  /** `written`, `not there: 404`. */
  readonly state: string;
}

/** The table of operations, and what it says in one line. */
export interface OperationTable {
  /** `Operations: 4 of 19 are written`. */
  readonly title: string;
  readonly rows: readonly OperationRow[];
}

const words: Readonly<Record<OperationState, string>> = {
  works: 'written',
  refuses: 'refused to you',
  answers: 'answered',
  missing: 'not there',
  unclear: 'nothing found',
  unsent: 'not sent',
};

/**
 * Which operations are there: shown where one is not, and neither a limit of scope nor a declaration says so. Undefined
 * elsewhere.
 */
export function operationTable(report: Report): OperationTable | undefined {
  const all = inScope(report);
  if (!all.some((one) => isMissed(report, one))) return undefined;
  const rows = all.map((one) => ({
    section: one.section,
    request: requestOf(report, one),
    state: stateOf(report, one),
  }));
  const written = rows.filter(({ state }) => state === words.works).length;
  return { title: `Operations: ${written} of ${rows.length} are written`, rows };
}

/**
 * The operation to write next, in words; undefined where all are there that the contract's core consists of: what else there
 * is may be left out.
 */
export function operationToWrite(report: Report): string | undefined {
  const missed = inScope(report).filter((one) => isMissed(report, one));
  const [next] = teaching.flatMap((section) => missed.filter((one) => one.section === section));
  return next === undefined ? undefined : `write ${requestOf(report, next)} (${next.section}) next`;
}

/** Whether no operation of a section is there, and nothing says that it need not be. */
export function isMissing(report: Report, section: string): boolean {
  const own = inScope(report).filter((one) => one.section === section);
  return own.length > 0 && own.every((one) => isMissed(report, one));
}

/** The core in the order in which an operation needs the one before it: what was created is read, then changed. */
const teaching: readonly string[] = ['4.6', '4.2', '4.10', '4.11', '4.1', '4.5'].filter((section) =>
  coreSections.some((core) => core === section),
);

function inScope({ operations = [], scope }: Report): readonly ReportedOperation[] {
  return operations.filter(({ section }) => !scope.without.includes(section));
}

function isMissed({ clauses, verdict }: Report, { section, state }: ReportedOperation): boolean {
  const isDeclared = clauses.some(
    (clause) => clause.section === section && clause.reason?.code === 'declared-absent',
  );
  return state === 'missing' && verdict !== 'CONFORMANT' && !isDeclared;
}

function stateOf({ clauses }: Report, { section, state, statuses = [] }: ReportedOperation): string {
  const fails = clauses.filter((clause) => clause.section === section && clause.verdict === 'fail');
  if (fails.length > 0 && state !== 'missing') return `answers ill: ${fails.length} violated`;
  const told = statuses.join(', ');
  if (state === 'answers') return `${words.answers} ${told}`;
  return told === '' ? words[state] : `${words[state]}: ${told}`;
}

function requestOf({ target }: Report, { method, path }: ReportedOperation): string {
  return `${method === undefined ? '' : `${method} `}${path.replace('{projectKey}', target.projectKey)}`;
}
