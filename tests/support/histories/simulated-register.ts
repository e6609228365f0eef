import type { History, Operation } from '../../../properties/history/history.ts';

/** A seeded source of whole numbers from 0 below `bound`. */
export type Draw = (bound: number) => number;

/** The mulberry32 generator. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

/** How a lawful implementation gives versions: from the current one to another one. */
const schemes: readonly ((current: number, draw: Draw) => number)[] = [
  (current) => current + 1,
  (current) => current - 1,
  (current) => (current + 1) % 3,
  (current, draw) => (current + 1 + draw(3)) % 4,
  (_, draw) => 1_000 + draw(1_000_000),
];

/** Lawful behaviour that the contract does not exclude, beyond a plain register. */
export interface Habits {
  readonly lags: boolean;
  readonly refusesAtTimes: boolean;
  readonly isBumped: boolean;
  readonly keepsAtTimes: boolean;
}

/** None of them: a register whose every answer is exact. */
const plain: Habits = { lags: false, refusesAtTimes: false, isBumped: false, keepsAtTimes: false };

/** Runs a few concurrent clients against a lawful register in simulated time and records what they see. */
export function lawfulHistory(draw: Draw, habits: Habits = plain): History {
  const scheme = schemes[draw(schemes.length)] ?? ((current: number) => current + 1);
  const past = [draw(3)];
  const initial = past[0] ?? 0;
  const size = 3 + draw(6);
  const spread = 2 + draw(12);
  const hides = draw(3) === 0;
  const loses = draw(3) === 0;
  let current = initial;
  const drawn = Array.from({ length: size }, (_, index) => {
    const sent = draw(spread * 2);
    const takes = draw(spread);
    const isLost = loses && draw(4) === 0;
    const at = sent + draw(takes + 1) + (isLost ? draw(9) : 0);
    return { times: { id: `op-${index}`, sent, answered: sent + takes }, isLost, at };
  }).sort((a, b) => a.at - b.at);
  const operations = drawn.map(({ times, isLost }): Operation => {
    if (habits.isBumped && draw(4) === 0) past.push((current = 5_000_000 + past.length));
    const seen = past[draw(past.length)] ?? current;
    if (draw(3) === 0 && !isLost)
      return { ...times, kind: 'read', shown: text(habits.lags && draw(2) === 0 ? seen : current, draw) };
    const from = draw(3) > 0 ? current : seen;
    const stated = text(from, draw);
    const isApplied =
      from === current && !(habits.refusesAtTimes && draw(4) === 0) && !(isLost && draw(2) === 0);
    if (isApplied && !(habits.keepsAtTimes && draw(3) === 0)) past.push((current = scheme(current, draw)));
    if (isLost) return { ...times, answered: draw(2) === 0 ? null : times.answered, kind: 'unknown', stated };
    if (!isApplied) return { ...times, kind: 'refused', stated };
    return {
      ...times,
      kind: 'accepted',
      stated,
      resulting: hides && draw(2) === 0 ? null : text(current, draw),
    };
  });
  const calibration = habits.keepsAtTimes ? { moved: 5, of: 8 } : { moved: 8, of: 8 };
  const soleWriter = !habits.isBumped;
  return {
    schemaVersion: 1,
    resource: 'r',
    initial: text(initial, draw),
    operations,
    calibration,
    soleWriter,
    transport: 'none',
  };
}

/** The version in one of the ways in which JSON can write it. */
function text(version: number, draw: Draw): string {
  return `${version}${['', '', '', '.0', 'e0'][draw(5)] ?? ''}`;
}

/** Changes one operation, so that the history is perhaps no longer lawful. */
export function corrupted(history: History, draw: Draw): History {
  const chosen = draw(history.operations.length);
  const other = String(draw(4));
  const operations = history.operations.map((operation, index): Operation => {
    if (index !== chosen) return operation;
    const { id, sent } = operation;
    const answered = operation.answered ?? sent + 3;
    if (draw(4) === 0) return { ...operation, sent: sent + 20, answered: answered + 20 };
    if (operation.kind === 'read') return { ...operation, shown: other };
    if (operation.kind === 'refused' && draw(2) === 0) return { ...operation, stated: other };
    const stated = draw(2) === 0 ? other : operation.stated;
    return {
      id,
      sent,
      answered,
      kind: 'accepted',
      stated,
      resulting: draw(4) === 0 ? null : String(draw(6)),
    };
  });
  return { ...history, operations };
}
