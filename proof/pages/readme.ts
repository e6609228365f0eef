import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import type { PlayedTable, ProofDocument } from '../document.ts';
import { countsOf, percent } from './figures.ts';

const begin = '<!-- figures: written by `npm run prove` -->';
const end = '<!-- end of figures -->';

/** The README with new figures from a document. */
export function readmeWith(document: ProofDocument): string {
  const text = readFileSync(join(packageFolder, 'README.md'), 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`README.md lacks the lines ${begin} and ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${figures(document)}\n\n${text.slice(to)}`;
}

/** The five most important figures, each with the command that measures it again. */
function figures({ tables, mutation }: ProofDocument): string {
  const rowsOf = (...ids: readonly string[]): readonly PlayedTable[] =>
    tables.filter(({ id }) => ids.includes(id));
  const honest = rowsOf('habits', 'habits-in-combination', 'disturbances', 'mistakes');
  const judges = mutation.filter(({ room }) => room === 'clause' || room === 'judging');
  const tried = sum(judges.map((one) => one.tried));
  const survived = sum(judges.map((one) => one.survived));
  return tableOf([
    [
      'faults that are always there, failed by the clause they break',
      share(rowsOf('faults'), 'named'),
      command('faults'),
    ],
    [
      'faults that act only sometimes, certified without a trace or a reason',
      share(rowsOf('rare-faults'), 'missed'),
      command('rare-faults'),
    ],
    ['honest servers failed: habits, disturbances, mistakes', share(honest, 'alarm'), command('habits')],
    [
      'random changes of two implementations that break the contract: failed',
      power(rowsOf('mutated-reference', 'mutated-second-implementation')),
      command('mutated-reference'),
    ],
    [
      'changes of the judging code that the trials notice',
      `${percent((tried - survived) / Math.max(1, tried))} of ${tried}`,
      '`npm run prove -- --mutants judging`',
    ],
  ]);
}

/** A table in the layout of the repository's formatter. */
function tableOf(rows: readonly (readonly [string, string, string])[]): string {
  const all = [['what', 'measured', 'again'], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = all;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

const command = (table: string): string => `\`npm run prove -- --table ${table}\``;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function share(tables: readonly PlayedTable[], kind: string): string {
  const counts = tables.map((table) => new Map(countsOf(table)).get(kind) ?? 0);
  return `${sum(counts)} of ${sum(tables.map(({ rows }) => Object.keys(rows).length))}`;
}

/** The share of contract-breaking rows that failed: legal rows, and rows without a visible effect, break nothing. */
function power(tables: readonly PlayedTable[]): string {
  const counts = tables.flatMap(countsOf);
  const of = (wanted: string): number =>
    sum(counts.filter(([kind]) => kind === wanted).map(([, count]) => count));
  return `${of('failed')} of ${of('failed') + of('missed')}`;
}
