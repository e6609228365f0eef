/** What a time limit does to a run. */
export interface Limited {
  /** From now on what is not needed for a verdict is left out. */
  hurry(): void;
  /** The run ends, and its clean-up within this many milliseconds. */
  stop(withinMs: number): void;
}

/**
 * Whole milliseconds on a clock that nobody sets, and that all threads of a process have in common: what is measured by it is
 * never negative. The time of day may jump in mid-run.
 */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** Of the time of a run so much is kept for clean-up at most, in seconds, and at most that share. */
const cleanUp = { seconds: 40, share: 0.25 };
/** When that share of the rest has passed, evidence beside the checks of clauses that has not begun is left out. */
const hurryAfter = 0.6;

/**
 * Ends a run early enough for its clean-up to be over when so many seconds have passed.
 *
 * @param since - when the run began, as `monotonicMs` has it
 * @returns how to call it off
 */
export function limitTime(maxSeconds: number, run: Limited, since = monotonicMs()): () => void {
  const untilStop = (maxSeconds - Math.min(cleanUp.seconds, cleanUp.share * maxSeconds)) * 1_000;
  const passed = monotonicMs() - since;
  const timers = [
    setTimeout(() => run.hurry(), Math.max(0, untilStop * hurryAfter - passed)),
    setTimeout(() => run.stop(maxSeconds * 1_000 - untilStop), Math.max(0, untilStop - passed)),
  ];
  // Anyone who waits for the run keeps the process alive.
  for (const timer of timers) timer.unref();
  return () => timers.forEach((timer) => clearTimeout(timer));
}
