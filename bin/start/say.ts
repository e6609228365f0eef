import type { Abort } from '../../clause/verdict.ts';
import { visible } from '../../reporters/visible.ts';

/** Prints a line safely, whatever text it contains. */
export function say(text: string, most = 2_000): void {
  process.stdout.write(`${visible(text, most)}\n`);
}

/** Reports why a target could not be reached, and ends the process with the given exit code. */
export function endAborted({ cause, text }: Pick<Abort, 'text'> & { readonly cause: string }): void {
  process.stderr.write(`resource-conformance: ${visible(text, 1_000)}\n`);
  process.exitCode = cause === 'configuration' ? 2 : 4;
}
