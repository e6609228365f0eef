import type { ClauseVerdict } from '../../clause/judgement.ts';
import type { Report, ReportedClause } from '../../clause/report.ts';
import { wasNeverSeen } from '../../clause/verdict.ts';

/** How the page groups clauses: by verdict, and those that need not occur and did not apart. */
type Standing = ClauseVerdict | 'unseen';

/** One standing as the page shows it. */
export interface Mark {
  readonly standing: Standing;
  /** One letter, a class in the style sheet. */
  readonly letter: string;
  readonly word: string;
}

/** All of them, what asks for attention first. */
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

/** The mark of a clause. */
export function markOf(clause: ReportedClause): Mark {
  return byStanding.get(wasNeverSeen(clause) ? 'unseen' : clause.verdict) ?? unknown;
}

/** The letter of a verdict; that of what is not there for any other word. */
export function letterOf(verdict: string): string {
  return marks.find(({ standing }) => standing === verdict)?.letter ?? 's';
}

const verdictLetters = { CONFORMANT: 'p', 'NON-CONFORMANT': 'f', INCOMPLETE: 'u' } as const;

/** The letter of what a whole run came to. */
export function letterOfRun({ verdict }: Pick<Report, 'verdict'>): string {
  return verdictLetters[verdict];
}

/** The anchor of a clause on the page. */
export function anchorOf(id: string): string {
  return `c-${id.replace(/[^\w.-]/g, '_')}`;
}
