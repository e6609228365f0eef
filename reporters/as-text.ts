import type { Verdict } from '../clause/verdict.ts';
import type { Report, ReportedClause } from '../clause/report.ts';
import { attention } from './attention.ts';
import { circumstances, headline, isBlank, runFacts, tally, targetOf } from './headline.ts';
import { createPaint, type Paint } from './paint.ts';
import { observedLine } from './replay.ts';
import { mostInFull, textFinding } from './text-findings.ts';
import { textGlance } from './text-glance.ts';
import { counted, firstOf, fit, labelled, wrap } from './text-layout.ts';
import { reasonText, textNext, textOpen } from './text-open.ts';
import { visible } from './visible.ts';

const mostLines = 12;

/**
 * The matrix for a terminal: verdict and scope, sections × levels, then only what needs attention. No line is longer
 * than `columns`, URLs and command lines apart; what a server has sent is escaped; coloured only when told. Ends in a
 * line feed.
 */
export function asText(report: Report, options: { columns: number; color: boolean }): string {
  const columns = Math.max(24, Math.floor(options.columns));
  const paint = createPaint(options.color);
  const found = attention(report);
  const plain = (text: string): readonly string[] => wrap(visible(text, 1_000), columns);
  const block = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', ...wrap(title, columns).map(paint.bold), ...lines];
  const finding = (clause: ReportedClause, at: number): readonly string[] => [
    ...(at === 0 ? [] : ['']),
    ...textFinding(clause, columns, paint),
  ];
  const inFull = (clauses: readonly ReportedClause[]): readonly string[] => {
    const { shown, rest } = firstOf(clauses, mostInFull);
    return [...shown.flatMap(finding), ...more(rest)];
  };
  const inLines = (clauses: readonly ReportedClause[], say: (clause: ReportedClause) => string) => {
    const { shown, rest } = firstOf(clauses, mostLines);
    return [...shown.map((clause) => fit(`  ${visible(clause.id)}  ${say(clause)}`, columns)), ...more(rest)];
  };
  const blocked = found.open.reduce((sum, { clauses }) => sum + clauses.length, 0);
  const lines = [
    ...wrap(headline(report), columns).map((line) => paint.bold(verdictPaint(report.verdict, paint)(line))),
    ...targetLines(report, columns),
    ...plain(tally(report)),
    ...circumstances(report)
      .slice(0, mostLines)
      .flatMap((reason) => plain(`because: ${reason}`)),
    ...(isBlank(report) ? [] : ['', ...textGlance(report, columns)]),
    ...block(`VIOLATED (${counted(found.failed.length, 'clause')})`, inFull(found.failed)),
    ...block(`AGAINST ITS OWN DECLARATION (${found.contradicted.length})`, inFull(found.contradicted)),
    ...block(`SUITE ERRORS (${found.errors.length})`, inLines(found.errors, reasonText)),
    ...block(`WARNINGS (${found.warned.length})`, inLines(found.warned, warning)),
    ...block(
      `NOT DECIDED (${counted(blocked, 'clause')} between this run and CONFORMANT)`,
      textOpen(found.open, columns),
    ),
    ...block(`SUSPECT, BUT OPEN (${found.suspects.length})`, inLines(found.suspects, observedLine)),
    ...block(
      found.next.length > 0 ? 'NEXT: WHAT SETTLES THE MOST CLAUSES' : 'LIMITS OF SCOPE',
      textNext(found, columns),
    ),
    ...block(`NEVER SEEN (${report.scope.neverSeen.length})`, neverSeen(report, columns)),
    ...block(`LEFT BEHIND (${report.leftovers.length})`, leftovers(report, columns)),
    ...block(
      'RACES',
      (report.run.races ?? []).flatMap((line) => raceLine(line, columns)),
    ),
    '',
    ...runFacts(report).flatMap(plain),
  ];
  return `${lines.join('\n')}\n`;
}

function verdictPaint(verdict: Verdict, { green, red, yellow }: Paint): (text: string) => string {
  return { CONFORMANT: green, 'NON-CONFORMANT': red, INCOMPLETE: yellow }[verdict];
}

function more(rest: number): readonly string[] {
  return rest > 0 ? [`  and ${rest} more, see conformance.json`] : [];
}

/** A line about races; where it is `label   text`, the text keeps to its column. */
function raceLine(line: string, columns: number): readonly string[] {
  const [, label = '', text = ''] = /^(\S(?:\S| (?! ))*) {2,}(.*)$/.exec(line) ?? [];
  if (label === '' || columns < 60) return labelled('', visible(line), { columns, indent: 2, label: 0 });
  return labelled(visible(label), visible(text), { columns, indent: 2, label: 22 });
}

/** The base URL is never broken; what follows it is. */
function targetLines(report: Report, columns: number): readonly string[] {
  const text = visible(targetOf(report), 600);
  return wrap(
    text,
    Math.max(columns, ...text.split(' ').map(({ length }) => (length > columns ? length : 0))),
  );
}

function warning({ findings: [finding], reason }: ReportedClause): string {
  if (finding === undefined) return visible(reason?.text ?? 'see conformance.json');
  return `got ${visible(finding.got, 200)}, expected ${visible(finding.expected, 200)}`;
}

function neverSeen({ scope }: Report, columns: number): readonly string[] {
  const { shown, rest } = firstOf(scope.neverSeen, 24);
  if (shown.length === 0) return [];
  const names = shown.map((name) => visible(name)).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return labelled('', names, { columns, indent: 2, label: 0 });
}

function leftovers({ leftovers: left }: Report, columns: number): readonly string[] {
  const { shown, rest } = firstOf(left, mostLines);
  const line = ({ id, created, why }: Report['leftovers'][number]): string =>
    `  ${visible(id, 100)}  created ${visible(created, 40)}  ${visible(why, 200)}`;
  return [...shown.map((one) => fit(line(one), columns)), ...more(rest)];
}
