import { excluded, roundedUp } from '../../clause/reported/raced.ts';
import type { UpdateOutcome } from './outcome.ts';

/** One racer's exchange on the wire, in ms of one clock; `sent` is taken before its last byte is written. */
interface Racer {
  readonly sent: number;
  /** When its status line had arrived; null if none arrived. */
  readonly answered: number | null;
  readonly outcome: UpdateOutcome;
}

/** One round: updates that state one freshly read version at once. */
export type RaceRound = readonly Racer[];

/** An estimate of the chance to see a flaw with this window between check and write. */
interface SeenEstimate {
  readonly windowMs: number;
  readonly perRound: number;
  readonly inAllRounds: number;
}

/**
 * The flaws that clean races would have shown (4.10): a fact, a bound that needs no model, a bound and an estimate, kept separate.
 * Only counted rounds enter: two or more effective racers (accepted or 409), at least one of them accepted.
 */
export interface Power {
  readonly rounds: number;
  readonly counted: number;
  /** Mean number of effective racers over the counted rounds. */
  readonly effectiveRacers: number;
  /** Counted rounds in which every effective racer was under way at one instant. */
  readonly overlapping: number;
  /** A flaw that shows in at least this share of rounds is excluded with `confidence`; null without rounds. */
  readonly excludedShare: number | null;
  readonly confidence: number;
  /** A longer window than `least` must have shown in its round; null without rounds. */
  readonly certainWindowMs: { readonly least: number; readonly median: number } | null;
  readonly estimates: readonly SeenEstimate[];
  readonly gate: { readonly open: boolean; readonly reason: string };
}

/** The demands of the gate before races without deviations count. */
export interface PowerDemand {
  readonly requiredRounds: number;
  /** Confidence of the exclusion; 0.99 if not given. */
  readonly confidence?: number;
}

interface RoundTimes {
  readonly racers: number;
  readonly overlaps: boolean;
  readonly certainMs: number;
  readonly firstGapMs: number;
  readonly answerGaps: readonly number[];
}

/** Windows in ms for which an estimate is useful; below 1 ms, the estimate is too optimistic. */
const windows = [1, 5, 20];

export function measurePower(rounds: readonly RaceRound[], demand: PowerDemand): Power {
  const { requiredRounds, confidence = 0.99 } = demand;
  const times = rounds.flatMap((round) => timesOf(round) ?? []);
  const counted = times.length;
  const overlapping = times.filter(({ overlaps }) => overlaps).length;
  const certain = times.map(({ certainMs }) => certainMs);
  return {
    rounds: rounds.length,
    counted,
    effectiveRacers: counted === 0 ? 0 : times.reduce((sum, { racers }) => sum + racers, 0) / counted,
    overlapping,
    excludedShare: counted === 0 ? null : 1 - (1 - confidence) ** (1 / counted),
    confidence,
    certainWindowMs: counted === 0 ? null : { least: Math.min(...certain), median: median(certain) },
    estimates: estimatesOf(times),
    gate: gateOf(counted, overlapping, requiredRounds),
  };
}

/** Undefined for a round without power: fewer than two effective racers, or none accepted. */
function timesOf(round: RaceRound): RoundTimes | undefined {
  const effective = round.filter(({ outcome }) => outcome === 'accepted' || outcome === 'refused');
  if (!effective.some(({ outcome }) => outcome === 'accepted')) return undefined;
  const sent = effective.map((racer) => racer.sent);
  const answered = effective.flatMap((racer) => racer.answered ?? []).sort((a, b) => a - b);
  const [first, second] = answered;
  if (first === undefined || second === undefined) return undefined;
  return {
    racers: answered.length,
    overlaps: Math.max(...sent) < first,
    certainMs: second - Math.min(...sent),
    firstGapMs: second - first,
    answerGaps: answered.slice(1).map((at, index) => at - (answered[index] ?? at)),
  };
}

/**
 * The gap between the two earliest answers overstates the gap between their arrivals. So the share of rounds with a gap
 * below a window understates how often a flaw with that window shows, if the window is well above the service's own
 * time between two answers.
 */
function estimatesOf(times: readonly RoundTimes[]): readonly SeenEstimate[] {
  if (times.length === 0) return [];
  const least = Math.max(1, 3 * median(times.flatMap(({ answerGaps }) => answerGaps)));
  return [least, ...windows.filter((windowMs) => windowMs > least)].map((windowMs) => {
    const perRound = times.filter(({ firstGapMs }) => firstGapMs < windowMs).length / times.length;
    return { windowMs, perRound, inAllRounds: 1 - (1 - perRound) ** times.length };
  });
}

function gateOf(counted: number, overlapping: number, required: number): Power['gate'] {
  if (counted < required || counted === 0)
    return {
      open: false,
      reason: `${counted} rounds had an accepted update and a rival that was accepted or lost to it, ${Math.max(required, 1)} are required`,
    };
  if (overlapping * 2 < counted)
    return {
      open: false,
      reason: `requests overlapped on the wire in ${overlapping} of ${counted} rounds, half are required`,
    };
  return { open: true, reason: `${counted} rounds counted, ${overlapping} overlapping on the wire` };
}

/** The statement as four lines, each with its kind of knowledge. */
export function powerLines(power: Power): readonly [string, string, string, string] {
  const { counted, overlapping, certainWindowMs, estimates } = power;
  const [estimate] = estimates;
  return [
    line('at once on the wire', `${overlapping}/${counted} rounds`, 'measured'),
    line('ruled out', excluded(power), 'bound, if rounds do not depend on each other'),
    line(
      'certain',
      certainWindowMs === null
        ? 'nothing: no round counted'
        : `a gap between check and write > ${roundedUp(certainWindowMs.least)} ms would have shown (least over rounds; median ${roundedUp(certainWindowMs.median)})`,
      'bound',
    ),
    line(
      'estimated',
      estimate === undefined
        ? 'nothing: no round counted'
        : `a gap of ${roundedUp(estimate.windowMs)} ms or more would have shown with p >= ${probability(estimate.inAllRounds)} (p = ${probability(estimate.perRound)} per round, ${counted} rounds)`,
      'estimate',
    ),
  ];
}

const line = (name: string, statement: string, kind: string): string =>
  `${name.padEnd(22)}${statement}  [${kind}]`;

/** Rounded down to two digits, at most 0.99. */
const probability = (value: number): string =>
  Math.min(0.99, Math.floor(value * 100 + 1e-9) / 100).toFixed(2);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? upper)) / 2;
}
