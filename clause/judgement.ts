import { defined } from './defined.ts';
import type { Finding, Reason, Sample } from './sample.ts';

/** How firmly the contract speaks: it demands, recommends or is silent; `DECLARED`: the vendor has chosen. */
export type Level = 'MUST' | 'SHOULD' | 'OPEN' | 'DECLARED';

/** In the order in which reports count them. */
export const clauseVerdicts = [
  'pass',
  'fail',
  'warn',
  'inconclusive',
  'not-tested',
  'not-applicable',
  'observed',
  'error',
] as const;

/** The judgement of a run on one clause. `error` is the suite's own failure and never counts against a server. */
export type ClauseVerdict = (typeof clauseVerdicts)[number];

/** The reason why behaviour that breaks no rule is suspect. */
export interface Suspicion {
  readonly why: string;
  /** The key of the profile that declares the behaviour as intended; a kept declaration settles the suspicion. */
  readonly pin?: string;
}

/** The evidence of one check of a clause. */
export interface Tally {
  readonly samples: readonly Sample[];
  /** For open points: the observed value, as plain JSON. */
  readonly observed?: unknown;
  readonly suspect?: boolean;
  readonly suspicion?: Suspicion;
  /** The message of an exception in the suite's own code. */
  readonly error?: string;
}

/** How many samples must hold before a check may pass. */
export interface Demand {
  readonly level: Level;
  readonly minimum: number;
}

/** The judgement of one clause, as the matrix and the report show it. */
export interface Judgement {
  readonly verdict: ClauseVerdict;
  readonly reason?: Reason;
  /** Why a deviation could not be confirmed; absent if there was none. */
  readonly deviated?: Reason;
  /** Clauses whose deviations alone leave this clause undecided; absent if there is another reason. */
  readonly waitsFor?: readonly string[];
  /** Samples in which the premise was reached. */
  readonly premise: number;
  readonly held?: number;
  /** Samples taken. */
  readonly checks: number;
  readonly suspect: boolean;
  readonly suspicion?: Suspicion;
  readonly findings: readonly Finding[];
  readonly observed?: unknown;
}

/** If a larger share of samples has no usable answer, the clause is undecided. */
const greatestShareOfNoise = 0.2;

/** Judges one check from its samples: a deviation is never outvoted, and silence is never a pass. */
export function judgeCheck(tally: Tally, demand: Demand): Judgement {
  const { samples } = tally;
  const held = samples.filter((sample) => sample.kind === 'held').length;
  const noise = samples.filter((sample) => sample.kind === 'noise');
  const findings = samples.flatMap((sample) => (sample.kind === 'violated' ? [sample.finding] : []));
  const undecided = samples.filter((sample) => sample.kind === 'undecided');
  // A deviation without confirmation outweighs any other undecided sample.
  const [doubt] = undecided.toSorted((a, b) => Number(b.deviated ?? false) - Number(a.deviated ?? false));
  const seen = {
    premise: samples.filter(
      (sample) => sample.kind === 'held' || sample.kind === 'violated' || sample.kind === 'undecided',
    ).length,
    ...(held === 0 ? {} : { held }),
    checks: samples.length,
    suspect: tally.suspect ?? tally.suspicion !== undefined,
    ...defined({ suspicion: tally.suspicion }),
    findings,
    ...defined({ observed: tally.observed }),
  };
  const [first] = findings;
  // No answer can violate an open point: a deviation that its check meets is only suspect.
  if (first !== undefined && demand.level === 'OPEN')
    return { ...seen, verdict: 'observed', suspect: true, suspicion: tally.suspicion ?? metOnTheWay(first) };
  if (findings.length > 0) return { ...seen, verdict: demand.level === 'SHOULD' ? 'warn' : 'fail' };
  if (tally.error !== undefined)
    return { ...seen, verdict: 'error', reason: { code: 'premise-failed', text: tally.error } };
  if (demand.level === 'OPEN') return { ...seen, ...openVerdict(tally) };
  if (doubt !== undefined)
    return {
      ...seen,
      verdict: 'inconclusive',
      reason: doubt.reason,
      ...(doubt.deviated === true ? { deviated: doubt.reason } : {}),
      ...defined({ waitsFor: awaitedBy(samples, demand.minimum) }),
    };
  if (held >= Math.max(1, demand.minimum)) {
    if (noise.length <= greatestShareOfNoise * (held + noise.length)) return { ...seen, verdict: 'pass' };
    return { ...seen, verdict: 'inconclusive', reason: noiseReason(noise.length, held + noise.length) };
  }
  return { ...seen, ...withoutEnough(samples, held, demand.minimum) };
}

function metOnTheWay({ expected, got }: Finding): Suspicion {
  return { why: `While preparing the case, ${expected} was expected, got ${got}.` };
}

/** The reason of a clause without any sample. */
export const sawNoCase: Reason = { code: 'not-observable', text: 'the run saw no case of it' };

function noiseReason(noise: number, of: number): Reason {
  return { code: 'noise', text: `${noise} of ${of} samples got no usable answer (network or rate limits)` };
}

function openVerdict(tally: Tally): Pick<Judgement, 'verdict' | 'reason'> {
  if (tally.observed !== undefined) return { verdict: 'observed' };
  for (const sample of tally.samples)
    if (sample.kind === 'discarded' || sample.kind === 'undecided')
      return { verdict: 'not-tested', reason: sample.reason };
  return { verdict: 'not-tested', reason: sawNoCase };
}

function withoutEnough(
  samples: readonly Sample[],
  held: number,
  minimum: number,
): Pick<Judgement, 'verdict' | 'reason' | 'waitsFor'> {
  const noise = samples.filter((sample) => sample.kind === 'noise').length;
  if (noise > greatestShareOfNoise * (held + noise))
    return { verdict: 'inconclusive', reason: noiseReason(noise, held + noise) };
  if (held > 0)
    return {
      verdict: 'inconclusive',
      reason: {
        code: 'reach-too-low',
        text: `${held} ${held === 1 ? 'case' : 'cases'} reached the premise, ${minimum} are needed`,
      },
    };
  const discarded = samples.find((sample) => sample.kind === 'discarded');
  if (discarded?.kind === 'discarded')
    return {
      verdict: verdictWithout(discarded.reason),
      reason: discarded.reason,
      ...defined({ waitsFor: awaitedBy(samples, minimum) }),
    };
  return { verdict: 'not-tested', reason: sawNoCase };
}

/** The clauses that all undecided samples wait for; undefined if a sample has another reason. */
function awaitedBy(samples: readonly Sample[], minimum: number): readonly string[] | undefined {
  const count = (kind: Sample['kind']): number => samples.filter((one) => one.kind === kind).length;
  const reached = count('held') + count('undecided');
  if (count('noise') > greatestShareOfNoise * (reached + count('noise'))) return undefined;
  // If enough cases reached the premise, the remaining cases do not matter.
  const isEnough = reached >= Math.max(1, minimum);
  const waiting = samples.filter(
    (one) => one.kind === 'undecided' || (one.kind === 'discarded' && !isEnough),
  );
  const awaited = waiting.map((one) =>
    (one.kind === 'undecided' && one.deviated !== true) || one.kind === 'discarded'
      ? (one.reason.claims ?? []).flatMap((claim) => (claim.kind === 'waits-for' ? [claim.clause] : []))
      : [],
  );
  return awaited.length === 0 || awaited.some((clauses) => clauses.length === 0)
    ? undefined
    : [...new Set(awaited.flat())];
}

/** The verdict on a clause that was not tested for the given reason. */
export function verdictWithout({ code }: Reason): 'not-applicable' | 'not-tested' {
  // The clause is out of scope; or declared as nothing to test, which the declared clause checks.
  return code === 'declared-absent' || code === 'out-of-scope' ? 'not-applicable' : 'not-tested';
}

/**
 * Joins the judgements of one clause's checks: any fail, error, warning or unconfirmed deviation wins;
 * otherwise the first check decides. A harness error must never hide behind a pass.
 */
export function judgeClause(decisive: Judgement, others: readonly Judgement[]): Judgement {
  const all = [decisive, ...others];
  const findings = all.flatMap((one) => one.findings);
  const observed = all.find((one) => one.observed !== undefined)?.observed;
  const suspicion = all.find((one) => one.suspicion !== undefined)?.suspicion;
  const speaker =
    all.find((one) => one.verdict === 'fail') ??
    all.find((one) => one.verdict === 'error') ??
    all.find((one) => one.verdict === 'warn') ??
    (decisive.verdict === 'not-applicable' ? decisive : all.find((one) => one.deviated !== undefined)) ??
    decisive;
  return {
    ...speaker,
    ...defined({ observed, suspicion }),
    findings,
    premise: all.reduce((sum, one) => sum + one.premise, 0),
    checks: all.reduce((sum, one) => sum + one.checks, 0),
    suspect: all.some((one) => one.suspect),
  };
}
