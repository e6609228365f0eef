import { writeFileSync } from 'node:fs';
import { plainFlags, unlessRefused } from '../../bin/start/plain-arguments.ts';
import { quoted, refusal } from '../../config/input/configuration-error.ts';
import { drawnOrder, type NightRow } from './drawn-order.ts';
import { addFixedRows } from './fallen-rows.ts';
import { openNightLog, type EndedRow } from './night-log.ts';
import { playNight } from './play-night.ts';
import { commandOf, markdownOf } from './surprises.ts';
import { isSurprise, nightTables } from './tables.ts';
import { listedName } from '../../config/input/did-you-mean.ts';

const usage = `Usage: npm run test:night [-- <flags>]

Plays what is too long for every commit: rows of long tables, in an order that a seed draws.
It prints each surprise as a command that plays that row alone, and adds the row to
tests/regressions/rows.json, so that every later commit plays it. Ends with 1 for a surprise.

  --seed <text>      what the order is drawn by; today's date unless given
  --hours <count>    ends after so many hours (6 unless given); the same seed goes on
                     where it ended
  --table <name>     plays one table alone
  --row <name>       plays one row of that table alone, and prints how it ends
  --against <ref>    the commit whose verdicts are compared with today's; the latest
                     release unless given
  --summary <file>   writes the surprises as Markdown
  --list             prints the tables with their numbers of rows
`;

const flags = {
  seed: { type: 'string' },
  hours: { type: 'string' },
  table: { type: 'string' },
  row: { type: 'string' },
  against: { type: 'string' },
  summary: { type: 'string' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The command line of `npm run test:night`; sets the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  await unlessRefused('test:night', async () => {
    const asked = plainFlags(argv, flags);
    if (asked.help) return void process.stdout.write(usage);
    const seed = asked.seed ?? new Date().toISOString().slice(0, 10);
    const all = nightTables({ seed, against: asked.against });
    const names = all.map(({ id }) => id);
    const only = asked.table === undefined ? undefined : listedName('--table', names, asked.table);
    const tables = all.filter(({ id }) => only === undefined || id === only);
    if (asked.list) {
      for (const table of tables) say(`${table.id}: ${(await table.names()).length} rows`);
      return;
    }
    say(`drawn by --seed ${seed}`);
    const rows = await drawnOrder(tables, seed);
    if (asked.row !== undefined) return await playAlone(rows, asked.row, only);
    await playAll(rows, { seed, hours: hoursIn(asked.hours), summary: asked.summary });
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function hoursIn(text = '6'): number {
  if (Number(text) > 0) return Number(text);
  throw refusal('--hours', quoted(text), 'a number above 0', 'For example: --hours 2.5');
}

async function playAlone(rows: readonly NightRow[], name: string, table: string | undefined): Promise<void> {
  const known = rows.find((row) => row.name === name);
  // A test is a row of its file: it is not listed, and can be played anyway.
  const row = known ?? rows.find((one) => name.startsWith(`${one.name} > `));
  if (row === undefined)
    throw refusal(
      '--row',
      quoted(name),
      `a row of ${table ?? 'a table'}`,
      'Copy it as the night has printed it.',
    );
  await playNight([{ ...row, name }], Infinity, ({ ending }) => {
    say(ending);
    if (isSurprise(row.table, ending)) process.exitCode = 1;
  });
}

interface Night {
  readonly seed: string;
  readonly hours: number;
  readonly summary: string | undefined;
}

async function playAll(rows: readonly NightRow[], { seed, hours, summary }: Night): Promise<void> {
  const log = openNightLog(seed);
  const left = rows.filter(({ table, name }) => !log.has(table.id, name));
  const surprises: EndedRow[] = log.ended().filter(({ isSurprise: was }) => was);
  say(`${rows.length} rows, ${left.length} of them left`);
  await playNight(left, hours * 3_600_000, ({ table, name, ending }) => {
    const ended = { table: table.id, name, ending, isSurprise: isSurprise(table, ending) };
    log.add(ended);
    if (!ended.isSurprise) return;
    surprises.push(ended);
    say(`${commandOf(seed, ended)}\n  ${ending}`);
  });
  addFixedRows(surprises);
  if (summary !== undefined) writeFileSync(summary, markdownOf(seed, surprises));
  const played = log.ended().length;
  say(`${played - surprises.length} passed, ${surprises.length} failed`);
  if (surprises.length > 0) process.exitCode = 1;
}
