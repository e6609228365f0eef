export interface ReductionLimits {
  /** The most executions of a plan, including the executions that estimate the replay rate; 200 if not given. */
  readonly executions?: number;
  /** The replays of the whole plan that estimate how often it fails again; 20 if not given. */
  readonly replays?: number;
  /** Checked before each execution: true ends the reduction (a time limit, an interrupt). */
  readonly isOver?: () => boolean;
}

/** A plan that was seen to fail, as small as the limits allowed. */
export interface SmallestPlan<Step> {
  readonly plan: readonly Step[];
  /** The fraction of the replays of the whole plan that failed again. */
  readonly replayRate: number;
  /** How often a candidate was run before it counted as not failing. */
  readonly repeats: number;
  readonly executions: number;
  /** True if every step is needed: each plan without one step was tried `repeats` times in vain. */
  readonly isMinimal: boolean;
}

/** The most repeats of one candidate, even if the plan seldom fails. */
const mostRepeats = 40;

/** A candidate that fails half as often as the whole plan is missed in at most one of twenty cases; 0 if it never fails. */
export function repeatsFor(replayRate: number): number {
  if (replayRate <= 0) return 0;
  return Math.min(mostRepeats, Math.ceil(Math.log(0.05) / Math.log(1 - Math.min(1, replayRate) / 2)));
}

/**
 * Delta debugging: leaves out steps as long as the remaining steps still fail. `fails` runs one candidate,
 * with any outcome; a failure is only ever observed, so chance can make the result larger, not wrong. Errors
 * of `fails` are rethrown. A plan that does not fail again is returned as it is.
 */
export async function smallestPlan<Step>(
  plan: readonly Step[],
  fails: (candidate: readonly Step[]) => Promise<boolean>,
  limits: ReductionLimits = {},
): Promise<SmallestPlan<Step>> {
  const run = bounded(fails, limits);
  const replayRate = await rateOf(plan, run, limits.replays ?? 20);
  const repeats = repeatsFor(replayRate);
  const outcome = repeats === 0 ? { plan, isMinimal: false } : await reduce(plan, run, repeats);
  return { ...outcome, replayRate, repeats, executions: run.executions() };
}

interface BoundedRun<Step> {
  /** Null once the limits are reached. */
  readonly once: (candidate: readonly Step[]) => Promise<boolean | null>;
  readonly executions: () => number;
}

function bounded<Step>(
  fails: (candidate: readonly Step[]) => Promise<boolean>,
  { executions: most = 200, isOver = () => false }: ReductionLimits,
): BoundedRun<Step> {
  let executions = 0;
  return {
    executions: () => executions,
    once: async (candidate) => {
      if (executions >= most || isOver()) return null;
      executions += 1;
      return fails(candidate);
    },
  };
}

async function rateOf<Step>(plan: readonly Step[], run: BoundedRun<Step>, replays: number): Promise<number> {
  let failed = 0;
  let done = 0;
  while (done < replays) {
    const outcome = await run.once(plan);
    if (outcome === null) break;
    done += 1;
    if (outcome) failed += 1;
  }
  return done === 0 ? 0 : failed / done;
}

async function failsWithin<Step>(
  candidate: readonly Step[],
  run: BoundedRun<Step>,
  repeats: number,
): Promise<boolean | null> {
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const outcome = await run.once(candidate);
    if (outcome !== false) return outcome;
  }
  return false;
}

/** Leaves out ever shorter runs of steps; ends once every single step is needed. */
async function reduce<Step>(
  whole: readonly Step[],
  run: BoundedRun<Step>,
  repeats: number,
): Promise<{ plan: readonly Step[]; isMinimal: boolean }> {
  let plan = whole;
  let size = Math.max(1, Math.floor(plan.length / 2));
  for (;;) {
    const before = plan.length;
    for (let at = 0; at < plan.length;) {
      const candidate = [...plan.slice(0, at), ...plan.slice(at + size)];
      const outcome = candidate.length > 0 && (await failsWithin(candidate, run, repeats));
      if (outcome === null) return { plan, isMinimal: false };
      if (outcome) plan = candidate;
      else at += size;
    }
    if (size === 1 && plan.length === before) return { plan, isMinimal: true };
    size = Math.max(1, Math.floor(size / 2));
  }
}
