import fc from 'fast-check';
import type { Exchange } from '../history/exchange.ts';
import type { Stage } from '../implementation/stage.ts';
import { takingTurns, type SeededCase } from './drawn-cases.ts';
import {
  boundedTries,
  partsOfPath,
  shrinkLimits,
  shrunkAgain,
  shrunkBy,
  type ShrunkCase,
  type Tries,
} from './shrunk-case.ts';

/** The cases of a property for one check of fast-check. */
export interface Cases<T> {
  /** Taken in turn. */
  readonly kinds: readonly fc.Arbitrary<T>[];
  readonly seed: number;
  readonly count: number;
  /** The smaller forms of a failed case, if its own kind does not draw such small cases. */
  readonly smaller?: (value: T) => fc.Arbitrary<T>;
  /** Whether this check judges the run with this number; concurrent checks judge the other runs. */
  readonly isMine?: (run: number) => boolean;
  /** The path of the only case to judge. */
  readonly only?: string;
}

export interface Failing<T> {
  /** Whether a case fails in the same way; without this function the case is reported as it was drawn. */
  readonly fails?: (value: T) => Promise<boolean>;
  readonly executions: number;
  readonly report: (small: ShrunkCase<T>) => unknown;
}

/** The result of a case: `goes on` to the next case, `ends` the check, or the failure. */
export type Judged<T> = 'goes on' | 'ends' | Failing<T>;

/** A case that a single observation proves: the smallest case with an equal observation is reported, with its last observation. */
export function proved<T, Seen>(
  seen: Seen,
  how: {
    readonly executions: number;
    /** Looks for the same observation with another case; undefined if it does not occur. */
    readonly again: (value: T) => Promise<Seen | undefined>;
    readonly report: (last: Seen, small: ShrunkCase<T>) => unknown;
  },
): Failing<T> {
  let last = seen;
  return {
    executions: how.executions,
    fails: async (value) => {
      const found = await how.again(value);
      last = found ?? last;
      return found !== undefined;
    },
    report: (small) => how.report(last, small),
  };
}

/** Judges one answer: no usable answer, as required, or the failure of its case. */
export function heldUnless<T>(
  on: Pick<Stage, 'noise' | 'held'>,
  answer: Exchange,
  deviates: boolean,
  failing: () => Failing<T>,
): Judged<T> {
  if (answer.is('noise')) on.noise(answer.label);
  else if (deviates) return failing();
  else on.held();
  return 'goes on';
}

interface Found<T> {
  readonly one: SeededCase<T>;
  readonly failing: Failing<T>;
  readonly tries: Tries<T>;
}

type Checker = Pick<Stage, 'clock' | 'drawnAgain'>;

/** Draws cases and judges one after another, until a case fails; that case then shrinks. A replay plays its one case. */
export async function checkCases<T>(
  on: Checker,
  cases: Cases<T>,
  judge: (one: SeededCase<T>) => Promise<Judged<T>>,
): Promise<void> {
  const seed = cases.seed | 0;
  const again = on.drawnAgain ?? (cases.only === undefined ? undefined : { seed, path: cases.only });
  if (again !== undefined && again.seed !== seed) return;
  const run = new CaseRun(on, { ...cases, seed }, judge, again?.path);
  const [path] = partsOfPath(again?.path ?? '');
  const { counterexample, counterexamplePath } = await fc.check(
    takingTurns(cases.kinds, (value) => run.holds(value)),
    {
      seed,
      path,
      numRuns: again === undefined ? Math.ceil(cases.count) : 1,
      endOnFailure: cases.smaller !== undefined || on.drawnAgain !== undefined,
    },
  );
  await run.report(counterexample?.[0], counterexamplePath ?? undefined);
}

/** One check: judges cases until one fails, and then smaller cases. */
class CaseRun<T> {
  readonly #on: Checker;
  readonly #cases: Cases<T>;
  readonly #judge: (one: SeededCase<T>) => Promise<Judged<T>>;
  /** The path of the only case to play. */
  readonly #again: string | undefined;
  #run = 0;
  #isOver = false;
  #thrown: { readonly error: unknown } | undefined;
  #found: Found<T> | undefined;
  /** Set from the failure on, while the case is reduced. */
  #shrinking: Tries<T> | undefined;

  constructor(
    on: Checker,
    cases: Cases<T>,
    judge: (one: SeededCase<T>) => Promise<Judged<T>>,
    again: string | undefined,
  ) {
    this.#on = on;
    this.#cases = cases;
    this.#judge = judge;
    this.#again = again;
  }

  async holds(value: T): Promise<boolean> {
    if (this.#shrinking !== undefined) return !(await this.#shrinking.fails(value));
    const run = this.#run++;
    const isMine = this.#again !== undefined || (this.#cases.isMine?.(run) ?? true);
    if (this.#isOver || !isMine) return true;
    try {
      return !(await this.#fails(this.#seeded(value, run)));
    } catch (error) {
      // A thrown error is no failure of the case, but fast-check would shrink it like a failure.
      this.#isOver = true;
      this.#thrown = { error };
      return true;
    }
  }

  /** The drawn case of a run, or in a replay its smallest form. */
  #seeded(value: T, run: number): SeededCase<T> {
    const { seed, smaller } = this.#cases;
    const path = this.#again ?? String(run);
    const isShrunk = smaller !== undefined && this.#again !== undefined;
    return { value: isShrunk ? shrunkAgain(value, smaller(value), { seed, path }) : value, seed, path };
  }

  async #fails(one: SeededCase<T>): Promise<boolean> {
    const judged = await this.#judge(one);
    this.#isOver = this.#again !== undefined || judged !== 'goes on';
    if (typeof judged === 'string') return false;
    const { fails = () => Promise.resolve(false), executions } = judged;
    const tries = boundedTries(fails, shrinkLimits(this.#on, executions));
    this.#found = { one, failing: judged, tries };
    // A case that does not fail again is reported as it was drawn.
    if (this.#cases.smaller === undefined && !(await tries.fails(one.value))) return false;
    this.#shrinking = tries;
    return true;
  }

  async report(counterexample: T | undefined, path: string | undefined): Promise<void> {
    if (this.#thrown !== undefined) throw this.#thrown.error;
    if (this.#found === undefined) return;
    const { one, failing, tries } = this.#found;
    const { smaller } = this.#cases;
    if (smaller !== undefined) {
      await failing.report(await shrunkBy(one, smaller(one.value), tries));
      return;
    }
    tries.rethrow();
    const again = path !== undefined;
    const small = again && counterexample !== undefined ? { value: counterexample, path } : {};
    await failing.report({ ...one, ...small, again, executions: tries.executions() });
  }
}
