import type { Report } from '../clause/report.ts';
import type { Attention } from './attention.ts';
import { headline, isBlank, mustCounts, neverSeenInShort } from './headline.ts';
import { sinceInShort } from './since.ts';
import { readsInWords } from './read-only/read-only-lines.ts';
import { counted } from './text-layout.ts';
import { commandLine } from './commands/command-line.ts';

/** Clauses that the closing line names; the others are in the list of those violated. */
const mostNamed = 3;

/** A part of the closing; one that is to be pasted is never broken. */
export interface ClosingPart {
  readonly text: string;
  readonly isWhole?: true;
}

/**
 * What somebody needs who sees nothing else: the verdict, what it counts, the next step, and where the report is.
 * Each part is one line's worth.
 *
 * @param files - the report for people; else that of an earlier run, which was kept; neither where none was written; and the tape of the run
 */
export function closing(
  report: Report,
  found: Attention,
  {
    path,
    keptPath,
    tapePath,
  }: { readonly path?: string; readonly keptPath?: string; readonly tapePath?: string },
): readonly ClosingPart[] {
  const next = nextStep(report, found);
  const whole = (label: string, text: string | undefined): readonly ClosingPart[] =>
    text === undefined ? [] : [{ text: `${label}: ${text}`, isWhole: true }];
  const told = [headline(report), ...countsOf(report, found)];
  return [
    ...[...told, ...(report.against === undefined ? [] : [sinceInShort(report.against)])].map((text) => ({
      text,
    })),
    ...whole('next', next),
    ...whole('tape', tapePath),
    ...whole('report', path),
    ...(keptPath === undefined ? [] : [{ text: 'no clause was judged: the earlier report is kept' }]),
    ...whole('kept', keptPath),
  ];
}

function countsOf(report: Report, { failed, contradicted, open, errors }: Attention): readonly string[] {
  if (isBlank(report)) return ['nothing was tested'];
  const musts = mustCounts(report);
  const { pass, of } = musts;
  const undecided = open.reduce((sum, { clauses }) => sum + clauses.length, 0);
  const broken = [
    ...(failed.length > 0 ? [`${failed.length} of ${of} MUST fail`] : []),
    ...(contradicted.length > 0 ? [`${counted(contradicted.length, 'declaration')} broken`] : []),
  ];
  const names = [...failed, ...contradicted].map(({ id }) => id);
  const { readOnly } = report.scope;
  const named = names.slice(0, mostNamed).join(', ');
  const further = names.length - mostNamed;
  const others = [
    ...(undecided > 0 ? [`${undecided} not decided`] : []),
    ...(errors.length > 0 ? [counted(errors.length, 'suite error')] : []),
  ];
  const violated = `violated: ${named}${further > 0 ? ` and ${further} more` : ''}`;
  if (readOnly !== undefined)
    return [readsInWords(report, readOnly).join(', '), ...(broken.length === 0 ? [] : [violated])];
  if (broken.length === 0)
    return [[`${pass} of ${of} MUST pass${neverSeenInShort(musts)}`, ...others].join(', ')];
  return [[...broken, ...others].join(', '), violated];
}

/** One step, the most useful one; none where there is nothing to do, or where the reason for the end says it. */
function nextStep(report: Report, found: Attention): string | undefined {
  const [broken] = [...found.failed, ...found.contradicted];
  if (broken !== undefined) return commandLine('replay', broken.id);
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
