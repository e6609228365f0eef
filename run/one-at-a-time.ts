/** Pieces of work that run one after the other, in the order in which they were asked for. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when all work before it has ended, however it ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
