/** Milliseconds on a clock that all threads of a process share: the time of day may jump in mid-run. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** The most time reserved for clean-up: in seconds, and as a share of the run. */
const cleanUp = { seconds: 40, share: 0.25 };
/** After this share of the time until the stop, the run begins no more evidence beside the checks of clauses. */
const hurryAfter = 0.6;

/** Stops a run early enough to complete its clean-up in time; returns a function that cancels the stop. */
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
  // The timers keep no process alive; the process that waits for the run stays alive anyway.
  for (const timer of timers) timer.unref();
  return () => timers.forEach((timer) => clearTimeout(timer));
}
