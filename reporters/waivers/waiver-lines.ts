import type { Report, ReportedClause } from '../../clause/report.ts';
import { behindWaivers } from '../../clause/reported/waived.ts';
import type { ReportedWaiver } from '../../clause/waivers.ts';

/** One waiver as a row: the clause, what became of the waiver, and its reason with owner and last day. */
export interface WaiverRow {
  readonly clause: string;
  readonly state: string;
  readonly text: string;
}

const states: Readonly<Record<ReportedWaiver['state'], string>> = {
  applied: 'waived',
  idle: 'not needed in this run',
  stale: 'stale: the clause did not fail, remove the waiver',
};

const order: readonly ReportedWaiver['state'][] = ['stale', 'applied', 'idle'];

/** Every waiver; first the waivers to be removed. */
export function waiverRows({ waivers = [] }: Report): readonly WaiverRow[] {
  return waivers
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .map(({ clause, state, reason, owner, expires, behind = [] }) => ({
      clause,
      state: [
        states[state],
        ...(behind.length === 0 ? [] : [`undecided because of the waived fail: ${behind.join(', ')}`]),
      ].join('; '),
      text: `${reason} (${owner}, until ${expires})`,
    }));
}

/** Owner, last day and reason of the waiver that covers a fail, or a clause undecided only because of that fail. */
export function waivedAs({ waivers = [] }: Report, { id }: Pick<ReportedClause, 'id'>): string | undefined {
  const waiver = waivers.find(({ clause, state }) => clause === id && state === 'applied');
  if (waiver !== undefined) return answerOf(waiver);
  const ahead = waivers.filter(({ behind = [] }) => behind.includes(id));
  const [first] = ahead.toSorted((a, b) => (a.expires < b.expires ? -1 : 1));
  return first && `undecided because of ${ahead.map(({ clause }) => clause).join(', ')}, ${answerOf(first)}`;
}

function answerOf({ expires, reason, owner }: ReportedWaiver): string {
  return `waived until ${expires}: ${reason} (${owner})`;
}

/** `2 of 3 fails waived, 1 undecided because of them; 1 stale waiver`; undefined if no waiver matters. */
export function waiversInShort({ waivers = [], counts }: Report): string | undefined {
  const of = (state: ReportedWaiver['state']): readonly string[] =>
    waivers.flatMap((waiver) => (waiver.state === state ? [waiver.clause] : []));
  const [applied, stale] = [of('applied'), of('stale')];
  const behind = behindWaivers(waivers).size;
  const failed = counts.must.fail + counts.declared.fail;
  const parts = [
    ...(applied.length > 0 ? [`${applied.length} of ${failed} fails waived`] : []),
    ...(behind > 0 ? [`${behind} undecided because of ${applied.length === 1 ? 'it' : 'them'}`] : []),
    ...(stale.length > 0
      ? [`${stale.length} stale ${stale.length === 1 ? 'waiver' : 'waivers'} (${stale.join(', ')})`]
      : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}
