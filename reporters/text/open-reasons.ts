import type { ReportedClause } from '../../clause/report.ts';
import type { Attention, OpenReason } from '../attention.ts';
import { counted, firstOf, labelled } from '../text-layout.ts';
import { visible } from '../visible.ts';

const mostReasons = 10;
const mostNamed = 3;

/** What keeps the verdict open, by reason, with the line that supplies what is missing. */
export function textOpen(open: readonly OpenReason[], columns: number): readonly string[] {
  const { shown, rest } = firstOf(open, mostReasons);
  return [
    ...shown.flatMap((reason) => textReason(reason, columns)),
    ...(rest > 0 ? [`  and ${counted(rest, 'more reason')}, see conformance.json`] : []),
  ];
}

function textReason({ code, supply, clauses }: OpenReason, columns: number): readonly string[] {
  const row = (label: string, text: string): readonly string[] =>
    labelled(label, text, { columns, indent: 2, label: 5 });
  const { shown, rest } = firstOf(clauses, mostNamed);
  const count = String(clauses.length);
  const more = rest > 0 ? ` and ${rest} more` : '';
  if (supply === undefined)
    return [
      ...row(count, `${phraseOf(clauses)} [${code}]`),
      ...shown.flatMap((clause) => row('', `${visible(clause.id)}: ${reasonText(clause)}`)),
      ...(rest > 0 ? row('', more.trim()) : []),
    ];
  const [first] = clauses;
  return [
    ...row(count, `${first === undefined ? '' : reasonText(first)} [${code}]`),
    ...row('', shown.map(({ id }) => visible(id)).join(', ') + more),
    ...row('', `supply: ${visible(supply)}`),
  ];
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

/** Why a clause is where it is, on one line. */
export function reasonText({ reason, verdict }: ReportedClause): string {
  return visible(reason?.text.split('\n', 1)[0] ?? verdict, 200);
}

/** What to supply next, and the one line that states what cannot be supplied. */
export function textNext({ next, limits }: Attention, columns: number): readonly string[] {
  return [
    ...next.flatMap(({ supply, clauses }, at) => [
      ...labelled(`${at + 1}.`, visible(supply), { columns, indent: 2, label: 4 }),
      ...labelled('', `settles up to ${counted(clauses.length, 'clause')}`, { columns, indent: 2, label: 4 }),
    ]),
    ...(limits === undefined
      ? []
      : [
          ...labelled(
            next.length > 0 ? 'or' : '',
            `state what cannot be supplied (${counted(limits.clauses, 'clause')}):`,
            { columns, indent: 2, label: next.length > 0 ? 4 : 0 },
          ),
          // Broken by a line's end it could not be pasted.
          `${' '.repeat(next.length > 0 ? 6 : 2)}${limits.line}`,
        ]),
  ];
}
