import type { ClauseVerdict } from '../../clause/judgement.ts';
import type { Report, ReportedClause } from '../../clause/report.ts';
import { wasNeverSeen } from '../../clause/verdict.ts';
import { html, join, type Markup } from './markup.ts';

/** A group of clauses on the page: by verdict, with a group of its own for premises that need not occur and did not. */
interface Mark {
  readonly standing: ClauseVerdict | 'unseen';
  /** One letter: a class in the style sheet. */
  readonly letter: string;
  readonly word: string;
}

/** All groups, open matters first. */
export const marks: readonly Mark[] = [
  { standing: 'fail', letter: 'f', word: 'fail' },
  { standing: 'error', letter: 'e', word: 'suite error' },
  { standing: 'inconclusive', letter: 'u', word: 'undecided' },
  { standing: 'not-tested', letter: 't', word: 'not tested' },
  { standing: 'warn', letter: 'w', word: 'warn' },
  { standing: 'pass', letter: 'p', word: 'pass' },
  { standing: 'observed', letter: 'o', word: 'observed' },
  { standing: 'unseen', letter: 's', word: 'never seen' },
  { standing: 'not-applicable', letter: 'n', word: 'not applicable' },
];

const byStanding = new Map(marks.map((mark) => [mark.standing, mark]));
const unknown: Mark = { standing: 'error', letter: 'e', word: 'unknown' };

/** The mark for a clause. */
export function markOf(clause: ReportedClause): Mark {
  return byStanding.get(wasNeverSeen(clause) ? 'unseen' : clause.verdict) ?? unknown;
}

/** The letter for a verdict; for any unknown word, the letter for missing verdicts. */
export function letterOf(verdict: string): string {
  return marks.find(({ standing }) => standing === verdict)?.letter ?? 's';
}

const verdictLetters = { CONFORMANT: 'p', 'NON-CONFORMANT': 'f', INCOMPLETE: 'u' } as const;

/** The letter for the result of a whole run. */
export function letterOfRun({ verdict }: Pick<Report, 'verdict'>): string {
  return verdictLetters[verdict];
}

/** The anchor of a clause on a page. */
export function anchorOf(id: string): string {
  return `c-${id.replace(/[^\w.-]/g, '_')}`;
}

/** A link to a clause on the page. */
export function linkTo(id: string): Markup {
  return html`<a href="#${anchorOf(id)}">${id}</a>`;
}

/** Links to several clauses, in one line. */
export function linksTo(clauses: readonly { readonly id: string }[]): Markup {
  return join(
    clauses.map(({ id }) => linkTo(id)),
    ', ',
  );
}
