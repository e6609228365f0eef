import type { Wait } from '../../clause/report.ts';
import { duration } from '../text-layout.ts';
import { visible } from '../visible.ts';

/** A wait shorter than this is not worth a line in a log. */
const leastMs = 3_000;
/** In a log that nobody may be watching, lines on one wait come no closer together. */
const apartMs = 15_000;

/** Lines in a log that is no terminal on what a run waits for: one for a long wait, and further ones while it lasts. */
export class WaitLines {
  readonly #write: (text: string) => void;
  #told: Wait | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  hear(wait: Wait | undefined): void {
    if (wait === undefined || wait.ms < leastMs) return;
    const told = this.#told;
    const goesOn = told !== undefined && told.for === wait.for && wait.ms > told.ms;
    if (goesOn && wait.ms - told.ms < apartMs) return;
    this.#told = wait;
    this.#write(`${waitLine(wait)}\n`);
  }
}

/** What is waited for just now, since when, and what would make it shorter. */
export function waitLine({ for: what, ms, setting }: Wait): string {
  return visible(
    `waiting for ${what}, ${duration(ms)} so far${setting === undefined ? '' : ` (${setting})`}`,
  );
}
