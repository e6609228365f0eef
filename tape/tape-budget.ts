/** Milliseconds of processor that a tape may take at once, for each event, and at all. */
const atOnce = 10_000;
const ofEvent = 6;
const atMost = 120_000;

/** Judging a tape takes longer than anybody has to wait. */
export class TapeTooCostly extends Error {
  override readonly name = 'TapeTooCostly';
}

/**
 * A bound of the processor's time that grows with what was recorded.
 *
 * @param spent - milliseconds of processor so far, which may begin anywhere
 * @returns what is told how many events were played, and throws `TapeTooCostly`
 */
export function tapeBudget(spent: () => number): (events: number) => void {
  const before = spent();
  return (events) => {
    const allowed = Math.min(atOnce + events * ofEvent, atMost);
    if (spent() - before <= allowed) return;
    throw new TapeTooCostly(
      `it took more than ${Math.ceil(allowed / 1_000)} s of processor for ${events} events`,
    );
  };
}

/** Milliseconds of processor that this process has taken, with all its threads. */
export function processorOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
