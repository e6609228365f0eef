import { availableParallelism } from 'node:os';
import { hashText } from '../../run/random.ts';
import { AskedProcess } from '../asked-process.ts';
import type { Table } from './table.ts';

/** The most time of a row, if its table does not state it. */
const usuallyMostMs = 120_000;

/** The rows of a table that a salt draws: one in this many, and at least one. */
export function drawnRows(
  { id }: Pick<Table, 'id'>,
  names: readonly string[],
  salt: string,
  oneIn: number,
): readonly string[] {
  const drawn = names.filter((name) => hashText(`${salt} ${id} ${name}`) % oneIn === 0);
  return drawn.length > 0 ? drawn : names.slice(0, 1);
}

/** The endings of rows in the order of `names`; the rows are played side by side in separate processes. */
export async function playRows(
  table: Table,
  names: readonly string[],
  onPlayed: (count: number) => void,
): Promise<ReadonlyMap<string, string>> {
  const endings = new Map<string, string>();
  const queue = [...names];
  const player = await table.player();
  const { mostMs = usuallyMostMs } = player;
  const work = async (): Promise<void> => {
    const process = new AskedProcess(player.script, { execArgv: [] }, player.first);
    try {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        const answer = (await process.ask(player.ask(name), mostMs)) as
          { readonly ending: string } | undefined;
        endings.set(name, answer?.ending ?? 'endless');
        onPlayed(endings.size);
      }
    } finally {
      process.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(names.length, availableParallelism()) }, work));
  } finally {
    player.close?.();
  }
  return new Map(names.map((name) => [name, endings.get(name) ?? 'endless']));
}
