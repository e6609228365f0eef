import { Inconclusive } from '../clause/thrown.ts';
import { awaited, type Awaited } from './awaited.ts';
import type { RunClock } from './run-clock.ts';

/** The times at which a deviation that a lag could explain is checked again, in milliseconds after the write. */
const looks = [50, 200, 600, 1_500, 3_000, 5_000, 9_000, 15_000, 30_000, 60_000];

/** Repeats `look` until it returns true or the window is over; returns its result; throws `Inconclusive` after a stop. */
export async function settles(
  clock: RunClock,
  window: { readonly since: number; readonly ms: number; readonly for?: Awaited },
  look: () => Promise<boolean>,
): Promise<boolean> {
  const { pace } = clock;
  const times = pace.looks(window.ms, looks);
  let notYet: number | undefined;
  for (;;) {
    const before = clock.now();
    const elapsed = before - window.since;
    if (await look()) {
      if (notYet !== undefined) pace.note(window.ms, { notYet, shown: elapsed });
      return true;
    }
    notYet = elapsed;
    if (elapsed >= window.ms) return false;
    if (clock.stopped) throw new Inconclusive({ code: 'stopped', text: 'the run was stopped' });
    const next = Math.min(times.find((at) => at > elapsed) ?? window.ms, window.ms);
    const wait = window.since + next - clock.now();
    if (wait > 0) await clock.sleep(wait, window.for ?? awaited.reads);
  }
}

/** The time for a refused write to take effect, if the effect cannot be checked at the end of the run. */
export const lateEffectMs = 2_000;
