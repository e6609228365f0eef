import { on } from 'node:events';
import { register } from 'node:module';

/** Plays mutants of the reference on demand; the first message names the folder of the modules. */
const messages = on(process, 'message', { close: ['disconnect'] });
const {
  value: [loading],
} = await messages.next();
register('../mutation/hook.mjs', import.meta.url, { data: loading });
const { playMutant } = await import('./play-mutant.ts');

for await (const [{ mutant, gate }] of messages) {
  try {
    process.send?.({ ending: await playMutant(mutant, gate) });
  } catch (error) {
    process.send?.({ ending: `thrown: ${error instanceof Error ? error.message : String(error)}` });
  }
}
