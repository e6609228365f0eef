import {
  leftAndChanged,
  type Leftover,
  type Report,
  type ReportedClause,
  type ReportedEvidence,
} from '../clause/report.ts';
import { listed } from '../clause/reported/listed.ts';
import { blocksOf, causesInWords } from '../clause/causes/blocks.ts';
import type { OpenReason } from './advice/open-reasons.ts';
import { attention, type Attention } from './attention.ts';
import { nextStep } from './closing.ts';
import { absentLines, operationTable } from './operations/operation-rows.ts';
import { glance, levels, type Cell } from './glance.ts';
import { circumstances, headline, isBlank, runFacts, tally, targetName, wasSelected } from './headline.ts';
import { capped, code, details, list, preformatted, prose, section, table } from './markdown-parts.ts';
import { markdownFinding } from './markdown-findings.ts';
import { observedInWords, type Suspect } from './observed.ts';
import { dayOf, sinceLines } from './since.ts';
import { betweenWhat } from './read-only/read-only-lines.ts';
import { waiverRows } from './waivers/waiver-lines.ts';
import { counted, firstOf } from './text-layout.ts';
import { amendment, costlyLine, effectOf, readingsOf, reasonText, whyOf } from './text/open-reasons.ts';
import { reachOf } from './text/evidence.ts';

const mostInFull = 12;
const mostRows = 40;

/**
 * The matrix as Markdown for a page or a job summary, in the order of the terminal's. Everything from outside is
 * escaped. Never longer than `maxBytes` in UTF-8: parts without room are left out from the details up, with a note.
 */
export function asMarkdown(report: Report, options: { maxBytes: number }): string {
  const found = attention(report);
  const [blocked, beyond] = [found.open, found.beyond].map((all) =>
    all.reduce((sum, { clauses }) => sum + clauses.length, 0),
  ) as [number, number];
  const inFull = (clauses: readonly ReportedClause[]): readonly string[] => {
    const { shown, rest } = firstOf(blocksOf(report, clauses), mostInFull);
    return [...shown.map(markdownFinding), ...more(rest)];
  };
  const { left, changed } = leftAndChanged(report);
  return capped(
    [
      `# ${prose(headline(report))}`,
      prose(targetName(report)),
      prose(tally(report)),
      ...circumstances(report)
        .slice(0, mostRows)
        .map((reason) => `because: ${prose(reason)}`),
      ...operationParts(report, found),
      ...(isBlank(report) ? [] : [glanceTable(report)]),
      ...section(`Violated (${causesInWords(report, found.failed)})`, inFull(found.failed)),
      ...section(
        `Violated because an operation is missing (${counted(found.absent.length, 'clause')})`,
        linesOf(absentLines(report, found.absent)),
      ),
      ...section(`Broken declarations (${found.contradicted.length})`, inFull(found.contradicted)),
      ...section(`Waivers (${report.waivers?.length ?? 0})`, waiverTable(report)),
      ...section(`Suite errors (${found.errors.length})`, clauseList(found.errors, reasonText)),
      ...section(`Warnings (${found.warned.length})`, clauseList(found.warned, warning)),
      ...section(
        `Not decided (${counted(blocked, 'clause')} ${betweenWhat(report)})`,
        reasonTable(found.open),
      ),
      ...section(
        `Beyond reads (${counted(beyond, 'clause')} between this run and CONFORMANT)`,
        reasonTable(found.beyond),
      ),
      ...section(`Suspect, not a violation (${found.suspects.length})`, suspectList(found.suspects)),
      ...section(`Generated evidence: too few cases (${found.short.length})`, shortEvidence(found.short)),
      ...section(`Further looks: not decided (${found.looks.length})`, shortEvidence(found.looks)),
      ...(report.against === undefined
        ? []
        : section(
            `Since ${prose(dayOf(report.against))}`,
            linesOf(
              sinceLines(report.against).map(([label, text]) => (text === '' ? label : `${label}: ${text}`)),
            ),
          )),
      ...section('Next', nextParts(found)),
      ...section(`Never seen (${report.scope.neverSeen.length})`, neverSeen(report)),
      ...section(`Left behind (${left.length})`, leftovers(left, mostRows)),
      ...section(`Changed, although not of this run (${changed.length})`, leftovers(changed, Infinity)),
      ...section(`Open points (${report.counts.open.observed} observed)`, openPoints(report)),
      ...section('Races', linesOf(report.run.races ?? [])),
      runFacts(report).map(prose).join('<br>\n'),
    ],
    options.maxBytes,
  );
}

function suspectList(suspects: readonly Suspect[]): readonly string[] {
  const { shown, rest } = firstOf(suspects, mostRows);
  const row = ({ clauses, why, observed, todo }: Suspect): string => {
    const told = [why, ...(observed === undefined ? [] : [`Observed: ${observed}.`]), todo].join(' ');
    return `${clauses.map(({ id }) => code(id)).join(', ')} ${prose(told)}`;
  };
  return shown.length === 0 ? [] : [list(shown.map(row)), ...more(rest)];
}

/** Each open point for observation, with its value or why there is none; one part, so that it folds whole. */
function openPoints({ clauses }: Report): readonly string[] {
  const open = clauses.filter((clause) => clause.level === 'OPEN' && wasSelected(clause));
  if (open.length === 0) return [];
  const rows = open.map((clause) => [
    `${code(clause.id)}<br>${prose(clause.statement)}`,
    prose(`${clause.verdict === 'observed' ? '' : `${clause.verdict}: `}${observedInWords(clause)}`),
  ]);
  return [
    [
      '<details><summary>what was observed at each</summary>',
      table(['clause', 'observed'], rows),
      '</details>',
    ].join('\n\n'),
  ];
}

function more(rest: number): readonly string[] {
  return rest > 0 ? [`and ${rest} more, see the report`] : [];
}

/** The table of operations, and one step. */
function operationParts(report: Report, found: Attention): readonly string[] {
  const shown = isBlank(report) ? undefined : operationTable(report);
  if (shown === undefined) return [];
  const next = nextStep(report, found);
  return section(shown.title, [
    table(
      ['', 'operation', 'state'],
      shown.rows.map((row) => [prose(row.section), code(row.request), prose(row.state)]),
    ),
    ...(next === undefined ? [] : [`next: ${code(next)}`]),
  ]);
}

function glanceTable(report: Report): string {
  const cell = ({ share, others }: Cell): string =>
    others.length === 0 ? share : `${share}, ${others.join(', ')}`;
  return table(
    ['', ...levels],
    glance(report).map(({ section: name, cells }) => [
      prose(name),
      ...levels.map((level) => cell(cells[level])),
    ]),
  );
}

function clauseList(
  clauses: readonly ReportedClause[],
  say: (clause: ReportedClause) => string,
): readonly string[] {
  const { shown, rest } = firstOf(clauses, mostRows);
  if (shown.length === 0) return [];
  return [list(shown.map((clause) => `${code(clause.id)} ${prose(say(clause))}`)), ...more(rest)];
}

function shortEvidence(short: readonly ReportedEvidence[]): readonly string[] {
  const { shown, rest } = firstOf(short, mostRows);
  if (shown.length === 0) return [];
  return [list(shown.map((one) => `${code(one.clause)} ${prose(reachOf(one))}`)), ...more(rest)];
}

function reasonTable(open: readonly OpenReason[]): readonly string[] {
  const { shown, rest } = firstOf(open, mostRows);
  return shown.length === 0
    ? []
    : [table(['clauses', 'reason', 'supply'], shown.map(reasonRow)), ...more(rest)];
}

function reasonRow(open: OpenReason): readonly string[] {
  const [first] = open.clauses;
  const ids = open.clauses.map(({ id }) => code(id));
  const why = [whyOf(open), ...(first === undefined ? [] : readingsOf(first))].map(prose).join('<br>');
  return [
    `${ids.length}`,
    why + details(counted(ids.length, 'clause'), listed(ids, 60)),
    open.supply === undefined ? prose(open.question ?? '') : code(open.supply),
  ];
}

function nextParts({ next, limits }: ReturnType<typeof attention>): readonly string[] {
  const items = next.map((step, at) => {
    if (step.isQuestion === true || step.isUndecidable === true)
      return `${at + 1}. ${prose(step.line)} ${effectOf(step)}`;
    if (step.profile === undefined) return `${at + 1}. ${code(step.line)} ${effectOf(step)}`;
    const json = preformatted(JSON.stringify(step.profile, null, 2).split('\n'));
    return [
      `${at + 1}. ${prose(amendment(step))} (${effectOf(step)}):`,
      ...json.split('\n').map((line) => `   ${line}`),
    ].join('\n');
  });
  return [
    ...(items.length > 0 ? [items.join('\n')] : []),
    ...(limits?.line === undefined
      ? []
      : [
          `State what you cannot supply (settles ${counted(limits.clauses, 'clause')}): ${code(limits.line)}`,
        ]),
    ...(limits === undefined || limits.costly.length === 0 ? [] : [prose(costlyLine(limits))]),
  ];
}

function warning({ findings: [finding], reason }: ReportedClause): string {
  if (finding === undefined) return reason?.text ?? 'see the report';
  return `got ${finding.got}, expected ${finding.expected}`;
}

function neverSeen({ scope }: Report): readonly string[] {
  const { shown, rest } = firstOf(scope.neverSeen, mostRows);
  return shown.length === 0 ? [] : [shown.map(code).join(', '), ...more(rest)];
}

function waiverTable(report: Report): readonly string[] {
  const { shown, rest } = firstOf(waiverRows(report), mostRows);
  if (shown.length === 0) return [];
  const rows = shown.map(({ clause, state, text }) => [code(clause), prose(state), prose(text)]);
  return [table(['clause', 'waiver', 'reason (owner, expiry)'], rows), ...more(rest)];
}

function leftovers(all: readonly Leftover[], most: number): readonly string[] {
  const { shown, rest } = firstOf(all, most);
  if (shown.length === 0) return [];
  const rows = shown.map(({ id, created, why }) => [code(id), prose(created), prose(why)]);
  return [table(['id', 'created', 'why'], rows), ...more(rest)];
}

function linesOf(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [list(lines.map(prose))];
}
