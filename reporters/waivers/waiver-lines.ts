import type { Report, ReportedClause } from '../../clause/report.ts';
import type { ReportedWaiver } from '../../clause/waivers.ts';

/** One waiver as a row: the clause, what came of the waiver, and reason (owner, expiry) until when. */
export interface WaiverRow {
  readonly clause: string;
  readonly state: string;
  readonly text: string;
}

const states: Readonly<Record<ReportedWaiver['state'], string>> = {
  applied: 'waived',
  idle: 'not needed in this run',
  stale: 'stale: the clause passed, remove the waiver',
};

const order: readonly ReportedWaiver['state'][] = ['stale', 'applied', 'idle'];

/** Every waiver, what has to be removed first. */
export function waiverRows({ waivers = [] }: Report): readonly WaiverRow[] {
  return waivers
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .map(({ clause, state, reason, owner, expires }) => ({
      clause,
      state: states[state],
      text: `${reason} (${owner}, until ${expires})`,
    }));
}

/** Who answers for a clause that fails, until when, and why; undefined where nobody does. */
export function waivedAs({ waivers = [] }: Report, { id }: Pick<ReportedClause, 'id'>): string | undefined {
  const waiver = waivers.find(({ clause, state }) => clause === id && state === 'applied');
  return waiver && `waived until ${waiver.expires}: ${waiver.reason} (${waiver.owner})`;
}

/** `2 of 3 fails waived; 1 waiver stale`; undefined where there is no waiver that matters. */
export function waiversInShort({ waivers = [], counts }: Report): string | undefined {
  const count = (state: ReportedWaiver['state']): number =>
    waivers.filter((waiver) => waiver.state === state).length;
  const failed = counts.must.fail + counts.declared.fail;
  const parts = [
    ...(count('applied') > 0 ? [`${count('applied')} of ${failed} fails waived`] : []),
    ...(count('stale') > 0 ? [`${count('stale')} stale ${count('stale') === 1 ? 'waiver' : 'waivers'}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}
