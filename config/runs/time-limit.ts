/** What a time limit does to a run. */
export interface Limited {
  /** From now on what is not needed for a verdict is left out. */
  hurry(): void;
  /** The run ends, and its clean-up within so many milliseconds. */
  stop(withinMs: number): void;
}

/** Of the time of a run so much is kept for clean-up at most, in seconds, and at most that share. */
const cleanUp = { seconds: 40, share: 0.25 };
/** When that share of the rest has passed, generated evidence that has not begun is left out. */
const hurryAfter = 0.6;

/**
 * Ends a run early enough for its clean-up to be over when so many seconds have passed.
 *
 * @param since - when the run began
 * @returns how to call it off
 */
export function limitTime(maxSeconds: number, run: Limited, since = new Date()): () => void {
  const untilStop = (maxSeconds - Math.min(cleanUp.seconds, cleanUp.share * maxSeconds)) * 1_000;
  const passed = Date.now() - since.getTime();
  const timers = [
    setTimeout(() => run.hurry(), Math.max(0, untilStop * hurryAfter - passed)),
    setTimeout(() => run.stop(maxSeconds * 1_000 - untilStop), Math.max(0, untilStop - passed)),
  ];
  // Whoever waits for the run keeps the process alive.
  for (const timer of timers) timer.unref();
  return () => timers.forEach((timer) => clearTimeout(timer));
}
