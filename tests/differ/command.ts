import { availableParallelism } from 'node:os';
import { plainFlags, unlessRefused } from '../../bin/start/plain-arguments.ts';
import { AskedProcess } from '../../proof/asked-process.ts';
import { drawnPairs, verdictRows } from '../support/verdicts/verdict-rows.ts';
import { keepVerdicts, keptVerdicts } from './corpus.ts';
import { differenceLines, explain, type Difference, type Reason } from './differences.ts';
import { families } from './families.ts';
import type { Answered, Asked } from './play-row.ts';
import type { Verdicts } from './recorded-row.ts';
import { tableOf, verdictsIn } from './verdict-table.ts';
import { refusal } from '../../config/input/configuration-error.ts';
import { listedName } from '../../config/input/did-you-mean.ts';
import reasons from './reasons.json' with { type: 'json' };

const usage = `Usage: npm run differ -- --record
       npm run differ -- <family> [flags]

Holds a new judge of a family of clauses against the judge that runs today, on everything that
was recorded: the reference, each fault, each choice, disturbances and mistakes of operators;
and on pairs that a seed draws and that are played anew. A difference without a reason in
tests/differ/reasons.json ends with 1, and so does a reason without a difference.
Families: ${families.map(({ name }) => name).join(', ')}

  --record           records a tape of each run (into .differ, some minutes), and writes down
                     its verdicts (tests/differ/verdicts.json)
  --pairs <count>    pairs to draw (default: 40)
  --seed <text>      what pairs are drawn by (default: today's date)
  --only <text>      runs alone whose names have that text
`;

const flags = {
  record: { type: 'boolean' },
  pairs: { type: 'string' },
  seed: { type: 'string' },
  only: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** A process that plays more of them fills its memory. */
const rowsOfProcess = 40;
/** The longest that one run takes, in milliseconds. */
const mostMs = 600_000;

/** The command line of `npm run differ`; sets the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const [first = ''] = argv;
  const isNamed = first !== '' && !first.startsWith('-');
  await unlessRefused('differ', async () => {
    const asked = plainFlags(isNamed ? argv.slice(1) : argv, flags);
    const isWanted = (name: string): boolean => name.includes(asked.only ?? '');
    const names = verdictRows.map(({ name }) => name).filter(isWanted);
    if (asked.help || (asked.record !== true && !isNamed)) return void process.stdout.write(usage);
    if (asked.record === true) return await record(names, asked.only === undefined ? new Map() : keptRuns());
    const family = listedName(
      'the family',
      families.map(({ name }) => name),
      first,
    );
    const seed = asked.seed ?? new Date().toISOString().slice(0, 10);
    const count = countIn(asked.pairs);
    const pairs = drawnPairs(seed, count)
      .map(({ name }) => name)
      .filter(isWanted);
    process.stdout.write(`pairs drawn by --seed ${seed}\n`);
    const asWhole = asked.only === undefined;
    await compare(family, asWhole, [
      ...names.map((kept) => ({ family, kept })),
      ...[...new Set(pairs)].map((pair) => ({ family, pair, seed, count })),
    ]);
  });
}

function countIn(text = '40'): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw refusal('--pairs', text, 'a whole number', 'For example: --pairs 40');
}

/** Asks processes side by side; answers in the order of what was asked. */
async function answers(asked: readonly Asked[]): Promise<readonly Answered[]> {
  const told: Answered[] = [];
  const queue = [...asked.entries()];
  const playSome = async (): Promise<void> => {
    const process = new AskedProcess(new URL('player.mjs', import.meta.url), { execArgv: [] });
    try {
      for (const [at, question] of queue.splice(0, rowsOfProcess))
        told[at] = ((await process.ask(question, mostMs)) as Answered | undefined) ?? {
          error: 'it has no end',
        };
    } finally {
      process.close();
    }
  };
  const work = async (): Promise<void> => {
    while (queue.length > 0) await playSome();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return told;
}

/** What was recorded before, for anyone who records a few runs again. */
function keptRuns(): ReadonlyMap<string, Verdicts> {
  const table = keptVerdicts();
  return new Map(Object.keys(table.rows).map((name) => [name, verdictsIn(table, name) ?? new Map()]));
}

async function record(names: readonly string[], before: ReadonlyMap<string, Verdicts>): Promise<void> {
  const all = await answers(names.map((name) => ({ record: name })));
  const runs = new Map(before);
  let recorded = 0;
  for (const [at, one] of all.entries()) {
    const name = names[at] ?? '';
    if ('verdicts' in one) {
      runs.set(name, new Map(one.verdicts) as Verdicts);
      recorded += 1;
    } else fail(`${name}: ${'error' in one ? one.error : 'no verdict'}`);
  }
  keepVerdicts(tableOf(runs));
  process.stdout.write(`${recorded} of ${names.length} runs recorded\n`);
}

async function compare(
  family: string,
  asWhole: boolean,
  asked: readonly Exclude<Asked, { record: string }>[],
): Promise<void> {
  const all = await answers(asked);
  const differences: Difference[] = [];
  let compared = 0;
  for (const [at, one] of all.entries()) {
    const question = asked[at];
    const name = question === undefined ? '' : 'kept' in question ? question.kept : question.pair;
    if ('differences' in one) {
      differences.push(...one.differences);
      compared += one.compared;
    } else fail(`${name}: ${'error' in one ? one.error : 'no comparison'}`);
  }
  const written = (reasons as readonly Reason[]).filter((reason) => reason.family === family);
  const { unexplained, idle } = explain(differences, written);
  for (const line of differenceLines(unexplained)) fail(line);
  // Of a few runs none shows that a reason is idle.
  for (const { clause, was, now } of asWhole ? idle : [])
    fail(`a reason explains nothing: ${clause}: ${was}, now ${now}`);
  process.stdout.write(
    `${asked.length} runs, ${compared} verdicts compared, ${differences.length} differ, ${unexplained.length} without a reason\n`,
  );
}

function fail(line: string): void {
  process.stdout.write(`${line}\n`);
  process.exitCode = 1;
}
