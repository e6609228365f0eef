import type { Report } from '../../clause/report.ts';
import { glance, levels, toneOf, type Cell, type GlanceRow } from '../glance.ts';
import type { Paint } from './paint.ts';
import { counted, labelled, pad, wrap } from '../text-layout.ts';
import { visible } from '../visible.ts';

/** Columns of the section's name and of each level; together they give rows of at most 80 columns. */
const nameWidth = 15;
const widths = { MUST: 25, SHOULD: 18, OPEN: 8, DECLARED: 14 } as const;

/** Sections × levels as a table, or as a list if no table fits; with every row, or only open matters and the sum. */
export function textGlance(
  report: Report,
  options: { readonly columns: number; readonly every: boolean; readonly paint: Paint },
): readonly string[] {
  const { columns, every, paint } = options;
  const rows = glance(report).map((row) => ({ ...row, section: visible(row.section, 100) }));
  const sections = rows.slice(0, -1);
  const shown = rows.filter((row, at) => every || at === rows.length - 1 || toneOf(row) !== 'full');
  const left = rows.length - shown.length;
  const full = left === 1 ? 'is complete' : 'are complete';
  const note =
    left === sections.length ? 'every section is complete' : `${counted(left, 'further section')} ${full}`;
  return [
    ...(columns < 80 ? listLines(shown, columns, paint) : tableLines(shown, paint)),
    ...(left === 0 ? [] : wrap(`${note}; --matrix shows all`, columns).map(paint.dim)),
  ];
}

function listLines(rows: readonly GlanceRow[], columns: number, paint: Paint): readonly string[] {
  return rows.flatMap((row) => {
    const { section, cells } = row;
    const text = levels
      .filter((level) => cells[level].share !== '-')
      .map((level) => `${level} ${[cells[level].share, ...cells[level].others].join(', ')}`)
      .join('; ');
    return labelled(section, text, { columns, indent: 0, label: nameWidth }).map(toned(toneOf(row), paint));
  });
}

function tableLines(rows: readonly GlanceRow[], paint: Paint): readonly string[] {
  const head = pad('', nameWidth) + levels.map((level) => pad(level, widths[level])).join('');
  return [head.trimEnd(), ...rows.flatMap((row) => rowLines(row, paint))];
}

/** One row, whose longer cells continue on further lines. Colours apply to the texts alone, and not to spaces. */
function rowLines(row: GlanceRow, paint: Paint): readonly string[] {
  const { section, cells } = row;
  const linesOf = levels.map((level) => cellLines(cells[level], level));
  const height = Math.max(...linesOf.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) => {
    const name = at === 0 ? section : '';
    const gap = pad(name, nameWidth).slice(name.length);
    const texts = linesOf.map((lines) => lines[at] ?? '');
    const end = texts.findLastIndex((text) => text !== '');
    const painted = levels.slice(0, end + 1).map((level, column) => {
      const text = texts[column] ?? '';
      const behind = column === end ? '' : pad(text, widths[level]).slice(text.length);
      return (text === '' ? '' : toned(cells[level].tone, paint)(text)) + behind;
    });
    return (toneOf(row) === 'full' ? paint.dim(name) : name) + gap + painted.join('');
  });
}

function toned(tone: Cell['tone'], paint: Paint): (text: string) => string {
  return { broken: paint.red, open: paint.yellow, full: paint.dim }[tone];
}

/** The share, then the states of all other clauses; parts that do not fit go below. */
function cellLines({ share, others }: Cell, level: (typeof levels)[number]): readonly string[] {
  // The share already shows how many open points lack an observation.
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
