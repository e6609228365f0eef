import {
  leftAndChanged,
  type Leftover,
  type Report,
  type ReportedClause,
  type ReportedEvidence,
} from '../clause/report.ts';
import { listed } from '../clause/reported/listed.ts';
import { blocksOf, causesInWords } from '../clause/causes/blocks.ts';
import { settingsOf } from './advice/next-steps.ts';
import type { OpenReason } from './advice/open-reasons.ts';
import { attention, type Attention } from './attention.ts';
import { nextStep } from './closing.ts';
import { absentLines, operationTable } from './operations/operation-rows.ts';
import { glance, levels, type Cell } from './glance.ts';
import { circumstances, headline, isBlank, runFacts, tally, targetName } from './headline.ts';
import { capped, code, details, list, preformatted, prose, section, table } from './markdown-parts.ts';
import { markdownFinding } from './markdown-findings.ts';
import { openPointsOf, type Suspect } from './observed.ts';
import { dayOf, sinceLines } from './since.ts';
import { betweenWhat } from './read-only/read-only-lines.ts';
import { waiverRows, type WaiverRow } from './waivers/waiver-lines.ts';
import { counted, firstOf } from './text-layout.ts';
import {
  amendment,
  costlyLine,
  effectOf,
  openIn,
  readingsOf,
  reasonText,
  whyOf,
} from './text/open-reasons.ts';
import { reachOf } from './text/evidence.ts';

const mostInFull = 12;
const mostRows = 40;

/** The matrix as escaped Markdown, in the order of the terminal; parts beyond `maxBytes` are left out. */
export function asMarkdown(report: Report, options: { maxBytes: number }): string {
  const found = attention(report);
  const { neverSeen } = report.scope;
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
      ...section(`Not decided (${openIn(found.open)} ${betweenWhat(report)})`, reasonTable(found.open)),
      ...section(
        `Beyond reads (${openIn(found.beyond)} between this run and CONFORMANT)`,
        reasonTable(found.beyond),
      ),
      ...section(`Suspect, not a violation (${found.suspects.length})`, listOf(found.suspects, suspectLine)),
      ...section(`Generated evidence: too few cases (${found.short.length})`, shortEvidence(found.short)),
      ...section(`Further looks: not decided (${found.looks.length})`, shortEvidence(found.looks)),
      ...(report.against === undefined
        ? []
        : section(
            `Since ${prose(dayOf(report.against))}`,
            linesOf(
              sinceLines(report.against).map(([label, text]) => [label, text].filter(Boolean).join(': ')),
            ),
          )),
      ...section('Next', nextParts(found)),
      ...section(
        `Never seen (${neverSeen.length})`,
        few(neverSeen, (shown) => shown.map(code).join(', ')),
      ),
      ...section(`Left behind (${left.length})`, leftovers(left, mostRows)),
      ...section(`Changed, although not of this run (${changed.length})`, leftovers(changed, Infinity)),
      ...section(`Open points (${report.counts.open.observed} observed)`, openPoints(report)),
      ...section('Races', linesOf(report.run.races ?? [])),
      runFacts(report).map(prose).join('<br>\n'),
    ],
    options.maxBytes,
  );
}

/** The first items as one part, and the number of further items. */
function few<T>(
  all: readonly T[],
  render: (shown: readonly T[]) => string,
  most = mostRows,
): readonly string[] {
  const { shown, rest } = firstOf(all, most);
  return shown.length === 0 ? [] : [render(shown), ...more(rest)];
}

function suspectLine({ clauses, why, observed, todo }: Suspect): string {
  const told = [why, ...(observed === undefined ? [] : [`Observed: ${observed}.`]), todo].join(' ');
  return `${clauses.map(({ id }) => code(id)).join(', ')} ${prose(told)}`;
}

/** Each observed open point with its value, or why it has none; as one part, so that it folds as a whole. */
function openPoints(report: Report): readonly string[] {
  const rows = openPointsOf(report).map(({ id, statement, state, value }) => [
    `${code(id)}<br>${prose(statement)}`,
    prose(state + value),
  ]);
  if (rows.length === 0) return [];
  const summary = '<details><summary>what was observed at each</summary>';
  return [[summary, table(['clause', 'observed'], rows), '</details>'].join('\n\n')];
}

function more(rest: number): readonly string[] {
  return rest > 0 ? [`and ${rest} more, see the report`] : [];
}

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

function listOf<T>(all: readonly T[], line: (one: T) => string): readonly string[] {
  return few(all, (shown) => list(shown.map(line)));
}

function clauseList(
  clauses: readonly ReportedClause[],
  say: (clause: ReportedClause) => string,
): readonly string[] {
  return listOf(clauses, (clause) => `${code(clause.id)} ${prose(say(clause))}`);
}

function shortEvidence(short: readonly ReportedEvidence[]): readonly string[] {
  return listOf(short, (one) => `${code(one.clause)} ${prose(reachOf(one))}`);
}

function reasonTable(open: readonly OpenReason[]): readonly string[] {
  return few(open, (shown) => table(['clauses', 'reason', 'supply'], shown.map(reasonRow)));
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
    if (step.profile === undefined)
      return `${at + 1}. ${settingsOf(step).map(code).join(' and ')} ${effectOf(step)}`;
    const json = preformatted(JSON.stringify(step.profile, null, 2).split('\n'));
    const lead = `${at + 1}. ${prose(amendment(step))} (${effectOf(step)}):`;
    return [lead, ...json.split('\n').map((line) => `   ${line}`)].join('\n');
  });
  const settles = counted(limits?.clauses ?? 0, 'clause');
  return [
    ...(items.length > 0 ? [items.join('\n')] : []),
    ...(limits?.line === undefined
      ? []
      : [`State what you cannot supply (settles ${settles}): ${code(limits.line)}`]),
    ...(limits === undefined || limits.costly.length === 0 ? [] : [prose(costlyLine(limits))]),
  ];
}

function warning({ findings: [finding], reason }: ReportedClause): string {
  if (finding === undefined) return reason?.text ?? 'see the report';
  return `got ${finding.got}, expected ${finding.expected}`;
}

function waiverTable(report: Report): readonly string[] {
  const row = ({ clause, state, text }: WaiverRow) => [code(clause), prose(state), prose(text)];
  return few(waiverRows(report), (shown) =>
    table(['clause', 'waiver', 'reason (owner, expiry)'], shown.map(row)),
  );
}

function leftovers(all: readonly Leftover[], most: number): readonly string[] {
  const row = ({ id, created, why }: Leftover) => [code(id), prose(created), prose(why)];
  return few(all, (shown) => table(['id', 'created', 'why'], shown.map(row)), most);
}

function linesOf(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [list(lines.map(prose))];
}
