/** This many octets of a body anybody may read without asking. */
export const free = 256 * 1024;

/** Octets that long bodies may take up at a time, until they are read to their end: one of the longest, and shorter ones beside it. */
const most = 20 * 1024 * 1024;

/**
 * Who reads a long body takes as much room as it may come to need, all at once, so that nobody waits for what another
 * one holds who waits for him. One for the process: its memory is what is bounded.
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

/** Waits until a body that has come to so many octets, and may come to the most given, may go on; returns how to say that it is read. */
export async function roomFor(size: number, mayBecome: number): Promise<(() => void) | undefined> {
  return size <= free ? undefined : await room.enter(mayBecome);
}
