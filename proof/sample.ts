import type { ProofDocument } from './document.ts';
import { retry } from './mutation/retry.ts';
import { drawnRows, playRows } from './tables/play-tables.ts';
import { kindOf } from './tables/table.ts';
import { tables } from './tables/tables.ts';

/** So many rows of each table are played again. */
const rowsOfEach = 24;
/** So many mutants of the judge are tried again. */
const mutants = 40;

/**
 * Plays a drawn part of what is proved again, and says where a row ends otherwise than the document has it.
 *
 * @returns whether none does
 */
export async function sampleAgain(
  document: ProofDocument,
  salt: string,
  say: (text: string) => void,
): Promise<boolean> {
  say(`drawn by ${salt}`);
  let others = 0;
  for (const table of tables) {
    const known = document.tables.find(({ id }) => id === table.id)?.rows ?? {};
    const all = await table.names();
    const drawn = drawnRows(table, all, salt, Math.max(1, Math.round(all.length / rowsOfEach)));
    const endings = await playRows(table, drawn, () => {});
    const otherwise = [...endings].filter(([name, ending]) =>
      known[name] === undefined
        ? table.isMissed(ending) || ending.startsWith('thrown')
        : kindOf(known[name]) !== kindOf(ending),
    );
    others += otherwise.length;
    say(`${table.id}: ${drawn.length} of ${all.length} rows, ${otherwise.length} otherwise`);
    for (const [name, ending] of otherwise) say(`  ${name}: ${ending}, was ${known[name] ?? 'not played'}`);
  }
  const { tried, otherwise } = await retry(mutants, salt);
  say(`mutants of the judge: ${tried} tried, ${otherwise.length} otherwise`);
  for (const one of otherwise) say(`  ${one}`);
  return others + otherwise.length === 0;
}
