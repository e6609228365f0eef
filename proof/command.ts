import { plainFlags, unlessRefused } from '../bin/start/plain-arguments.ts';
import { quoted, refusal } from '../config/input/configuration-error.ts';
import {
  readDocument,
  documentPath,
  measuredNow,
  suiteVersion,
  type PlayedTable,
  type ProofDocument,
} from './document.ts';
import { judgeMutants } from './mutation/judge-mutants.ts';
import { rooms } from './mutation/rooms.ts';
import { pagesOf, withScores } from './pages/pages.ts';
import { sampleAgain } from './sample.ts';
import { drawnRows, playRows } from './tables/play-tables.ts';
import { tableOf, tables } from './tables/tables.ts';
import type { Table } from './tables/table.ts';
import { writeWhole } from './write-whole.ts';
import { listedName } from '../config/input/did-you-mean.ts';

const usage = `Usage: npm run prove [-- <flags>]

Tries the suite on everything that it has to catch and on everything that it must not
blame, and writes docs/proof.json, docs/proof.md and docs/proof.html. Takes about 20
minutes on two cores; what is named alone is played alone, and the rest stays.

  --table <name>     plays one table: ${tables.map(({ id }) => id).join(', ')}
  --all              plays every row of what is played, also of long tables
  --mutants <room>   tries changes of the judging code that are not known yet: ${rooms.map(({ name }) => name).join(', ')}
  --minutes <count>  ends with --mutants after so many minutes; the next start goes on
  --sample           plays a part again in five minutes, writes nothing, and exits with 1
                     where a row ends otherwise than docs/proof.json says
  --salt <text>      what samples are drawn by; today's date unless given
  --pages            writes the pages from what is known, and plays nothing
  --list             prints this, with the names of tables and rooms
`;

const flags = {
  table: { type: 'string' },
  all: { type: 'boolean' },
  mutants: { type: 'string' },
  minutes: { type: 'string' },
  sample: { type: 'boolean' },
  salt: { type: 'string' },
  pages: { type: 'boolean' },
  help: { type: 'boolean' },
  list: { type: 'boolean' },
} as const;

/** The command line of `npm run prove`; sets the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  await unlessRefused('prove', async () => {
    const asked = plainFlags(argv, flags);
    if (asked.help || asked.list) return void process.stdout.write(usage);
    const salt = asked.salt ?? new Date().toISOString().slice(0, 10);
    if (asked.sample) {
      process.exitCode = (await sampleAgain(readDocument(), salt, say)) ? 0 : 1;
      return;
    }
    if (asked.mutants !== undefined) await tryMutants(asked.mutants, minutesIn(asked.minutes));
    else if (asked.pages !== true) await playAndWrite(asked.table, { salt, isWhole: asked.all === true });
    writePages();
  });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function minutesIn(text: string | undefined): number {
  const minutes = text === undefined ? Infinity : Number(text);
  if (minutes > 0) return minutes;
  throw refusal('--minutes', quoted(text ?? ''), 'a number above 0', 'For example: --minutes 30');
}

async function tryMutants(name: string, minutes: number): Promise<void> {
  const known = rooms.map((room) => room.name);
  const room = rooms.find((one) => one.name === listedName('--mutants', known, name));
  if (room === undefined) return;
  await judgeMutants(room, { withinMs: minutes * 60_000, progress: say });
}

interface Playing {
  readonly salt: string;
  readonly isWhole: boolean;
}

async function playAndWrite(only: string | undefined, playing: Playing): Promise<void> {
  const names = tables.map(({ id }) => id);
  const asked = only === undefined ? tables : [tableOf(listedName('--table', names, only))];
  for (const table of asked) {
    const played = await play(table, playing);
    const { tables: before, ...rest } = readDocument();
    const after = new Map([...before, played].map((one) => [one.id, one]));
    write({ ...rest, tables: names.flatMap((id) => after.get(id) ?? []) });
  }
}

async function play(table: Table, { salt, isWhole }: Playing): Promise<PlayedTable> {
  const started = performance.now();
  const all = await table.names();
  const names = isWhole ? all : drawnRows(table, all, salt, table.oneIn ?? 1);
  const endings = await playRows(table, names, (count) => {
    if (count % 50 === 0) say(`${table.id}: ${count} of ${names.length}`);
  });
  say(`${table.id}: ${names.length} rows`);
  return {
    id: table.id,
    title: table.title,
    about: table.about,
    command: `npm run prove -- --table ${table.id}${isWhole ? ' --all' : ` --salt ${salt}`}`,
    measured: measuredNow((performance.now() - started) / 1000),
    of: all.length,
    salt,
    rows: Object.fromEntries(endings),
    missed: [],
  };
}

function write(document: ProofDocument): void {
  writeWhole(documentPath, `${JSON.stringify({ ...document, suite: suiteVersion() }, undefined, 1)}\n`);
}

/** The document with the present scores and words, and its pages. */
function writePages(): void {
  const document = withScores(readDocument());
  write(document);
  for (const [path, text] of Object.entries(pagesOf(document))) writeWhole(path, text);
}
