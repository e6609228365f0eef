import type { Progress } from '../../clause/progress.ts';
import { fit } from '../text-layout.ts';
import { progressText } from './progress-log.ts';

/** One line on a terminal that says how far a run is, and leaves nothing behind. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  readonly #columns: number;

  /**
   * @param write - puts text on the terminal unchanged @param columns - of the terminal: longer text cannot be taken
   * back
   */
  constructor(write: (text: string) => void, columns: number) {
    this.#write = write;
    this.#columns = columns;
  }

  hear(progress: Progress): void {
    this.#write(`\r\u001b[K${fit(progressText(progress), this.#columns - 1)}`);
  }

  clear(): void {
    this.#write('\r\u001b[K');
  }
}
