import { plan } from '../../config/plan.ts';
import { readingOf, sizeOf, whatCounts } from './reading-list.ts';

/** What all MUST clauses take to read: medians, and those that take more than anybody reads in one go. */
export function readingOfMusts(): {
  readonly files: number;
  readonly lines: number;
  readonly long: string[];
} {
  const musts = plan.sections.flatMap(({ clauses }) => clauses.filter(({ level }) => level === 'MUST'));
  const sizes = musts
    .map(({ id }) => ({ id, ...sizeOf(readingOf(id)) }))
    .toSorted((a, b) => b.lines - a.lines);
  const long = sizes.filter(({ files, lines }) => files > 15 || lines > 700);
  const median = (numbers: readonly number[]): number =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  return {
    files: median(sizes.map(({ files }) => files)),
    lines: median(sizes.map(({ lines }) => lines)),
    long: long.map(({ id, files, lines }) => `${id}: ${files} files, ${lines} lines`),
  };
}

/** What one clause takes, or what all MUST clauses take. Sets exit code 2 for an id that no suite states. */
export function printReading(id: string | undefined): void {
  const passages = readingOf(id ?? '');
  const { files, lines, long } = id === undefined ? readingOfMusts() : { ...sizeOf(passages), long: [] };
  if (id !== undefined && files === 0) process.exitCode = 2;
  const told = [
    ...passages.map(({ module, from, to }) => `${module}:${from}-${to}`),
    `${id ?? 'the median of the MUST clauses'}: ${files} files, ${lines} lines`,
    ...(id === undefined ? [`${long.length} of them take more than 15 files or 700 lines:`, ...long] : []),
  ];
  process.stdout.write(`${told.join('\n')}\n\n${whatCounts}\n`);
}
