import { on } from 'node:events';
import { register } from 'node:module';

/** Plays rows of tables on demand: see `play-tables.ts`. */
register('../../bin/source-hook.mjs', import.meta.url);
const { playPlain } = await import('./plain-tables.ts');

for await (const [{ table, name }] of on(process, 'message', { close: ['disconnect'] }))
  process.send?.({ ending: await ending(table, name) });

/**
 * The ending of a row; a thrown error is an ending too.
 *
 * @param {string} table
 * @param {string} name
 * @returns {Promise<string>}
 */
async function ending(table, name) {
  try {
    return await playPlain(table, name);
  } catch (error) {
    return `thrown: ${error instanceof Error ? error.message : String(error)}`;
  }
}
