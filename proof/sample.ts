import type { PlayedTable, ProofDocument } from './document.ts';
import { retry } from './mutation/retry.ts';
import { drawnRows, playRows } from './tables/play-tables.ts';
import { kindOf } from './tables/table.ts';
import { tables } from './tables/tables.ts';

/** This many rows of each table are played again, unless they took longer than this before. */
const rowsOfEach = 24;
const secondsOfEach = 15;
/** This many mutants of the judge are tried again. */
const mutants = 40;

/** As many rows as fit into a table's share of the time. */
function rowsWithin(played: PlayedTable | undefined): number {
  if (played === undefined) return rowsOfEach;
  const secondsOfOne = played.measured.seconds / Object.keys(played.rows).length;
  return Math.min(rowsOfEach, Math.max(1, Math.floor(secondsOfEach / secondsOfOne)));
}

/**
 * Plays a drawn part of the proof again, and reports rows that now end differently.
 *
 * @returns whether all endings are the same
 */
export async function sampleAgain(
  document: ProofDocument,
  salt: string,
  say: (text: string) => void,
): Promise<boolean> {
  say(`drawn by ${salt}`);
  let others = 0;
  for (const table of tables) {
    const played = document.tables.find(({ id }) => id === table.id);
    const known = played?.rows ?? {};
    const all = await table.names();
    const drawn = drawnRows(table, all, salt, Math.max(1, Math.round(all.length / rowsWithin(played))));
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
