import type { Report } from '../../clause/report.ts';
import { differenceOf, sideBySide, type ComparedClause } from '../../clause/compare/side-by-side.ts';
import { listed } from '../../clause/reported/listed.ts';
import { differences } from '../../clause/compare/compare-reports.ts';
import { glance, type Cell } from '../glance.ts';
import { headline, tally } from '../headline.ts';
import { observedInWords } from '../observed.ts';
import { dayOf, sinceLines } from '../since.ts';

interface ComparedColumn {
  /** Short, and different from the names of all other columns. */
  readonly name: string;
  readonly verdict: string;
  readonly about: string;
  readonly tally: string;
}

/** One clause across the columns, in words. */
export interface ComparedRow extends Pick<ComparedClause, 'id' | 'level'> {
  readonly cells: readonly { readonly verdict: string; readonly text: string }[];
}

/** One section across the columns. */
export interface ComparedSection {
  readonly section: string;
  readonly cells: readonly Cell[];
  readonly first: string | undefined;
}

/** A comparison before its rendering. */
export interface ComparedView {
  readonly columns: readonly ComparedColumn[];
  /** For two runs: the changes, as label and text; worse results first. */
  readonly changes: readonly (readonly [label: string, text: string])[];
  /** For more runs: what hinders a comparison with the first. */
  readonly notes: readonly string[];
  readonly rows: readonly ComparedRow[];
  /** Sections × implementations: the passing MUST clauses; a section with differences has a row. */
  readonly sections: readonly ComparedSection[];
  /** The number of clauses with the same result in all reports, which the view leaves out. */
  readonly alike: number;
}

const mostNamed = 20;

/** Puts reports side by side: two as a difference, more as columns. @param every - also clauses without a difference */
export function comparedView(reports: readonly Report[], every: boolean): ComparedView {
  const [first, second, ...others] = reports;
  const clauses = sideBySide(reports);
  const shown = clauses.filter(
    ({ differs, in: compared }) => every || differs || compared.includes(undefined),
  );
  const isPair = first !== undefined && second !== undefined && others.length === 0;
  const names = namesOf(reports);
  const notesOn = (report: Report, at: number, beside: Report): readonly string[] =>
    differences(beside, report)
      .filter(({ what }) => what !== 'target')
      .map(({ text }) => `${names[at] ?? ''}: ${text}`);
  return {
    columns: reports.map((report, at) => ({
      name: names[at] ?? '',
      verdict: headline(report),
      about: `${targetName(report)}, ${dayOf(report.run)}, depth ${report.run.depth}`,
      tally: tally(report),
    })),
    changes: isPair ? changesOf(first, second) : [],
    notes: isPair || first === undefined ? [] : reports.flatMap((report, at) => notesOn(report, at, first)),
    rows: brokenFirst(shown).map(rowOf),
    sections: sectionsOf(reports, shown),
    alike: clauses.length - shown.length,
  };
}

/** Clauses that some implementation breaks, then other differences; both in document order. */
function brokenFirst(clauses: readonly ComparedClause[]): readonly ComparedClause[] {
  const isBroken = ({ in: compared }: ComparedClause): boolean =>
    compared.some((clause) => clause?.verdict === 'fail');
  return [...clauses.filter(isBroken), ...clauses.filter((clause) => !isBroken(clause))];
}

/** Sections × reports, and at the end all sections together. */
export function sectionsOf(
  reports: readonly Report[],
  shown: readonly ComparedClause[],
): readonly ComparedSection[] {
  const glances = reports.map((report) => glance(report));
  const names = [...new Set(glances.flatMap((rows) => rows.map(({ section }) => section)))];
  const none: Cell = { share: '-', asked: 0, others: [], tone: 'full' };
  return names.map((section) => ({
    section,
    cells: glances.map((rows) => rows.find((row) => row.section === section)?.cells.MUST ?? none),
    first: shown.find(({ id }) => id.startsWith(`${section}/`))?.id,
  }));
}

function changesOf(before: Report, now: Report): ComparedView['changes'] {
  const difference = differenceOf(before, now);
  const named = (label: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [[label, listed(ids, mostNamed)] as const];
  return [
    ...sinceLines(difference),
    ...named('new clauses', difference.added),
    ...named('other choices', difference.choices),
  ];
}

/** A clause across the reports, in words. */
export function rowOf({ id, level, in: compared }: ComparedClause): ComparedRow {
  return { id, level, cells: compared.map(cellOf) };
}

function cellOf(clause: ComparedClause['in'][number]): ComparedRow['cells'][number] {
  if (clause === undefined) return { verdict: 'absent', text: 'absent' };
  const { verdict, findings } = clause;
  const [finding] = findings;
  if (verdict === 'observed') return { verdict, text: observedInWords(clause) };
  return { verdict, text: finding === undefined ? verdict : `${verdict}: ${finding.got}` };
}

/** What distinguishes the reports: the implementation, else the target, else the date of the run, else the place. */
function namesOf(reports: readonly Report[]): readonly string[] {
  const candidates = [
    reports.map(implementationName),
    reports.map(targetName),
    reports.map((report) => `${targetName(report)} ${dayOf(report.run)}`),
  ];
  const distinct = candidates.find(
    (names) => new Set(names).size === names.length && names.every((name) => name !== ''),
  );
  return distinct ?? reports.map((report, at) => `${at + 1}: ${targetName(report)}`);
}

function implementationName({ target: { implementation } }: Report): string {
  return [implementation?.['name'], implementation?.['version']]
    .filter((part) => part !== undefined)
    .join(' ');
}

function targetName({ target: { embedded, baseUrl } }: Report): string {
  return embedded ? 'embedded reference' : baseUrl;
}
