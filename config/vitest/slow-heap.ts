import { setFlagsFromString } from 'node:v8';

/** The growth of the heap before garbage is collected, in per cent of its use. */
const growingPercent = 20;
/** MB for new objects, three times per thread: a quarter of the default makes no run slower. */
const newSpaceMb = 4;

/**
 * Lets the heap of this process and of its threads grow slowly. By default V8 collects only once several times the
 * needed memory is in use. A server with megabytes of answers would then decide the memory of a run.
 *
 * @returns a function that restores the default growth, also for threads that start later
 */
export function growHeapSlowly(): () => void {
  set(growingPercent, newSpaceMb);
  // For V8, zero means its own choice.
  return () => set(0, 0);
}

function set(percent: number, semiSpaceMb: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
  setFlagsFromString(`--max-semi-space-size=${semiSpaceMb}`);
}
