/** This many octets of a body anybody may read without asking. */
export const free = 256 * 1024;

/**
 * The octets that long bodies may occupy at a time, until they are read to their end: one body of the longest length,
 * and shorter bodies beside it.
 */
const most = 20 * 1024 * 1024;

/**
 * The reader of a long body reserves all the room that it may need at once, so that no two readers wait for each
 * other's room. One for the process: the process's memory is bounded.
 */
class Room {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  async enter(octets: number): Promise<() => void> {
    const wanted = Math.min(octets, most);
    while (this.#taken > 0 && this.#taken + wanted > most)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#taken += wanted;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#taken -= wanted;
      for (const wake of this.#waiting.splice(0)) wake();
    };
  }
}

const room = new Room();

/**
 * Waits until a body of this many octets, which may grow to the given maximum, may continue; returns a function that
 * reports the end of the read.
 */
export async function roomFor(size: number, mayBecome: number): Promise<(() => void) | undefined> {
  return size <= free ? undefined : await room.enter(mayBecome);
}
