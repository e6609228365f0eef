import { blocksOf } from '../../clause/causes/blocks.ts';
import { leftAndChanged, type Report } from '../../clause/report.ts';
import type { Attention } from '../attention.ts';
import { glance, toneOf } from '../glance.ts';
import { mostInFull } from '../text-findings.ts';
import { counted, indented } from '../text-layout.ts';
import { runLines } from './run-lines.ts';

/** More mistakes than one screen shows in full. */
export function isInBrief(report: Report, { failed, contradicted }: Attention): boolean {
  return blocksOf(report, [...failed, ...contradicted]).length > mostInFull;
}

/** How many clauses wait until the causes are mended. */
export function alsoLines(report: Report, found: Attention, columns: number): readonly string[] {
  const open = [...found.open, ...found.beyond].reduce((sum, { clauses }) => sum + clauses.length, 0);
  const { left, changed } = leftAndChanged(report);
  const counts = [
    [found.warned.length, counted(found.warned.length, 'warning')],
    [open, `${counted(open, 'clause')} not decided`],
    [found.suspects.length, counted(found.suspects.length, 'suspect')],
    [left.length, `${counted(left.length, 'resource')} left behind`],
    [changed.length, `${counted(changed.length, 'resource')} of others changed`],
  ] as const;
  const told = counts.flatMap(([count, words]) => (count > 0 ? [words] : []));
  return told.length === 0 ? [] : indented(`${told.join(', ')}: see the report`, 2, columns);
}

/** The run in brief, with the rows of broken sections in the matrix. */
export function briefLines(report: Report): ReturnType<typeof runLines> {
  const rows = glance(report).filter((row) => toneOf(row) === 'broken');
  const shares = rows.map(({ section, cells }) => `${section} ${cells.MUST.share}`);
  return [
    ['matrix', `MUST of sections: ${shares.join(', ')}; --matrix shows it`],
    ...runLines(report).filter(([label]) => label === 'run'),
  ];
}
