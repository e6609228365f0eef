import type { Clause } from '../clause/clause.ts';
import { verdictWithout, type Judgement } from '../clause/judgement.ts';
import { asksWhetherItIsThere } from '../clause/missing-operations.ts';
import type { Reason, ReasonCode } from '../clause/sample.ts';
import type { Check } from './evidence/checks.ts';

/** The reasons that mean that no request has found anything. */
const metNothing: ReadonlySet<ReasonCode> = new Set([
  'premise-failed',
  'refused-by-unknown-validation',
  'not-observable',
  'blocked-by',
]);

/**
 * Nothing is decided at a missing operation: it neither meets nor misses a demand, a recommendation or a declaration.
 * The clause that asks whether the operation exists is an exception, and fails. A caller with access until the end
 * shows that the operation exists. Clauses that could not be tested for this reason wait for the same line.
 *
 * @param on.isSomethingThere - whether an operation of the clause is known to exist: then the clause need not wait
 * @param on.why - why the clause is not decided, after the last request @param on.end - resolves after the last request
 */
export async function unlessNothingIsThere<S>(
  { name, clause, level }: Pick<Check<S>, 'name' | 'clause' | 'level'>,
  judgement: Judgement,
  on: {
    readonly isSomethingThere: (clause: Clause<S>) => boolean;
    readonly why: (clause: Clause<S>) => Reason | undefined;
    readonly end: () => Promise<void>;
  },
): Promise<Judgement> {
  if (clause === undefined) return judgement;
  const isDecided = !asksWhetherItIsThere(name) && decides(judgement, clause);
  const isDemanded = level !== 'OPEN' || declaresPresence(clause);
  if (!isDecided && !(isDemanded && waits(judgement))) return judgement;
  if (on.isSomethingThere(clause)) return judgement;
  await on.end();
  const why = on.why(clause);
  if (why === undefined) return judgement;
  const { observed: _, ...rest } = judgement;
  if (isDecided) return { ...rest, verdict: verdictWithout(why), suspect: false, findings: [], reason: why };
  return why.code === 'declared-absent' ? judgement : { ...judgement, reason: why };
}

/** An open point only decides its declarations. */
function decides({ verdict }: Judgement, clause: Pick<Clause<unknown>, 'declares'>): boolean {
  return verdict === 'pass' || verdict === 'warn' || (verdict === 'observed' && declaresPresence(clause));
}

function declaresPresence({ declares }: Pick<Clause<unknown>, 'declares'>): boolean {
  return declares.length > 0 && declares.every(({ ofAbsence }) => ofAbsence !== true);
}

/** The evidence was gathered, but no case could decide it. */
function waits({ verdict, reason, deviated }: Judgement): boolean {
  const isOpen = verdict === 'not-tested' || verdict === 'inconclusive';
  return isOpen && deviated === undefined && reason !== undefined && metNothing.has(reason.code);
}
