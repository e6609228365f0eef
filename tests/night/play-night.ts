import { availableParallelism } from 'node:os';
import { AskedProcess } from '../../proof/asked-process.ts';
import type { Player, Table } from '../../proof/tables/table.ts';
import type { NightRow } from './drawn-order.ts';

/** The longest that a row takes, where its table does not say, in milliseconds. */
const usuallyMostMs = 300_000;

/** A row that was played. */
export interface PlayedRow extends NightRow {
  readonly ending: string;
}

/** Plays rows side by side in processes of their own, until all are played or the time is over. */
export async function playNight(
  rows: readonly NightRow[],
  withinMs: number,
  onEnded: (row: PlayedRow) => void,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  const queue = [...rows];
  const players = new Map<Table, Promise<Player>>();
  const playerOf = (table: Table): Promise<Player> => {
    const player = players.get(table) ?? Promise.resolve(table.player());
    players.set(table, player);
    return player;
  };
  const work = async (): Promise<void> => {
    const processes = new Map<string, AskedProcess>();
    try {
      for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
        if (performance.now() > deadline) return;
        onEnded({ ...row, ending: await endingOf(row, await playerOf(row.table), processes) });
      }
    } finally {
      for (const process of processes.values()) process.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(rows.length, availableParallelism()) }, work));
  } finally {
    for (const player of await Promise.all(players.values())) player.close?.();
  }
}

/** How a row ends; tables with the same script share its process. */
async function endingOf(
  { name }: NightRow,
  player: Player,
  processes: Map<string, AskedProcess>,
): Promise<string> {
  const process =
    processes.get(player.script.href) ?? new AskedProcess(player.script, { execArgv: [] }, player.first);
  processes.set(player.script.href, process);
  const answer = (await process.ask(player.ask(name), player.mostMs ?? usuallyMostMs)) as
    { readonly ending: string } | undefined;
  return answer?.ending ?? 'endless';
}
