import { setFlagsFromString } from 'node:v8';

/** The growth of the heap in per cent of its use before garbage is collected. */
const growingPercent = 20;
/** MB for new objects, three times per thread: a run is no slower with a quarter of the default. */
const newSpaceMb = 4;

/**
 * Lets the heap of this process and of its threads grow slowly: by default V8 collects only when several times the
 * needed memory is in use, and a server with megabytes of answers would decide how much memory a run takes.
 *
 * @returns a function that restores the default growth, also for threads that start later
 */
export function growHeapSlowly(): () => void {
  set(growingPercent, newSpaceMb);
  // V8 takes zero for its own choice.
  return () => set(0, 0);
}

function set(percent: number, semiSpaceMb: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
  setFlagsFromString(`--max-semi-space-size=${semiSpaceMb}`);
}
