import type { Wait } from '../../clause/report.ts';
import { waitLine } from './wait-lines.ts';

/** One line on a terminal that says how far a run is, and leaves nothing behind. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  #expected = 0;
  #done = 0;
  #wait: Wait | undefined;

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

  /** What the run waits for just now. */
  hear(wait: Wait | undefined): void {
    this.#wait = wait;
    this.#show();
  }

  clear(): void {
    this.#write('\r\u001b[K');
  }

  #show(): void {
    const wait = this.#wait === undefined ? '' : `, ${waitLine({ for: this.#wait.for, ms: this.#wait.ms })}`;
    this.#write(`\r\u001b[K${this.#done}/${this.#expected} checks${wait}`);
  }
}
