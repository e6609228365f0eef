import type { ClauseVerdict, Judgement, Level } from './judgement.ts';

/** The three words a run can end with. */
export type Verdict = 'CONFORMANT' | 'NON-CONFORMANT' | 'INCOMPLETE';

/** Whether a clause must be decided (`always`), or only if what it speaks of occurred (`when-seen`). */
export type Blocks = 'always' | 'when-seen';

/** What the verdict needs to know of one clause. */
export interface JudgedClause {
  readonly id: string;
  readonly level: Level;
  readonly blocks: Blocks;
  readonly judgement: Judgement;
}

/** What the verdict needs to know of the run beside the clauses. */
export interface RunEnd {
  /** True unless every clause of the register was selected. */
  readonly filtered: boolean;
  readonly interrupted: boolean;
  /** Why the run could not go on, if it could not: an unreachable target, an error of the suite's own. */
  readonly aborted?: string;
}

export interface Statement {
  readonly verdict: Verdict;
  /** The most important first; never empty unless CONFORMANT. */
  readonly reasons: readonly string[];
}

/** Clause verdicts that let a clause through. */
const settled: readonly ClauseVerdict[] = ['pass', 'not-applicable'];

function blocksConformance({ level, blocks, judgement }: JudgedClause): boolean {
  if (level !== 'MUST' && level !== 'DECLARED') return false;
  if (settled.includes(judgement.verdict)) return false;
  return !(blocks === 'when-seen' && judgement.verdict === 'not-tested');
}

/** The verdict over all clauses: a fail decides; else everything that blocks must have passed. */
export function stateVerdict(clauses: readonly JudgedClause[], end: RunEnd): Statement {
  const failed = clauses.filter(
    ({ level, judgement }) => (level === 'MUST' || level === 'DECLARED') && judgement.verdict === 'fail',
  );
  const errors = clauses.filter(({ judgement }) => judgement.verdict === 'error');
  const open = clauses.filter((clause) => clause.judgement.verdict !== 'fail' && blocksConformance(clause));
  const circumstances = [
    ...(end.aborted === undefined ? [] : [end.aborted]),
    ...(end.interrupted ? ['the run was interrupted'] : []),
    ...(end.filtered ? ['only a part of the clauses was selected'] : []),
    ...errors.map(({ id, judgement }) => `${id}: error of the suite: ${judgement.reason?.text ?? 'unknown'}`),
  ];
  const reasons = [
    ...failed.map(
      ({ id, level }) => `${id}: ${level === 'DECLARED' ? 'contradicts the own declaration' : 'violated'}`,
    ),
    ...circumstances,
    ...open
      .filter(({ judgement }) => judgement.verdict !== 'error')
      .map(
        ({ id, judgement }) =>
          `${id}: ${judgement.verdict}${judgement.reason ? ` (${judgement.reason.text})` : ''}`,
      ),
  ];
  if (end.aborted !== undefined && failed.length === 0)
    return {
      verdict: 'INCOMPLETE',
      reasons: [end.aborted, ...reasons.filter((reason) => reason !== end.aborted)],
    };
  if (failed.length > 0) return { verdict: 'NON-CONFORMANT', reasons };
  if (reasons.length > 0 || !clauses.some(({ judgement }) => judgement.verdict === 'pass'))
    return { verdict: 'INCOMPLETE', reasons: reasons.length > 0 ? reasons : ['nothing was tested'] };
  return { verdict: 'CONFORMANT', reasons: [] };
}

/** How the process ends, apart from configuration errors (2), which never reach a verdict. */
export function exitCode(
  statement: Statement,
  facts: { readonly harnessError: boolean; readonly allowIncomplete: boolean },
): 0 | 1 | 3 | 4 {
  if (statement.verdict === 'NON-CONFORMANT') return 1;
  if (facts.harnessError) return 4;
  if (statement.verdict === 'INCOMPLETE') return facts.allowIncomplete ? 0 : 3;
  return 0;
}
