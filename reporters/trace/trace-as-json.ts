import { jsonText } from '../visible.ts';
import { shareOf, troubleOn, troubleText, type TracedContract, type TracedLine } from './traced-contract.ts';

/** The lines with their marks, for tools: text, row, mark, share, clauses, trouble and open points. */
export function traceAsJson({ report }: TracedContract, lines: readonly TracedLine[]): string {
  return jsonText({
    run: report?.run.id,
    verdict: report?.verdict,
    lines: lines.map((line) => {
      const { number, text, row, mark, warned, clauses, here } = line;
      return {
        number,
        text,
        row,
        ...(mark === undefined ? {} : { mark, must: shareOf(line) }),
        ...(warned ? { warned } : {}),
        clauses: clauses.map(({ id, level, verdict }) => ({ id, level, verdict })),
        trouble: troubleOn(line).map((clause) => ({ id: clause.id, text: troubleText(clause, line) })),
        here,
      };
    }),
  });
}
