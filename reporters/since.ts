import type { Comparison } from '../clause/report.ts';
import { gotWorse } from '../clause/compare/compare-reports.ts';
import { listed } from '../clause/reported/listed.ts';

const mostNamed = 20;

/** The changes since the earlier report, a label and a text each; worse results first. */
export function sinceLines(comparison: Comparison): readonly (readonly [label: string, text: string])[] {
  const rows = [
    ['newly failing', comparison.newlyFailing],
    ['newly undecided', comparison.newlyUndecided],
    ['gone or left out', comparison.vanished],
    ['fixed', comparison.fixed],
    ['newly decided', comparison.newlyDecided],
  ] as const;
  return [
    ...comparison.differs.map((text) => ['note', text] as const),
    ...rows
      .filter(([, ids]) => ids.length > 0)
      .map(([label, ids]) => [label, listed(ids, mostNamed)] as const),
    ...(gotWorse(comparison) === undefined ? [['nothing got worse', ''] as const] : []),
  ];
}

/** The same in a few words, for the end of a text. */
export function sinceInShort(comparison: Comparison): string {
  const counts = [
    [comparison.newlyFailing.length, 'newly failing'],
    [comparison.newlyUndecided.length, 'newly undecided'],
    [comparison.vanished.length, 'gone'],
    [comparison.fixed.length, 'fixed'],
  ] as const;
  const changed = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const worse = gotWorse(comparison) === undefined ? ['nothing got worse'] : [];
  return `since ${dayOf(comparison)}: ${[...worse, ...changed].join(', ')}`;
}

/** `2026-01-02 03:04` */
export function dayOf({ startedAt }: { readonly startedAt: string }): string {
  return startedAt.slice(0, 16).replace('T', ' ');
}
