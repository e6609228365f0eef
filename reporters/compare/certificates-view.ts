import { sideBySide, type ComparedClause } from '../../clause/compare/side-by-side.ts';
import type { Report, ReportedClause } from '../../clause/report.ts';
import { isSameChoice } from '../../clause/volatile-values.ts';
import type { Phrase } from '../names/untrusted.ts';
import { visible } from '../visible.ts';
import { rowOf, sectionsOf, type ComparedRow, type ComparedSection } from './compared-view.ts';

interface Column {
  readonly name: string;
  readonly claim: string;
  /** Limits and names in the claim; every certificate has the same labels. */
  readonly facts: readonly (readonly [label: string, text: Phrase])[];
}

interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** Certificates side by side, in the order of the reader: no column comes first because of its result. */
export interface CertificatesView {
  readonly when: string;
  readonly columns: readonly Column[];
  readonly leftOut: readonly LeftOut[];
  readonly sections: readonly ComparedSection[];
  readonly broken: readonly ComparedRow[];
  /** Open points at which two of the implementations chose differently. */
  readonly choices: readonly ComparedRow[];
}

/** The most characters of another party's answer in a cell. */
const mostOfCell = 240;

/** Puts the reports of verified certificates side by side. */
export function certificatesView({
  verified,
  ...others
}: Pick<CertificatesView, 'when' | 'leftOut'> & {
  readonly verified: readonly (Column & { readonly report: Report })[];
}): CertificatesView {
  const reports = verified.map(({ report }) => report);
  const clauses = sideBySide(reports);
  const broken = clauses.filter(({ in: compared }) => compared.some((one) => one?.verdict === 'fail'));
  const choices = clauses.filter(areChosenOtherwise);
  return {
    ...others,
    columns: verified.map(({ name, claim, facts }) => ({ name, claim, facts })),
    sections: sectionsOf(reports, broken)
      .filter(({ section, cells }) => section !== 'all' && cells.some(({ share }) => share !== '-'))
      .map((row) => withLeftOut(row, reports)),
    broken: broken.map(boundedRow),
    choices: choices.map(boundedRow),
  };
}

function areChosenOtherwise({ in: compared }: ComparedClause): boolean {
  const [first, ...others] = compared.filter((one) => one?.verdict === 'observed');
  return first !== undefined && others.some((other) => !isSameChoice(first.observed, other?.observed));
}

/** A section that a vendor left out is named as such; `n/a` also means a section that does not apply. */
function withLeftOut(row: ComparedSection, reports: readonly Report[]): ComparedSection {
  const cells = row.cells.map((cell, at) =>
    reports[at]?.scope.without.includes(row.section) === true
      ? { ...cell, share: 'left out', asked: 0 }
      : cell,
  );
  return { ...row, cells };
}

function boundedRow(clause: ComparedClause): ComparedRow {
  const row = rowOf(clause);
  const start = commonStart(row.cells.flatMap(({ verdict, text }) => (verdict === 'observed' ? [text] : [])));
  const cells = row.cells.map(({ verdict, text }, at) => {
    const shown = verdict === 'observed' && start > 0 ? `…${text.slice(start)}` : text;
    return { verdict, text: isLeftOut(clause.in[at]) ? 'left out' : visible(shown, mostOfCell) };
  });
  return { ...row, cells };
}

/** Begins long similar values at their difference: cut at one length, they would look equal. */
function commonStart([first = '', ...others]: readonly string[]): number {
  if ([first, ...others].every(({ length }) => length <= mostOfCell)) return 0;
  let alike = 0;
  while (alike < first.length && others.every((other) => other[alike] === first[alike])) alike += 1;
  return Math.max(0, first.lastIndexOf(', ', alike), first.lastIndexOf('; ', alike));
}

function isLeftOut(clause: ReportedClause | undefined): boolean {
  return clause?.verdict === 'not-applicable' && clause.reason?.code === 'out-of-scope';
}
