import type { ReportedClause } from '../clause/report.ts';
import type { FindingBlock } from '../clause/blocks/same-exchange.ts';
import type { Paint } from './text/paint.ts';
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
import { counted, fit, labelled, pad, widthOf } from './text-layout.ts';
import { visible } from './visible.ts';

/** Findings shown in full; the others are in conformance.json. */
export const mostInFull = 12;

const layout = { indent: 2, label: 14 } as const;

/** How a finding is laid out. */
interface FindingLayout {
  readonly columns: number;
  readonly paint: Paint;
  /** The folder of the report. */
  readonly folder?: string;
}

/**
 * A broken clause: what the contract wants, expected and got, what happened, and how to see it again.
 *
 * @param block - clauses that the same exchange broke, a line each, and its like at other operations
 */
export function textFinding(
  clause: ReportedClause,
  { columns, paint, folder = '' }: FindingLayout,
  { others = [], alike = [] }: Partial<FindingBlock> = {},
): readonly string[] {
  const row = (label: string, text: string): readonly string[] =>
    labelled(label, text, { ...layout, columns });
  const [finding] = clause.findings;
  const lines = [
    ...title(clause, columns, paint),
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
    ...(clause.causes ?? []).flatMap((cause) => row('cause?', visible(cause))),
    ...(further === 0
      ? []
      : row('further', `${counted(further, 'more finding')} of this clause, see the report`)),
    ...(alike.length === 0 ? [] : row('also at', alikeLine(alike))),
    ...others.map((other) => fit(`  ${pad('also fails', layout.label)}${alsoLine(other)}`, columns)),
    // A command line that is broken by spaces cannot be pasted.
    ...(curl === undefined ? [] : [`  ${pad('curl', layout.label)}${curl}`]),
    ...(script === undefined
      ? []
      : [
          `  ${pad(script.label, layout.label)}${script.command}${script.said === undefined ? '' : ` (${script.said})`}`,
        ]),
    // As far to the left as it goes: so most fit into 80 columns.
    `  replay  ${replayLine(clause)}`,
  ];
}

/** `FAIL  4.10/conflict-on-mismatch` with the place in the code at the right edge, or below. */
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
