import { blocksOf } from '../clause/causes/blocks.ts';
import type { Report, ReportedClause } from '../clause/report.ts';
import { listed } from '../clause/reported/listed.ts';
import type { Attention } from './attention.ts';
import { headline, isBlank, mustCounts, neverSeenInShort } from './headline.ts';
import { sinceInShort } from './since.ts';
import { readsInWords } from './read-only/read-only-lines.ts';
import { counted } from './text-layout.ts';
import { operationToWrite } from './operations/operation-rows.ts';
import { commandLine } from './commands/command-line.ts';
import { waivedAs } from './waivers/waiver-lines.ts';

/** Clauses that the closing line names; the list of violated clauses has them all. */
const mostNamed = 3;

/** A part of the closing; lines to paste are never broken. */
export interface ClosingPart {
  readonly text: string;
  readonly isWhole?: true;
  /** Nothing else is on the line of the command, so a user who copies the line copies the command. */
  readonly isAlone?: true;
}

/**
 * The essentials for users who see nothing else, about one line each: verdict, counts, next step, and the places of
 * tape and report. If an earlier report was kept, its place.
 */
export function closing(
  report: Report,
  found: Attention,
  files: { readonly path?: string; readonly keptPath?: string; readonly tapePath?: string },
): readonly ClosingPart[] {
  const { path, keptPath, tapePath } = files;
  const whole = (label: string, text: string | undefined): readonly ClosingPart[] =>
    text === undefined ? [] : [{ text: `${label}: ${text}`, isWhole: true }];
  const since = report.against === undefined ? [] : [sinceInShort(report.against)];
  return [
    ...[headline(report), ...countsOf(report, found), ...since].map((text) => ({ text })),
    ...whole('next', nextStep(report, found)).map((part) => ({ ...part, isAlone: true as const })),
    ...whole('tape', tapePath),
    ...whole('report', path),
    ...(keptPath === undefined ? [] : [{ text: 'no clause was judged: the earlier report is kept' }]),
    ...whole('kept', keptPath),
  ];
}

function countsOf(
  report: Report,
  { failed: there, absent, contradicted, open, errors }: Attention,
): readonly string[] {
  if (isBlank(report)) return ['nothing was tested'];
  const failed = [...there, ...absent];
  const musts = mustCounts(report);
  const { pass, of } = musts;
  const isKnown = (clause: Pick<ReportedClause, 'id'>): boolean => waivedAs(report, clause) !== undefined;
  const undecided = open.flatMap(({ clauses }) => clauses).filter((clause) => !isKnown(clause)).length;
  const broken = [
    ...(failed.length > 0 ? [`${failed.length} of ${of} MUST fail`] : []),
    ...(contradicted.length > 0 ? [`${counted(contradicted.length, 'declaration')} broken`] : []),
  ];
  const all = [...failed, ...contradicted];
  const { readOnly } = report.scope;
  const others = [
    ...(undecided > 0 ? [`${undecided} not decided`] : []),
    ...(errors.length > 0 ? [counted(errors.length, 'suite error')] : []),
  ];
  const unknown = all.filter((clause) => !isKnown(clause));
  const violated = [...named('violated', unknown), ...named('violated and waived', all.filter(isKnown))];
  if (readOnly !== undefined) return [readsInWords(report, readOnly).join(', '), ...violated];
  if (broken.length === 0)
    return [[`${pass} of ${of} MUST pass${neverSeenInShort(musts)}`, ...others].join(', ')];
  const causes = blocksOf(report, all).length;
  return [`${counted(causes, 'cause')}: ${[...broken, ...others].join(', ')}`, ...violated];
}

function named(label: string, clauses: readonly ReportedClause[]): readonly string[] {
  const ids = clauses.map(({ id }) => id);
  return ids.length === 0 ? [] : [`${label}: ${listed(ids, mostNamed)}`];
}

/** The most useful step; absent if nothing is left to do, or if the reason for the end names the step. */
export function nextStep(report: Report, found: Attention): string | undefined {
  const [broken] = [...found.failed, ...found.contradicted].filter(
    (clause) => waivedAs(report, clause) === undefined,
  );
  if (broken !== undefined) return commandLine('replay', broken.id);
  const missing = isBlank(report) ? undefined : operationToWrite(report);
  if (missing !== undefined) return missing;
  if (report.verdict === 'INCOMPLETE') {
    const [first] = found.next;
    if (first === undefined) return found.limits?.line;
    if (first.profile === undefined) return first.line;
    return first.line === ''
      ? 'add the members above to the profile'
      : `save the profile above, and set ${first.line}`;
  }
  return found.suspects.length === 0
    ? undefined
    : `review ${counted(found.suspects.length, 'suspect')} above`;
}
