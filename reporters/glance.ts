import { partsInOrder } from '../clause/document-order.ts';
import type { Level } from '../clause/judgement.ts';
import type { Report, ReportedClause } from '../clause/report.ts';
import { wasNeverSeen } from '../clause/verdict.ts';

/** The columns of the matrix, in order. */
export const levels = ['MUST', 'SHOULD', 'OPEN', 'DECLARED'] as const satisfies readonly Level[];

/** One level of one section: how many of all clauses are in their due state, and the states of all others. */
export interface Cell {
  /** `14/16`; `n/a`, or `-` if nothing is counted. */
  readonly share: string;
  /** How many apply. */
  readonly asked: number;
  /** `1 fail`, `2 untested`, the worst state first. */
  readonly others: readonly string[];
  /** The worst state: a broken clause, an undecided clause, or neither. Open points do not count. */
  readonly tone: 'broken' | 'open' | 'full';
}

/** One row of the matrix: a section and its cells. */
export interface GlanceRow {
  readonly section: string;
  readonly cells: Readonly<Record<Level, Cell>>;
}

/** The worst state in the cells of a row. */
export function toneOf({ cells }: GlanceRow): Cell['tone'] {
  const tones = levels.map((level) => cells[level].tone);
  return (['broken', 'open'] as const).find((tone) => tones.includes(tone)) ?? 'full';
}

/** Sections × levels, with the total at the end and without sections of which no clause was selected. */
export function glance({ clauses }: Report): readonly GlanceRow[] {
  const selected = clauses.filter(({ reason }) => reason?.code !== 'not-selected');
  const sections = new Set([...partsInOrder, ...selected.map(({ section }) => section)]);
  const rows = [...sections]
    .map((section) => [section, selected.filter((clause) => clause.section === section)] as const)
    .filter(([, found]) => found.length > 0);
  return [...rows, ['all', selected] as const].map(([section, found]) => ({
    section,
    cells: Object.fromEntries(levels.map((level) => [level, cellOf(level, found)])) as GlanceRow['cells'],
  }));
}

function cellOf(level: Level, clauses: readonly ReportedClause[]): Cell {
  const found = clauses.filter((clause) => clause.level === level);
  const count = (verdict: ReportedClause['verdict']): number =>
    found.filter((clause) => clause.verdict === verdict).length;
  const unseen = found.filter(wasNeverSeen).length;
  const away = count('not-applicable');
  const asked = found.length - away;
  if (asked === 0) return { share: away > 0 ? 'n/a' : '-', asked, others: [], tone: 'full' };
  const broken = count('fail') + count('error');
  const open = level === 'OPEN' ? 0 : count('warn') + count('inconclusive') + count('not-tested') - unseen;
  const others = [
    [count('fail'), level === 'DECLARED' ? 'broken' : 'fail'],
    [count('error'), 'error'],
    [count('warn'), 'warn'],
    [count('inconclusive'), 'undecided'],
    [count('not-tested') - unseen, 'untested'],
    [unseen, 'unseen'],
    [away, 'n/a'],
  ] as const;
  return {
    share: `${count(level === 'OPEN' ? 'observed' : 'pass')}/${asked}`,
    asked,
    others: others.filter(([many]) => many > 0).map(([many, word]) => `${many} ${word}`),
    tone: broken > 0 ? 'broken' : open > 0 ? 'open' : 'full',
  };
}
