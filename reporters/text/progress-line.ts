/** One line on a terminal that says how far a run is, and leaves nothing behind. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  #expected = 0;
  #done = 0;

  /** @param write - puts text on the terminal as it is */
  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  expect(count: number): void {
    this.#expected += count;
    this.#show();
  }

  done(): void {
    this.#done += 1;
    this.#show();
  }

  clear(): void {
    this.#write('\r\u001b[K');
  }

  #show(): void {
    this.#write(`\r\u001b[K${this.#done}/${this.#expected} checks`);
  }
}
