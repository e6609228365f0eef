import { listed } from '../clause/reported/listed.ts';
import { leftAndChanged, type Report, type ReportedClause } from '../clause/report.ts';
import { blocksOf, causesInWords } from '../clause/causes/blocks.ts';
import { attention, type Attention } from './attention.ts';
import { closing, nextStep, type ClosingPart } from './closing.ts';
import { absentLines, operationTable } from './operations/operation-rows.ts';
import { circumstances, isBlank, targetName } from './headline.ts';
import { commandLine } from './commands/command-line.ts';
import { createPaint, type Paint } from './text/paint.ts';
import { openPointsOf, type Suspect } from './observed.ts';
import { dayOf, sinceLines } from './since.ts';
import { alsoLines, briefLines, isInBrief } from './text/brief.ts';
import { runLines } from './text/run-lines.ts';
import { mostTold, shortFinding, textFinding } from './text-findings.ts';
import { textGlance } from './text/glance-table.ts';
import { counted, firstOf, fit, indented, labelled, widthOf, wrap } from './text-layout.ts';
import { openIn, reasonText, textNext, textOpen } from './text/open-reasons.ts';
import { textShort } from './text/evidence.ts';
import { betweenWhat } from './read-only/read-only-lines.ts';
import { waiverRows } from './waivers/waiver-lines.ts';
import { visible } from './visible.ts';

const mostLines = 12;

/** How the matrix is shown. */
export interface TextOptions {
  readonly columns: number;
  readonly color: boolean;
  /** Every row of the matrix, including complete rows. */
  readonly matrix?: boolean;
  /** Each open point with its value. */
  readonly open?: boolean;
  /** The path of the report for people, as its reader can open it. */
  readonly path?: string;
  /** The path of an earlier report, which stays because this run judged nothing. */
  readonly keptPath?: string;
}

/**
 * The report for a terminal, with the verdict at its end, where users look. No line is longer than `columns`, except
 * URLs and command lines; texts of a server are escaped. Ends in a line feed.
 */
export function asText(report: Report, options: TextOptions): string {
  const columns = Math.max(24, Math.floor(options.columns) || 80);
  const paint = createPaint(options.color);
  const found = attention(report);
  const block = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', ...wrap(title, columns).map(paint.bold), ...lines];
  const left = leftoverBlocks(report, columns, block);
  const isShort = isInBrief(report, found);
  const blocks = isBlank(report)
    ? left
    : attentionBlocks(report, found, { columns, paint, block, folder: folderOf(options) });
  const lines = [
    ...targetLines(report, columns),
    ...operationLines(report, found, columns, block),
    ...(options.open === true && !isBlank(report)
      ? block(`OPEN POINTS (${report.counts.open.observed} observed)`, openPoints(report, columns))
      : []),
    ...blocks,
    ...(isBlank(report) || (isShort && options.matrix !== true)
      ? []
      : ['', ...textGlance(report, { columns, every: options.matrix ?? false, paint }), '']),
    ...(isBlank(report) ? [] : isShort ? briefLines(report) : runLines(report)).flatMap(([label, text]) =>
      labelled(label, visible(text, 1_000), { columns, indent: 0, label: 9 }),
    ),
    ...circumstances(report)
      .slice(0, mostLines)
      .flatMap((reason) => wrap(visible(`because: ${reason}`, 1_000), columns)),
    ...closingLines(report, closing(report, found, options), columns, paint),
  ];
  return `${lines.join('\n')}\n`;
}

/** The folder of the reports, as their reader can open it. */
function folderOf({ path = '' }: TextOptions): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

interface Layout {
  readonly folder: string;
  readonly columns: number;
  readonly paint: Paint;
  readonly block: (title: string, lines: readonly string[]) => readonly string[];
}

/** The open matters, the gravest first; the remedies are at the end. */
function attentionBlocks(
  report: Report,
  found: Attention,
  { columns, paint, block, folder }: Layout,
): readonly string[] {
  const isShort = isInBrief(report, found);
  const told = (clauses: readonly ReportedClause[]): readonly string[] => {
    const { shown, rest } = firstOf(blocksOf(report, clauses), mostTold);
    const layout = { columns, paint, folder };
    const lines = shown.flatMap((one, at) =>
      isShort ? shortFinding(one, layout) : [...(at === 0 ? [] : ['']), ...textFinding(one, layout)],
    );
    return [...lines, ...more(rest)];
  };
  const inLines = (clauses: readonly ReportedClause[], say: (clause: ReportedClause) => string) => {
    const { shown, rest } = firstOf(clauses, mostLines);
    return [...shown.map((clause) => fit(`  ${visible(clause.id)}  ${say(clause)}`, columns)), ...more(rest)];
  };
  const furtherBlocks = (): readonly string[] => [
    ...block(`WARNINGS (${found.warned.length})`, inLines(found.warned, warning)),
    ...block(`NOT DECIDED (${openIn(found.open)} ${betweenWhat(report)})`, textOpen(found.open, columns)),
    ...block(
      `BEYOND READS (${openIn(found.beyond)} between this run and CONFORMANT)`,
      textOpen(found.beyond, columns),
    ),
    ...block(`SUSPECT, NOT A VIOLATION (${found.suspects.length})`, suspects(found.suspects, columns)),
    ...block(`GENERATED EVIDENCE: TOO FEW CASES (${found.short.length})`, textShort(found.short, columns)),
    ...block(`FURTHER LOOKS: NOT DECIDED (${found.looks.length})`, textShort(found.looks, columns)),
    ...block(`NEVER SEEN (${report.scope.neverSeen.length})`, neverSeen(report, columns)),
    ...leftoverBlocks(report, columns, block),
    ...(report.against === undefined
      ? []
      : block(
          `SINCE ${visible(dayOf(report.against), 20)}`,
          sinceLines(report.against).flatMap(([label, text]) =>
            labelled(label, visible(text, 2_000), { columns, indent: 2, label: 17 }),
          ),
        )),
    ...block(
      found.next.length > 0 ? 'NEXT: WHAT SETTLES THE MOST CLAUSES' : 'LIMITS OF SCOPE',
      textNext(found, columns),
    ),
  ];
  return [
    ...block(`VIOLATED (${causesInWords(report, found.failed)})`, told(found.failed)),
    ...block(
      `VIOLATED FOR WANT OF AN OPERATION (${counted(found.absent.length, 'clause')})`,
      absentLines(report, found.absent).flatMap((line) => indented(visible(line, 1_000), 2, columns)),
    ),
    ...block(`BROKEN DECLARATIONS (${found.contradicted.length})`, told(found.contradicted)),
    ...block(`WAIVERS (${report.waivers?.length ?? 0})`, waiverLines(report, columns)),
    ...block(`SUITE ERRORS (${found.errors.length})`, inLines(found.errors, reasonText)),
    ...(isShort ? block('ALSO', alsoLines(report, found, columns)) : furtherBlocks()),
  ];
}

/** On one screen, before all else: the table of operations, and one step. */
function operationLines(
  report: Report,
  found: Attention,
  columns: number,
  block: Layout['block'],
): readonly string[] {
  const table = isBlank(report) ? undefined : operationTable(report);
  if (table === undefined) return [];
  const widest = Math.max(...table.rows.map(({ state }) => state.length));
  const next = nextStep(report, found);
  return block(table.title.toUpperCase(), [
    ...table.rows.map(({ section, state, request }) =>
      fit(`  ${section.padEnd(5)} ${state.padEnd(widest)}  ${visible(request)}`, columns),
    ),
    ...(next === undefined ? [] : [`  next: ${visible(next, 600)}`]),
  ]);
}

/** The parts of the closing on as few lines as possible; commands and paths are never broken. */
function closingLines(
  { verdict }: Report,
  [headline, ...parts]: readonly ClosingPart[],
  columns: number,
  paint: Paint,
): readonly string[] {
  const tone = { CONFORMANT: paint.green, 'NON-CONFORMANT': paint.red, INCOMPLETE: paint.yellow }[verdict];
  const lines = wrap(headline?.text ?? '', columns).map((text) => ({
    width: widthOf(text),
    text: paint.bold(tone(text)),
  }));
  for (const [at, { text, isWhole, isAlone }] of parts.entries()) {
    const part = visible(text, 600);
    const last = lines.at(-1);
    const width = (last?.width ?? 0) + 2 + widthOf(part);
    const isApart = isAlone === true || parts[at - 1]?.isAlone === true;
    if (last !== undefined && width <= columns && !isApart) {
      lines.splice(-1, 1, { width, text: `${last.text}  ${part}` });
      continue;
    }
    const broken = isWhole === true ? [part] : wrap(part, columns);
    lines.push(...broken.map((line) => ({ width: widthOf(line), text: line })));
  }
  return lines.map(({ text }) => text);
}

function suspects(all: readonly Suspect[], columns: number): readonly string[] {
  const { shown, rest } = firstOf(all, mostLines);
  const row = (label: string, text: string): readonly string[] =>
    labelled(label, visible(text), { columns, indent: 4, label: 10 });
  return [
    ...shown.flatMap(({ clauses, why, observed, todo }) => [
      ...indented(clauses.map(({ id }) => visible(id)).join(', '), 2, columns),
      ...row('why', why),
      ...(observed === undefined ? [] : row('observed', observed)),
      ...row('do', todo),
    ]),
    ...more(rest),
  ];
}

function openPoints(report: Report, columns: number): readonly string[] {
  return openPointsOf(report).flatMap(({ id, state, value }) => [
    fit(`  ${visible(id)}`, columns),
    ...indented(state + visible(value), 4, columns),
  ]);
}

function more(rest: number): readonly string[] {
  return rest > 0 ? [`  and ${rest} more, see the report`] : [];
}

/** The base URL is never broken; other texts may be. */
function targetLines(report: Report, columns: number): readonly string[] {
  const text = visible(targetName(report), 600);
  return wrap(
    text,
    Math.max(columns, ...text.split(' ').map(({ length }) => (length > columns ? length : 0))),
  );
}

function warning({ findings: [finding], reason }: ReportedClause): string {
  if (finding === undefined) return visible(reason?.text ?? 'see the report');
  return `got ${visible(finding.got, 200)}, expected ${visible(finding.expected, 200)}`;
}

function neverSeen({ scope }: Report, columns: number): readonly string[] {
  const names = scope.neverSeen.map((name) => visible(name));
  return names.length === 0 ? [] : indented(listed(names, 24), 2, columns);
}

function waiverLines(report: Report, columns: number): readonly string[] {
  const { shown, rest } = firstOf(waiverRows(report), mostLines);
  return [
    ...shown.flatMap(({ clause, state, text }) => [
      fit(`  ${visible(clause)}  ${state}`, columns),
      ...indented(visible(text), 4, columns),
    ]),
    ...more(rest),
  ];
}

/** Leftovers to remove, and how; resources of others, which must stay. Names are not cut: readers need them whole. */
function leftoverBlocks(
  report: Report,
  columns: number,
  block: (title: string, lines: readonly string[]) => readonly string[],
): readonly string[] {
  const { left, changed } = leftAndChanged(report);
  const { shown, rest } = firstOf(left, mostLines);
  const told = (id: string, text: string): readonly string[] => [
    `  ${visible(id, Infinity)}`,
    ...indented(visible(text), 4, columns),
  ];
  const clean = left.length === 0 ? [] : [`  to remove: ${commandLine('clean')}`];
  return [
    ...block(`LEFT BEHIND (${left.length})`, [
      ...shown.flatMap(({ id, created, why }) => told(id, `created ${created}: ${why}`)),
      ...more(rest),
      ...clean,
    ]),
    ...block(
      `CHANGED, AND NOT OURS (${changed.length})`,
      changed.flatMap(({ id, why }) => told(id, why)),
    ),
  ];
}
