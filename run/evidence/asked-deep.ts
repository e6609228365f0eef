import type { Clause } from '../../clause/clause.ts';
import type { DeclaredClause } from '../../clause/declared.ts';
import type { Reason } from '../../clause/sample.ts';
import type { RunOptions } from '../options.ts';

/** Why a run has not asked an open point. */
export const leftToRelease: Reason = {
  code: 'not-observable',
  text: 'an open point with requests of its own: asked from the depth release, by init, or if it is declared',
  supply: 'CONFORMANCE_DEPTH=release',
};

/** The facts that decide whether a run asks an open point with requests of its own. */
interface Deciding {
  readonly options: Pick<RunOptions, 'depth' | 'asksEveryPoint'>;
  readonly declarations: readonly DeclaredClause[];
  /** Whether the run judges only clauses that somebody has named. */
  readonly isPart: boolean;
}

/** Whether the run leaves an open point to a run of greater depth: nobody has declared or named it. */
export function isLeftToRelease<S>(
  { id, isAskedDeep }: Clause<S>,
  { options, declarations, isPart }: Deciding,
): boolean {
  if (isAskedDeep !== true || isPart || options.asksEveryPoint === true) return false;
  return options.depth.name === 'ci' && !declarations.some(({ sources }) => sources.includes(id));
}
