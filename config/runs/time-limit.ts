/** Milliseconds on a clock that all threads of a process share: the time of day may jump in mid-run. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** The most time kept for clean-up, in seconds, and as a share of the run. */
const cleanUp = { seconds: 40, share: 0.25 };
/** When that share of the rest has passed, evidence beside the checks of clauses that has not begun is left out. */
const hurryAfter = 0.6;

/** Ends a run early enough for its clean-up to be over in time; returns a function that calls it off. */
export function limitTime(
  maxSeconds: number,
  run: { hurry(): void; stop(withinMs: number): void },
  since = monotonicMs(),
): () => void {
  const untilStop = (maxSeconds - Math.min(cleanUp.seconds, cleanUp.share * maxSeconds)) * 1_000;
  const passed = monotonicMs() - since;
  const timers = [
    setTimeout(() => run.hurry(), Math.max(0, untilStop * hurryAfter - passed)),
    setTimeout(() => run.stop(maxSeconds * 1_000 - untilStop), Math.max(0, untilStop - passed)),
  ];
  // A process that waits for the run stays alive.
  for (const timer of timers) timer.unref();
  return () => timers.forEach((timer) => clearTimeout(timer));
}
