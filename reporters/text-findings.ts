import type { ReportedClause } from '../clause/report.ts';
import type { ExchangeEvidence } from '../clause/sample.ts';
import { blockOf, type CauseBlock } from '../clause/causes/blocks.ts';
import { createPaint, type Paint } from './text/paint.ts';
import {
  curlLine,
  alikeLine,
  alsoLine,
  exchangeAtFault,
  gotLine,
  minimalCaseLine,
  replayLine,
  scriptLine,
  reproducedLine,
  sentLine,
} from './replay.ts';
import { storyLines } from './story-lines.ts';
import { counted, fit, labelled, pad, widthOf, wrap } from './text-layout.ts';
import { visible } from './visible.ts';

/** The most causes in the list; the report has all causes. */
export const mostTold = 12;
/** The most causes that are shown in full; if there are more, each cause gets only a few lines. */
export const mostInFull = 2;

const layout = { indent: 2, label: 14 } as const;

interface FindingLayout {
  readonly columns: number;
  readonly paint: Paint;
  readonly folder?: string;
}

/** One cause, shown by its best clause: the demand, expected and got, the story, and how to repeat it. */
export function textFinding(
  { clause, others, alike, rule, waiting }: CauseBlock,
  { columns, paint, folder = '' }: FindingLayout,
): readonly string[] {
  const row = (label: string, text: string): readonly string[] =>
    labelled(label, text, { ...layout, columns });
  const [finding] = clause.findings;
  const lines = [
    ...title(clause, columns, paint),
    ...(rule === undefined
      ? []
      : [...row('cause', paint.bold(visible(rule.name))), ...row('', visible(rule.told))]),
    ...row('contract', `${visible(clause.statement)} (${visible(clause.section)})`),
    ...(clause.sends === undefined ? [] : row('test sends', visible(clause.sends))),
  ];
  if (finding === undefined) return [...lines, ...row('got', 'see the report')];
  const exchange = exchangeAtFault(finding);
  const minimal = minimalCaseLine(finding);
  const curl = curlLine(finding);
  const script = scriptLine(clause, folder);
  const told = storyLines(finding, columns - 4);
  const further = clause.findings.length - 1 + (clause.furtherFindings ?? 0);
  return [
    ...lines,
    ...(told.length > 0 || exchange === undefined ? [] : row('sent', sentLine(exchange))),
    ...row('expected', visible(finding.expected)),
    ...row('got', gotLine(finding, exchange)),
    ...told.map((line) => `    ${line}`),
    ...(minimal === undefined ? [] : row('minimal case', minimal)),
    ...row('reproduced', reproducedLine(finding)),
    ...(rule === undefined ? (clause.causes ?? []) : []).flatMap((cause) => row('cause?', visible(cause))),
    ...(further === 0
      ? []
      : row('further', `${counted(further, 'more finding')} of this clause, see the report`)),
    ...(alike.length === 0 ? [] : row('also at', alikeLine(alike))),
    ...others.map((other) => fit(`  ${pad('also fails', layout.label)}${alsoLine(other)}`, columns)),
    ...(waiting.length === 0 ? [] : row('waits for it', visible(idsOf(waiting)))),
    // Nobody can paste a command line that is broken by spaces.
    ...(curl === undefined ? [] : [`  ${pad('curl', layout.label)}${curl}`]),
    ...(script === undefined
      ? []
      : [
          `  ${pad(script.label, layout.label)}${script.command}${script.said === undefined ? '' : ` (${script.said})`}`,
        ]),
    // As far to the left as possible, so that 80 columns show most of it.
    `  replay  ${replayLine(clause)}`,
  ];
}

/** A single clause for build services, which show it in a box of about that width. */
export function plainFinding(clause: ReportedClause): readonly string[] {
  return textFinding(blockOf(clause), { columns: 120, paint: createPaint(false) });
}

/** `FAIL 4.10/conflict-on-mismatch` with its place in the code at the right edge or below. */
function title({ id, source, level }: ReportedClause, columns: number, paint: Paint): readonly string[] {
  const word = level === 'DECLARED' ? 'BROKEN' : 'FAIL';
  const name = fit(visible(id), columns - word.length - 2);
  const width = word.length + 2 + widthOf(name);
  const head = `${paint.red(word)}  ${paint.bold(name)}`;
  if (source === '') return [head];
  const place = visible(source);
  const room = columns - width - 2;
  if (widthOf(place) <= room) return [`${head}${' '.repeat(columns - width - widthOf(place))}${place}`];
  return [head, ...labelled('place', place, { ...layout, columns })];
}

/** The same in the fewest lines: the cause, its figures, the request with its answer, and the command. */
export function shortFinding(
  { clause, others, alike, rule }: CauseBlock,
  { columns, paint, folder = '' }: FindingLayout,
): readonly string[] {
  const [finding] = clause.findings;
  const count = 1 + others.length + alike.length;
  const name = `${rule?.name ?? clause.id}${count === 1 ? '' : `  (${counted(count, 'clause')})`}`;
  // A waiver names the whole cause.
  const head = wrap(visible(name), columns - 6).map(
    (part, at) => `${at === 0 ? `${paint.red('FAIL')}  ` : ' '.repeat(6)}${paint.bold(part)}`,
  );
  if (finding === undefined) return head;
  const exchange = exchangeAtFault(finding);
  const script = scriptLine(clause, folder);
  const line = (text: string): string => `      ${fit(text, columns - 6)}`;
  return [
    ...head,
    line(visible(rule?.told ?? `got ${gotLine(finding, exchange)}; expected ${finding.expected}`)),
    ...(exchange === undefined ? [] : [line(atFault(exchange, columns - 6))]),
    script === undefined ? `      replay  ${replayLine(clause)}` : `      ${script.label}  ${script.command}`,
  ];
}

/** `POST /demo/resource/r9 {"version":0} -> 200`; the request is cut so that both fit. */
function atFault(exchange: ExchangeEvidence, columns: number): string {
  const came = ` -> ${exchange.answer?.status ?? visible(exchange.failure ?? 'no answer')}`;
  return `${fit(`> ${sentLine(exchange)}`, columns - widthOf(came))}${came}`;
}

function idsOf(clauses: readonly ReportedClause[]): string {
  return clauses.map(({ id }) => id).join(', ');
}
