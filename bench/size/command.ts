import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { countSources, type Counted } from './count.ts';
import { grownRooms, recordedAnew, sumOf, type Grown, type RecordedSizes } from './growth.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = fileURLToPath(new URL('../../docs/size.json', import.meta.url));

const usage = `Usage: npm run size [-- --check | --write [--why '<room>: <reason>']…]

Counts the tokens of the sources by room, without comments and imports, beside what
docs/size.json records. Exits with 1 where a room has grown by more than 2 %.

--check says only what has grown; npm run check asks for it.
--write records what is counted: less by itself, more for a reason.
`;

/** Shows, checks or records the size of the sources; sets the exit code. */
export function main(argv: readonly string[]): void {
  const { check, write, why } = optionsIn(argv);
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as RecordedSizes;
  const reasons = new Map(why.map(reasonIn));
  const named = [recorded.rooms, recorded.apart].flatMap((sizes) => Object.keys(sizes));
  const counted = countSources(root, [...named, ...reasons.keys()]);
  const unknown = [...reasons.keys()].filter((room) => counted.rooms[room] === undefined);
  if (unknown.length > 0) throw new Error(`no room is named ${unknown.join(', ')}`);
  const grown = grownRooms(recorded, counted.rooms).filter(({ room }) => !reasons.has(room));
  if (grown.length > 0) process.exitCode = 1;
  else if (write) record(recordedAnew(recorded, counted, reasons));
  if (!check && !write) process.stdout.write(table(recorded, counted));
  process.stdout.write([...grown.map(told), `${summary(recorded, counted)}\n`].join('\n'));
}

interface Options {
  readonly check: boolean;
  readonly write: boolean;
  readonly why: readonly string[];
}

function optionsIn(argv: readonly string[]): Options {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const why = { type: 'string', multiple: true, default: [] as string[] } as const;
    const { values } = parseArgs({ args: [...argv], options: { check: flag, write: flag, why } });
    if (values.write || values.why.length === 0) return values;
  } catch {
    // As for a reason without anything to record.
  }
  process.stdout.write(usage);
  process.exit(2);
}

function reasonIn(text: string): readonly [string, string] {
  const [, room, reason] = /^([^:\s]+):\s+(\S.*)$/s.exec(text) ?? [];
  if (room === undefined || reason === undefined)
    throw new Error(`--why is "${text}"; it has to be like "run/session: counts what it sent"`);
  return [room, reason];
}

function record(sizes: RecordedSizes): void {
  writeFileSync(file, `${JSON.stringify(sizes, undefined, 2)}\n`);
}

function told({ room, from, to }: Grown): string {
  const grown = from === 0 ? 'is new' : `has grown by ${percent(from, to).replace('+', '')}, from ${from}`;
  return `${room} ${grown} to ${to} tokens; make it smaller, or say why: npm run size -- --write --why '${room}: …'`;
}

function table(recorded: RecordedSizes, { rooms, apart }: Counted): string {
  const lines = Object.entries(rooms).map(([room, size]) => {
    const before = recorded.rooms[room] ?? 0;
    return `${room.padEnd(26)}${String(size).padStart(8)}${(size === before ? '' : percent(before, size)).padStart(10)}`;
  });
  const beside = Object.entries(apart).map(
    ([name, size]) => `${name.padEnd(26)}${String(size).padStart(8)}   apart`,
  );
  return `${[...lines, ...beside].join('\n')}\n\n`;
}

function summary({ first }: RecordedSizes, { rooms }: Counted): string {
  const sum = sumOf(rooms);
  return `size: ${sum} tokens in ${Object.keys(rooms).length} rooms, ${percent(first, sum)} since they were first counted`;
}

function percent(from: number, to: number): string {
  const grown = from === 0 ? 100 : (to / from - 1) * 100;
  return `${grown < 0 ? '' : '+'}${grown.toFixed(1)} %`;
}
