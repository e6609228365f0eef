import type { TapedEvents } from './tape.ts';

/** Milliseconds of processor time that a tape may use: at the start, for each event, for each octet, and in total. */
const atOnce = 10_000;
const ofEvent = 2;
const ofOctet = 150 / 1_024 / 1_024;
const atMost = 120_000;

/** Asking for the memory in use costs more than most events: it is done this many milliseconds apart. */
const askedEveryMs = 100;

/** Judging the tape exceeds the time limit. */
export class TapeTooCostly extends Error {
  override readonly name = 'TapeTooCostly';
}

/** Clocks in milliseconds; each may begin anywhere. */
interface Clocks {
  /** The processor time that was used so far. */
  readonly spent: () => number;
  readonly now: () => number;
}

/** A bound on processor time that grows with the events played, and throws `TapeTooCostly`. */
export function tapeBudget(
  { length, octets = 0 }: TapedEvents,
  { spent, now }: Clocks = ofProcess,
): (events: number) => void {
  const each = ofEvent + (ofOctet * octets) / Math.max(length, 1);
  const before = spent();
  let asked = now();
  return (events) => {
    if (now() - asked < askedEveryMs) return;
    asked = now();
    const allowed = Math.min(atOnce + events * each, atMost);
    if (spent() - before <= allowed) return;
    throw new TapeTooCostly(
      `it took more than ${Math.floor(allowed / 1_000)} s of processor for ${events} events`,
    );
  };
}

/** Milliseconds of processor time that this process has used, with all its threads. */
export function processorOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const ofProcess: Clocks = { spent: processorOfProcess, now: () => performance.now() };
