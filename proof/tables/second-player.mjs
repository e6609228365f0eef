import { on } from 'node:events';
import { register } from 'node:module';

/** Plays mutants of the second implementation on demand. */
register('../../bin/source-hook.mjs', import.meta.url);
const { playSecond } = await import('./play-second.ts');

for await (const [{ index, gate }] of on(process, 'message', { close: ['disconnect'] })) {
  try {
    const ending = await playSecond(index, gate);
    // Requests that still wait for the server would disturb the next row, so the caller starts a new process.
    if (ending === undefined) process.exit();
    process.send?.({ ending });
  } catch (error) {
    process.send?.({ ending: `thrown: ${error instanceof Error ? error.message : String(error)}` });
  }
}
