import type { ClauseVerdict } from './judgement.ts';

/** How much evidence a run gathers, the least first. */
export const depthNames = ['ci', 'release', 'certify'] as const;

/** A known fail with an owner, until a date. */
export interface Waiver {
  /** The clause that fails; for a cause that no report has yet, the name of the cause. */
  readonly clause: string;
  /** A mistake as a report names it (`4.10: compares versions with <`): all of its clauses are waived, but only for this mistake. */
  readonly cause?: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day of its validity: `2026-12-31`. */
  readonly expires: string;
  /** The least depth at which the clause fails. */
  readonly depth: (typeof depthNames)[number];
  /** Not every run shows the fail. */
  readonly chance?: true;
}

/** A waiver as the report has it. */
export interface ReportedWaiver extends Waiver {
  /**
   * - `applied`: the clause fails, and the waiver has an owner. - `idle`: it does not fail, but may still be broken: it
   * was not decided, or it depends on chance. - `stale`: it did not fail although a fail would have shown: it passed,
   * or it is undecided because of another waiver.
   */
  readonly state: 'applied' | 'idle' | 'stale';
  /** Clauses that are undecided only because of this and other waived fails: they are waived too. */
  readonly behind?: readonly string[];
}

/** The facts that determine the state of a waiver. */
export interface WaivedRun {
  readonly clauses: readonly {
    readonly id: string;
    readonly verdict: ClauseVerdict;
    readonly waitsFor?: readonly string[];
  }[];
  readonly isWhole: boolean;
  readonly depth: string;
  /** Whether the fail of the clause depends on chance: a race, or generated cases. */
  readonly isByChance: (clause: string) => boolean;
}

/** States for each waiver whether it applies, what it covers, and whether it is still needed. */
export function stateWaivers(waivers: readonly Waiver[], run: WaivedRun): readonly ReportedWaiver[] {
  const verdicts = new Map(run.clauses.map(({ id, verdict }) => [id, verdict]));
  const depth = depthNames.findIndex((name) => name === run.depth);
  const causes = causesOf(waivers, run);
  return waivers.map((waiver) => {
    const { clause } = waiver;
    const verdict = verdicts.get(clause);
    if (verdict === 'fail') {
      const behind = [...causes].flatMap(([id, waived]) => (waived.has(clause) ? [id] : []));
      return { ...waiver, state: 'applied', ...(behind.length === 0 ? {} : { behind }) };
    }
    const wouldShow =
      run.isWhole &&
      depth >= depthNames.indexOf(waiver.depth) &&
      waiver.chance !== true &&
      !run.isByChance(clause);
    const isGone = verdict === 'pass' || causes.has(clause) || isCauseGone(waiver, run);
    return { ...waiver, state: isGone && wouldShow ? 'stale' : 'idle' };
  });
}

/** Whether no clause fails at the operations of a cause: otherwise the cause may have another name. */
function isCauseGone({ cause }: Waiver, { clauses }: WaivedRun): boolean {
  const sections = cause?.match(/\b4\.\d+\b|^Resources\b/g);
  if (sections === undefined || sections === null) return false;
  return !clauses.some(({ id, verdict }) => verdict === 'fail' && sections.includes(id.split('/')[0] ?? ''));
}

/** For each clause that is undecided only because of waived fails, directly or through other clauses: the fails. */
function causesOf(
  waivers: readonly Waiver[],
  { clauses }: WaivedRun,
): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Set(waivers.map(({ clause }) => clause));
  const failing = new Set(
    clauses.flatMap(({ id, verdict }) => (verdict === 'fail' && named.has(id) ? [id] : [])),
  );
  const causes = new Map<string, ReadonlySet<string>>();
  const causeOf = (id: string): ReadonlySet<string> | undefined =>
    failing.has(id) ? new Set([id]) : causes.get(id);
  for (let known = -1; known < causes.size;) {
    known = causes.size;
    for (const { id, waitsFor = [] } of clauses) {
      const found = waitsFor.map(causeOf);
      if (causes.has(id) || found.length === 0 || found.includes(undefined)) continue;
      causes.set(id, new Set(found.flatMap((one) => [...(one ?? [])])));
    }
  }
  return causes;
}
