import type { Clause } from '../clause/clause.ts';
import { verdictWithout, type Judgement, type Level } from '../clause/judgement.ts';
import { asksWhetherItIsThere } from '../clause/missing-operations.ts';
import type { Reason } from '../clause/sample.ts';

/** What was judged, and for which clause. */
interface Judged<S> {
  readonly name: string;
  readonly clause: Clause<S> | undefined;
  readonly level: Level;
}

/**
 * What is answered as by an operation that is not there meets nothing but that; whoever is let in until the end shows that
 * it is. What could not be tested for it waits for the same line.
 *
 * @param on.why - why the clause cannot pass, as far as is known
 * @param on.end - resolves when nothing more is sent
 */
export async function unlessNothingIsThere<S>(
  { name, clause, level }: Judged<S>,
  judgement: Judgement,
  on: { readonly why: (clause: Clause<S>) => Reason | undefined; readonly end: () => Promise<void> },
): Promise<Judgement> {
  const { verdict, reason } = judgement;
  const waits =
    verdict === 'not-tested' &&
    level !== 'OPEN' &&
    reason?.code === 'premise-failed' &&
    reason.supply === undefined;
  const passes = verdict === 'pass' && !asksWhetherItIsThere(name);
  if (clause === undefined || !(passes || waits) || on.why(clause) === undefined) return judgement;
  await on.end();
  const why = on.why(clause);
  if (why === undefined) return judgement;
  if (passes) return { ...judgement, verdict: verdictWithout(why), reason: why };
  return why.code === 'declared-absent' ? judgement : { ...judgement, reason: { ...reason, ...why } };
}
