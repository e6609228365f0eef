import { on } from 'node:events';
import { register } from 'node:module';

/** Plays mutants of the second implementation on request. */
register('../../bin/source-hook.mjs', import.meta.url);
const { playSecond } = await import('./play-second.ts');

for await (const [{ index, gate }] of on(process, 'message', { close: ['disconnect'] })) {
  try {
    const ending = await playSecond(index, gate);
    // What still waits for the server would disturb the next row, so anyone who asks starts another process.
    if (ending === undefined) process.exit();
    process.send?.({ ending });
  } catch (error) {
    process.send?.({ ending: `thrown: ${error instanceof Error ? error.message : String(error)}` });
  }
}
