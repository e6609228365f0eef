import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { hashText } from '../../run/random.ts';
import type { Player, Table } from './table.ts';

/** Longer than this no row takes: an end that has not come by then does not. */
const mostMs = 120_000;

/** The rows of a table that a salt draws, one in so many; at least one. */
export function drawnRows(
  { id, names }: Pick<Table, 'id' | 'names'>,
  salt: string,
  oneIn: number,
): readonly string[] {
  const all = names();
  const drawn = all.filter((name) => hashText(`${salt} ${id} ${name}`) % oneIn === 0);
  return drawn.length > 0 ? drawn : all.slice(0, 1);
}

/** How rows end, played side by side in processes of their own; in the order in which they were named. */
export async function playRows(
  table: Table,
  names: readonly string[],
  onPlayed: (count: number) => void,
): Promise<ReadonlyMap<string, string>> {
  const endings = new Map<string, string>();
  const queue = [...names];
  const player = table.player();
  const work = async (): Promise<void> => {
    let child: ChildProcess | undefined;
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      child ??= start(player);
      const ending = await asked(child, player.ask(name));
      if (ending === undefined) child = undefined;
      endings.set(name, ending ?? 'endless');
      onPlayed(endings.size);
    }
    child?.kill();
  };
  try {
    await Promise.all(Array.from({ length: Math.min(names.length, availableParallelism()) }, work));
  } finally {
    player.close?.();
  }
  return new Map(names.map((name) => [name, endings.get(name) ?? 'endless']));
}

function start({ script, first }: Player): ChildProcess {
  const child = fork(script, [], { execArgv: [] });
  if (first !== undefined) child.send(first);
  return child;
}

/** How it ends; nothing where no end comes: node ends by itself where all that is left waits for ever. */
async function asked(child: ChildProcess, question: object): Promise<string | undefined> {
  const over = new AbortController();
  const { signal } = over;
  const timer = setTimeout(() => child.kill('SIGKILL'), mostMs);
  try {
    child.send(question);
    return await Promise.race([
      once(child, 'message', { signal }).then(([answer]) => (answer as { readonly ending: string }).ending),
      once(child, 'exit', { signal }).then(() => undefined),
    ]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
