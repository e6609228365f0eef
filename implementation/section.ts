import type { ClauseId, ClauseSection, Evidence, Part } from '../clause/clause.ts';
import { stateEvidence, stateSection, type Say, type SectionHead } from '../clause/section.ts';
import type { Stage } from './stage.ts';

/** A part of the contract and its clauses, whose checks use the stage of a run. */
export function section<P extends Part>(
  part: P,
  head: string | SectionHead,
  body: (say: Say<Stage, P>) => void,
): ClauseSection<Stage> {
  return stateSection<Stage, P>(part, head, body);
}

type Statement = Parameters<typeof stateEvidence<Stage>>[2];

/** Evidence for a stated clause, besides its check: generated cases, or a further look without drawn cases. */
export function holds(
  clause: ClauseId,
  name: string,
  statement: Omit<Statement, 'draws'> & Partial<Pick<Statement, 'draws'>>,
): Evidence<Stage> {
  return stateEvidence<Stage>(clause, name, { draws: true, ...statement });
}
