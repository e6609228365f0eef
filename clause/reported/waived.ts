import type { Comparison, Report, ReportInput } from '../report.ts';
import { defined } from '../defined.ts';
import { preventsConformant } from '../verdict.ts';
import { clausesOf } from '../causes/blocks.ts';
import { stateWaivers, type ReportedWaiver, type Waiver } from '../waivers.ts';

/** The result of the waivers; undefined if none were given. @param isWhole - the run judged everything to the end */
export function waiversOf(
  input: ReportInput,
  made: Report,
  isWhole: boolean,
): readonly ReportedWaiver[] | undefined {
  const { waivers, evidence, register, judgements } = input;
  const { clauses, run } = made;
  if (waivers === undefined) return undefined;
  const byChance = new Set([
    ...evidence.map(({ clause }) => clause),
    ...register.filter(({ isRaced }) => isRaced === true).map(({ id }) => id),
  ]);
  const waiting = clauses.map((clause) => {
    const { id, verdict, reason } = clause;
    const judged = judgements.get(id);
    // A clause that is undecided for another reason waits for that reason.
    const isSame = preventsConformant(clause) && judged?.reason?.code === reason?.code;
    return { id, verdict, ...(isSame ? defined({ waitsFor: judged?.waitsFor }) : {}) };
  });
  const isByChance = (id: string): boolean => byChance.has(id);
  return stateWaivers(
    waivers.flatMap((waiver) => perClause(waiver, made)),
    { clauses: waiting, isWhole, depth: run.depth, isByChance },
  );
}

/** A waiver of a cause waives each of its clauses. */
function perClause(waiver: Waiver, { causes = [] }: Report): readonly Waiver[] {
  const cause = causes.find(({ id }) => id === waiver.cause);
  return cause === undefined ? [waiver] : clausesOf(cause).map((clause) => ({ ...waiver, clause }));
}

function appliedTo(waivers: readonly ReportedWaiver[]): ReadonlySet<string> {
  return new Set(waivers.filter(({ state }) => state === 'applied').map(({ clause }) => clause));
}

/** Clauses that are undecided only because of waived fails. */
export function behindWaivers(waivers: readonly ReportedWaiver[] = []): ReadonlySet<string> {
  return new Set(waivers.flatMap(({ behind = [] }) => behind));
}

/** A gate ignores a fail with an owner, and the clauses that are undecided because of it. */
export function unwaived(against: Comparison, waivers: readonly ReportedWaiver[] = []): Comparison {
  const applied = appliedTo(waivers);
  const behind = behindWaivers(waivers);
  return {
    ...against,
    newlyFailing: against.newlyFailing.filter((id) => !applied.has(id)),
    newlyUndecided: against.newlyUndecided.filter((id) => !behind.has(id)),
  };
}

/** The effect of the waivers on a verdict, for the exit code. */
export function waivedOf(
  waivers: readonly ReportedWaiver[],
  { clauses, grounds = [] }: Report,
  harnessError: boolean,
) {
  const applied = appliedTo(waivers);
  const behind = behindWaivers(waivers);
  const failed = clauses.filter((clause) => clause.verdict === 'fail' && preventsConformant(clause));
  return {
    isStale: waivers.some(({ state }) => state === 'stale'),
    isEveryFail: failed.length > 0 && failed.every(({ id }) => applied.has(id)),
    // Each blocking clause is a reason of its own. Events block nothing: they only explain undecided clauses.
    elseBlocks:
      harnessError ||
      grounds.some((ground) =>
        ground.kind === 'clause'
          ? !behind.has(ground.clause) && !failed.some(({ id }) => id === ground.clause)
          : ground.kind !== 'event',
      ),
  };
}
