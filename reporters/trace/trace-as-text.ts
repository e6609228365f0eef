import { headline, targetName } from '../headline.ts';
import type { Paint } from '../text/paint.ts';
import { indented, labelled, pad, wrap } from '../text-layout.ts';
import { visible } from '../visible.ts';
import {
  markWords,
  shareOf,
  troubleOn,
  troubleText,
  type LineMark,
  type TracedContract,
  type TracedLine,
} from './traced-contract.ts';

/** Columns before the text of the contract: for mark, share and line number. */
const margin = 16;
/** The most characters of a sentence below a line; the report has the whole sentence. */
const mostBelow = 300;

/** The unchanged contract: each line after its mark, above the clauses that did not pass and its open points. */
export function traceAsText(
  { report }: TracedContract,
  lines: readonly TracedLine[],
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): string {
  const linesWith = (mark: LineMark, word: string): readonly string[] => {
    const found = lines.filter((line) => line.mark === mark).map(({ number }) => number);
    if (found.length === 0) return [];
    return labelled(`${word}:`, `line ${found.join(', ')}`, { columns, indent: 0, label: 13 });
  };
  const head = report && [
    `${visible(headline(report))}  ${visible(targetName(report))}`,
    ...linesWith('fail', 'violated'),
    ...linesWith('open', 'not decided'),
    ...wrap(legend, columns),
    '',
  ];
  const told = lines.flatMap((line) => [
    lead(line, report !== undefined, paint) + asItIs(line.text),
    ...(report === undefined ? [] : below(line, columns)),
  ]);
  return [...(head ?? []), ...told].map((line) => `${line.trimEnd()}\n`).join('');
}

const legend =
  'ok 3/3: each of the 3 MUST clauses on the line passed; FAIL: one is violated; ?: one is not decided; n/a: left out; !: a recommendation is not followed';

/** The number signs of a heading are the contract's; all other characters that a terminal would obey are escaped. */
function asItIs(text: string): string {
  const [hashes = ''] = /^#*/.exec(text) ?? [];
  return hashes + visible(text.slice(hashes.length), Infinity);
}

function lead(line: TracedLine, isJudged: boolean, paint: Paint): string {
  const { mark, warned, number } = line;
  const word = mark === undefined ? (warned ? '!' : '') : `${markWords[mark]}${warned ? '!' : ''}`;
  const musts = line.clauses.filter(({ level }) => level === 'MUST').length;
  const place = `${String(number).padStart(4)} `;
  if (!isJudged) return `${pad(musts === 0 ? '' : `${musts} MUST`, 11)}${place}`;
  const text = `${pad(word, 5)}${pad(shareOf(line), 6)}${place}`;
  return mark === 'fail' ? paint.red(text) : mark === 'open' ? paint.yellow(text) : paint.dim(text);
}

function below(line: TracedLine, columns: number): readonly string[] {
  const row = (text: string): readonly string[] =>
    indented(visible(text, mostBelow), margin, Math.max(columns, margin + 20));
  return [
    ...troubleOn(line).flatMap((clause) => {
      const word = clause.verdict === 'fail' ? 'FAIL' : clause.verdict === 'warn' ? '!' : '?';
      return row(`${word} ${clause.id}: ${troubleText(clause, line)}`);
    }),
    ...line.here.flatMap(({ id, text }) => row(`= here: ${text}  (${id})`)),
  ];
}
