import { drawnPairs, verdictRows, type VerdictRow } from '../support/verdicts/verdict-rows.ts';
import { keepTape, keptTape, keptVerdicts } from './corpus.ts';
import { differencesIn, type Difference } from './differences.ts';
import { families } from './families.ts';
import { recordRow, type Verdicts } from './recorded-row.ts';
import type { VerdictTable } from './verdict-table.ts';
import { verdictsIn } from './verdict-table.ts';

/** What is asked of a process: to record a row, or to hold a family's judge against a row that was recorded, or is played. */
export type Asked =
  | { readonly record: string }
  | { readonly family: string; readonly kept: string }
  | { readonly family: string; readonly pair: string; readonly seed: string; readonly count: number };

/** The result of it. */
export type Answered =
  | { readonly verdicts: readonly (readonly [string, string])[] }
  | { readonly compared: number; readonly differences: readonly Difference[] }
  | { readonly error: string };

let table: VerdictTable | undefined;

/** Does what is asked; whatever goes wrong is told. */
export async function answer(asked: Asked): Promise<Answered> {
  try {
    if ('record' in asked) {
      const { verdicts, tape } = await recordRow(rowOf(verdictRows, asked.record));
      keepTape(asked.record, tape);
      return { verdicts: [...verdicts] };
    }
    const { was, tape, row } = await ('kept' in asked ? kept(asked.kept) : played(asked));
    const family = families.find(({ name }) => name === asked.family);
    if (family === undefined) throw new Error(`no family is called ${asked.family}`);
    const now = await family.judge(tape);
    const compared = [...now.keys()].filter(family.has).length;
    return { compared, differences: differencesIn(row, was, { now, has: family.has }) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function kept(row: string) {
  table ??= keptVerdicts();
  const [tape, was] = [await keptTape(row), verdictsIn(table, row)];
  if (tape === undefined || was === undefined)
    throw new Error('there is no tape of it, or no verdict: npm run differ -- --record');
  return { row, tape, was };
}

async function played({
  pair,
  seed,
  count,
}: {
  readonly pair: string;
  readonly seed: string;
  readonly count: number;
}) {
  const { verdicts, tape } = await recordRow(rowOf(drawnPairs(seed, count), pair));
  const was: Verdicts = verdicts;
  return { row: pair, tape, was };
}

function rowOf(rows: readonly VerdictRow[], name: string): VerdictRow {
  const row = rows.find((one) => one.name === name);
  if (row === undefined) throw new Error(`no run is called ${name}`);
  return row;
}
