import type { Report } from '../clause/report.ts';
import { glance, levels, type Cell } from './glance.ts';
import { labelled, pad } from './text-layout.ts';

/** Columns of the section's name and of each level; with them a row takes 80 at most. */
const nameWidth = 15;
const widths = { MUST: 25, SHOULD: 18, OPEN: 8, DECLARED: 14 } as const;

/** Sections × levels as an aligned table, or as a list where there is no room for one. */
export function textGlance(report: Report, columns: number): readonly string[] {
  const rows = glance(report);
  if (columns < 80)
    return rows.flatMap(({ section, cells }) => {
      const shown = levels.filter((level) => cells[level].share !== '-');
      const text = shown.map(
        (level) => `${level} ${[cells[level].share, ...cells[level].others].join(', ')}`,
      );
      return labelled(section, text.join('; '), { columns, indent: 0, label: nameWidth });
    });
  const head = pad('', nameWidth) + levels.map((level) => pad(level, widths[level])).join('');
  return [
    head.trimEnd(),
    ...rows.flatMap(({ section, cells }) => {
      const columnsOf = levels.map((level) => cellLines(cells[level], level));
      const height = Math.max(...columnsOf.map(({ length }) => length));
      return Array.from({ length: height }, (_, at) =>
        [
          pad(at === 0 ? section : '', nameWidth),
          ...levels.map((level, column) => pad(columnsOf[column]?.[at] ?? '', widths[level])),
        ]
          .join('')
          .trimEnd(),
      );
    }),
  ];
}

/** The share, and behind it what else there is; what finds no room goes below, behind the share. */
function cellLines({ share, others }: Cell, level: (typeof levels)[number]): readonly string[] {
  // The share tells already how many open points were not observed.
  if (level === 'OPEN') return [share];
  const width = widths[level] - 1;
  const lead = `${pad(share, level === 'MUST' ? 6 : 4)} `;
  const lines: string[] = [];
  let line = '';
  for (const other of others) {
    const longer = line === '' ? other : `${line}, ${other}`;
    if (line === '' || lead.length + longer.length + 1 <= width) line = longer;
    else {
      lines.push(`${line},`);
      line = other;
    }
  }
  return [...lines, line].map((text, at) => ((at === 0 ? lead : ' '.repeat(lead.length)) + text).trimEnd());
}
