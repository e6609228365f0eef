import { setFlagsFromString } from 'node:v8';

/** By how many per cent of what is in use the heap may grow until what is no longer needed is collected. */
const growingPercent = 20;
/** MB that hold what is new, three times a thread: a run makes little that lives long, and is no slower with a quarter. */
const newSpaceMb = 4;

/**
 * Lets the heap of this process and of its threads grow slowly: by default V8 collects only when several times as much
 * is there as is needed, and anyone who answers with megabytes would decide how much memory a run takes.
 *
 * @returns lets it grow as by default again, and that of threads that are started then
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
