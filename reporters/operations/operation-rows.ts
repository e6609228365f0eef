import type { OperationState, ReportedOperation } from '../../clause/reported/operations.ts';
import type { Report, ReportedClause } from '../../clause/report.ts';
import { coreSections } from '../../contract/traits.ts';

const words: Readonly<Record<OperationState, string>> = {
  works: 'written',
  refuses: 'refused to you',
  answers: 'answered',
  missing: 'not there',
  unclear: 'nothing found',
  unsent: 'not sent',
};

/** The table of operations; undefined unless an operation is missing without a limit of scope or a declaration. */
export function operationTable(report: Report) {
  const all = inScope(report);
  if (!all.some((one) => isMissed(report, one))) return undefined;
  const ill = all.filter((one) => violatedAt(report, one) > 0).length;
  const written = all.filter((one) => one.state === 'works' || violatedAt(report, one) > 0).length;
  const wrong = ill === 0 ? '' : `, ${ill} of them ${ill === 1 ? 'answers' : 'answer'} wrongly`;
  return {
    title: `Operations: ${written} of ${all.length} are written${wrong}`,
    rows: all.map((one) => ({
      section: one.section,
      request: requestOf(report, one),
      state: stateOf(report, one),
    })),
  };
}

/** The operation to write next, in words; absent if the core is complete: all other operations may be left out. */
export function operationToWrite(report: Report): string | undefined {
  // More time may find what this run found no time for.
  if (report.run.stoppedAfterSeconds !== undefined) return undefined;
  const missed = inScope(report).filter((one) => isMissed(report, one));
  const [next] = teaching.flatMap((section) => missed.filter((one) => one.section === section));
  return next === undefined ? undefined : `write ${requestOf(report, next)} (${next.section}) next`;
}

/** Whether a section lacks every operation, without a limit or declaration that excuses this. */
export function isMissing(report: Report, section: string): boolean {
  const own = inScope(report).filter((one) => one.section === section);
  return (
    own.some((one) => isMissed(report, one)) &&
    own.every((one) => one.state === 'unsent' || isMissed(report, one))
  );
}

/** The documented requests of sections, each with its section. */
export function requestsOf(report: Report, sections: readonly string[]): string {
  return inScope(report)
    .filter(({ section }) => sections.includes(section))
    .map((one) => `${requestOf(report, one)} (${one.section})`)
    .join(', ');
}

/** Fails for want of an operation, one line per section: the cause is the same for all its broken clauses. */
export function absentLines(report: Report, absent: readonly ReportedClause[]): readonly string[] {
  return [...new Set(absent.map(({ section }) => section))].map((section) => {
    const ids = absent.filter((clause) => clause.section === section).map(({ id }) => id);
    return `${requestsOf(report, [section])} is not there: ${ids.join(', ')}`;
  });
}

/** The core in the order in which operations build on one another: create, read, change. */
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

/** How many clauses of its section an existing operation violates. */
function violatedAt({ clauses }: Report, { section, state }: ReportedOperation): number {
  if (state === 'missing') return 0;
  return clauses.filter((clause) => clause.section === section && clause.verdict === 'fail').length;
}

function stateOf(report: Report, operation: ReportedOperation): string {
  const { state, statuses = [] } = operation;
  const violated = violatedAt(report, operation);
  if (violated > 0) return `answers wrongly: ${violated} violated`;
  const told = statuses.join(', ');
  if (state === 'answers') return `${words.answers} ${told}`;
  return told === '' ? words[state] : `${words[state]}: ${told}`;
}

function requestOf({ target }: Report, { method, path }: ReportedOperation): string {
  return `${method === undefined ? '' : `${method} `}${path.replace('{projectKey}', target.projectKey)}`;
}
