import type { Report, ReportedClause } from '../../clause/report.ts';
import { blocksOf, type CauseBlock } from '../../clause/causes/blocks.ts';
import { listed } from '../../clause/reported/listed.ts';
import { attention } from '../attention.ts';
import { headline, runReasons, tally } from '../headline.ts';
import { oddAnswers } from '../odd-answers.ts';
import { replayLine } from '../replay.ts';
import { readingsOf, reasonText, whyOf } from '../text/open-reasons.ts';
import { counted, firstOf } from '../text-layout.ts';
import { waivedAs } from '../waivers/waiver-lines.ts';
import { visible } from '../visible.ts';

/** The service shows only ten of a kind for one step; the last annotation states the total. */
const mostOfKind = 10;
const mostCharacters = 1_000;

interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Annotations of a GitHub workflow, one line each: errors for violated clauses, warnings for other obstacles, a notice
 * with the verdict. Each kind is capped. No text of a server can begin or end a line.
 */
export function asAnnotations(report: Report): string {
  const { failed, absent, contradicted, errors, open } = attention(report);
  const broken = [...failed, ...absent, ...contradicted];
  const isWaived = (clause: ReportedClause): boolean => waivedAs(report, clause) !== undefined;
  const unwaived = broken.filter((clause) => !isWaived(clause));
  const violated = blocksOf(report, unwaived).map(cause);
  const notice = (clause: ReportedClause, word: string, lines: readonly string[]): Annotation => ({
    kind: 'notice',
    title: `${clause.id} (${word})`,
    lines: [waivedAs(report, clause) ?? '', ...lines],
  });
  const waived = broken.filter(isWaived).map((clause) => notice(clause, 'waived', violation(clause).lines));
  const behind = report.clauses
    .filter((clause) => clause.verdict !== 'fail' && isWaived(clause))
    .map((clause) => notice(clause, 'behind a waiver', [reasonText(clause)]));
  const undecided = [
    ...runReasons(report).map((reason) => warning('the run', [reason])),
    ...errors.map((clause) => warning(clause.id, [`suite error: ${reasonText(clause)}`])),
    ...open.flatMap((reason) => {
      const { supply, question } = reason;
      const clauses = reason.clauses.filter((clause) => !isWaived(clause));
      if (clauses.length === 0) return [];
      const [first] = clauses;
      const ids = clauses.map(({ id }) => id);
      return warning(`${counted(clauses.length, 'clause')} not decided`, [
        whyOf(reason),
        ...(first === undefined ? [] : readingsOf(first)),
        listed(ids, 10),
        ...(question === undefined ? [] : [question]),
        ...(supply === undefined ? [] : [`supply: ${supply}`]),
      ]);
    }),
  ];
  const verdict: Annotation = {
    kind: 'notice',
    title: headline(report),
    lines: [tally(report), ...oddAnswers(report)],
  };
  return [...capped(violated), ...capped(undecided), ...capped([...waived, ...behind]), verdict]
    .map((one) => `${asCommand(one)}\n`)
    .join('');
}

/** One annotation per cause, because the service shows only ten. */
function cause({ clause, others, alike, rule }: CauseBlock): Annotation {
  const { lines, ...one } = violation(clause);
  const further = [...others, ...alike].map(({ id }) => id);
  return {
    ...one,
    title: rule?.name ?? one.title,
    lines: [
      ...(rule === undefined ? [] : [rule.told]),
      ...lines,
      ...(further.length === 0 ? [] : [`also fails: ${listed(further, 10)}`]),
    ],
  };
}

function violation(clause: ReportedClause): Annotation {
  const [finding] = clause.findings;
  return {
    kind: 'error',
    title: clause.id,
    lines: [
      clause.statement,
      ...(finding === undefined ? [] : [`expected ${finding.expected}`, `got ${finding.got}`]),
      replayLine(clause),
    ],
  };
}

function warning(title: string, lines: readonly string[]): Annotation {
  return { kind: 'warning', title, lines };
}

function capped(all: readonly Annotation[]): readonly Annotation[] {
  const { shown, rest } = firstOf(all, all.length > mostOfKind ? mostOfKind - 1 : mostOfKind);
  const [first] = shown;
  if (first === undefined || rest === 0) return shown;
  return [...shown, { kind: first.kind, title: `and ${rest} more`, lines: ['see the report'] }];
}

function asCommand({ kind, title, lines }: Annotation): string {
  const message = lines.map((line) => escaped(visible(line, mostCharacters))).join('%0A');
  return `::${kind} title=${escaped(visible(title, 200)).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${message}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
