/** A body of up to this many octets is read without a reservation. */
export const free = 256 * 1024;

/** The octets that long bodies may occupy together: one of the longest bodies, with shorter bodies beside it. */
const most = 20 * 1024 * 1024;

// Shared by the whole process, whose memory is bounded.
let taken = 0;
const waiting: (() => void)[] = [];

/**
 * Waits until a body of this size, which may grow to the given maximum, may be read on. The reader of a long
 * body reserves all the room that it may need at once, so that no two readers wait for each other's room.
 *
 * @returns a function that reports the end of the read, once
 */
export async function roomFor(size: number, mayBecome: number): Promise<(() => void) | undefined> {
  if (size <= free) return undefined;
  const wanted = Math.min(mayBecome, most);
  while (taken > 0 && taken + wanted > most)
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  taken += wanted;
  return () => {
    taken -= wanted;
    for (const wake of waiting.splice(0)) wake();
  };
}
