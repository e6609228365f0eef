import { on } from 'node:events';
import { register } from 'node:module';

// Tries mutants of the judge again: see `judge-mutants.ts`.
register('../../bin/source-hook.mjs', import.meta.url);
const { retry } = await import('../../proof/mutation/retry.ts');

for await (const [{ count, salt }] of on(process, 'message', { close: ['disconnect'] }))
  process.send?.({ ending: await endingOf(count, salt) });

/**
 * @param {number} count
 * @param {string} salt
 * @returns {Promise<string>}
 */
async function endingOf(count, salt) {
  try {
    const { tried, otherwise } = await retry(count, salt);
    return otherwise.length === 0 ? `as before: ${tried} tried` : `otherwise: ${otherwise.join('; ')}`;
  } catch (error) {
    return `thrown: ${error instanceof Error ? error.message : String(error)}`;
  }
}
