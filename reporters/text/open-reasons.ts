import type { ReportedClause } from '../../clause/report.ts';
import { listed } from '../../clause/reported/listed.ts';
import { consentsIn, type OpenReason } from '../advice/open-reasons.ts';
import { settingsOf, type NextStep } from '../advice/next-steps.ts';
import type { Attention, StatedLimits } from '../attention.ts';
import { counted, firstOf, labelled } from '../text-layout.ts';
import { visible } from '../visible.ts';

const mostReasons = 10;
const mostNamed = 3;

/** `3 clauses`, counted over all of these reasons. */
export function openIn(open: readonly OpenReason[]): string {
  return counted(
    open.reduce((sum, { clauses }) => sum + clauses.length, 0),
    'clause',
  );
}

/** The reasons for an open verdict, each with the line that supplies what is missing. */
export function textOpen(open: readonly OpenReason[], columns: number): readonly string[] {
  const { shown, rest } = firstOf(open, mostReasons);
  return [
    ...shown.flatMap((reason) => textReason(reason, columns)),
    ...(rest > 0 ? [`  and ${counted(rest, 'more reason')}, see the report`] : []),
  ];
}

function textReason(open: OpenReason, columns: number): readonly string[] {
  const { supply, question, clauses } = open;
  const row = (label: string, text: string): readonly string[] =>
    labelled(label, text, { columns, indent: 2, label: 5 });
  const { shown, rest } = firstOf(clauses, mostNamed);
  const count = String(clauses.length);
  if (supply === undefined && question === undefined)
    return [
      ...row(count, phraseOf(clauses)),
      ...shown.flatMap((clause) => [
        ...row('', `${visible(clause.id)}: ${reasonText(clause)}`),
        ...readingsOf(clause).flatMap((reading) => row('', reading)),
      ]),
      ...(rest > 0 ? row('', `and ${rest} more`) : []),
    ];
  const ids = clauses.map(({ id }) => visible(id));
  return [...row(count, whyOf(open)), ...row('', listed(ids, mostNamed)), ...row('', settledBy(open))];
}

/** Why these clauses are in their state, on one line. */
export function whyOf({ missing, clauses: [first] }: OpenReason): string {
  if (missing === undefined) return first === undefined ? '' : reasonText(first);
  return `nothing is there at ${missing.join(', ')}: callers who are granted access elsewhere are answered 404, 405 or 501; the operation may be missing, or may have found nothing`;
}

function settledBy({ supply = '', asks, missing, question }: OpenReason): string {
  if (question !== undefined) return visible(question);
  if (missing !== undefined) return `leave it out: ${visible(supply)}`;
  return `${consentsIn(asks).length === 0 ? 'supply' : 'allow it'}: ${visible(supply)}`;
}

function phraseOf(clauses: readonly ReportedClause[]): string {
  const undecided = clauses.filter(({ verdict }) => verdict === 'inconclusive').length;
  const parts = [
    [undecided, 'undecided'],
    [clauses.length - undecided, 'not tested'],
  ] as const;
  return parts
    .filter(([many]) => many > 0)
    .map(([many, word]) => (many === clauses.length ? word : `${many} ${word}`))
    .join(', ');
}

/** Why a clause is in its state, on one line. */
export function reasonText({ reason, verdict }: ReportedClause): string {
  // A reason with two readings shows the answers for both.
  const most = reason?.readings === undefined ? 200 : 700;
  return visible(reason?.text.split('\n', 1)[0] ?? verdict, most);
}

/** The readings of the evidence, one line each. */
export function readingsOf({ reason }: Pick<ReportedClause, 'reason'>): readonly string[] {
  return (reason?.readings ?? []).map((text, at) => visible(`${at === 0 ? 'either' : 'or'}: ${text}`, 400));
}

/** A whole reason on one line, for files without a place for its parts; hidden characters are escaped later. */
export function wholeReason(clause: ReportedClause): string {
  const { reason, verdict } = clause;
  const supply = reason?.supply === undefined ? [] : [`supply: ${reason.supply}`];
  return [reason?.text ?? verdict, ...readingsOf(clause), ...supply].join('; ');
}

/** The next step, and the line that states what is missing; lines to paste are never broken. */
export function textNext({ next, limits }: Attention, columns: number): readonly string[] {
  const indent = next.length > 0 ? 6 : 2;
  const row = (label: string, text: string): readonly string[] =>
    labelled(label, text, { columns, indent: 2, label: indent - 2 });
  const settles = `state what you cannot supply (settles ${counted(limits?.clauses ?? 0, 'clause')}):`;
  const stated = row(next.length > 0 ? 'or' : '', settles);
  return [
    ...next.flatMap((step, at) => [...stepLines(`${at + 1}.`, step, columns), ...row('', effectOf(step))]),
    ...(limits?.line === undefined ? [] : [...stated, `${' '.repeat(indent)}${limits.line}`]),
    ...(limits === undefined || limits.costly.length === 0 ? [] : row('', costlyLine(limits))),
  ];
}

function stepLines(label: string, step: NextStep, columns: number): readonly string[] {
  const { line, profile, isQuestion } = step;
  const layout = { columns, indent: 2, label: 4 };
  if (profile === undefined)
    return (isQuestion === true ? [line] : settingsOf(step)).flatMap((one, at) =>
      labelled(at === 0 ? label : '', visible(one), layout),
    );
  const json = JSON.stringify(profile, null, 2).split('\n');
  return [
    ...labelled(label, visible(`${amendment({ line })}:`), layout),
    ...json.map((text) => `      ${visible(text)}`),
  ];
}

/** The advice about members of a profile. */
export function amendment({ line }: Pick<NextStep, 'line'>): string {
  return line === ''
    ? 'add to the profile (the file that CONFORMANCE_PROFILE names)'
    : `${line}, a new file with`;
}

/** What a step does, and for how many clauses. */
export function effectOf({ clauses, isAnotherRun, isUndecidable }: NextStep): string {
  const count = counted(clauses.length, 'clause');
  if (isAnotherRun === true) return `at a quieter time: may decide ${count}; no setting decides any of them`;
  return isUndecidable === true ? `leaves ${count} open` : `settles up to ${count}`;
}

/** A limit that costs more than it gains is named with its price, and not offered for pasting. */
export function costlyLine({ costly }: Pick<StatedLimits, 'costly'>): string {
  const prices = costly.map(
    ({ limit, settles, passing }) => `${limit} (settles ${settles}, loses ${passing})`,
  );
  return `other limits also leave out clauses that pass: ${prices.join(', ')}`;
}
