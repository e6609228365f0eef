import { visible } from '../../reporters/visible.ts';

/** Prints a line, whatever somebody has put into it. */
export function say(text: string): void {
  process.stdout.write(`${visible(text, 2_000)}\n`);
}
