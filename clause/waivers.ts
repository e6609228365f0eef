import type { ClauseVerdict } from './judgement.ts';

/** How much evidence a run gathers, the least first. */
export const depthNames = ['ci', 'release', 'certify'] as const;

/** A fail that somebody answers for, until a day. */
export interface Waiver {
  readonly clause: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it holds: `2026-12-31`. */
  readonly expires: string;
  /** The least depth at which the fail shows. */
  readonly depth: (typeof depthNames)[number];
  /** The fail does not show in each run. */
  readonly chance?: true;
}

/** A waiver as the report has it. */
export interface ReportedWaiver extends Waiver {
  /**
   * - `applied`: the clause fails, and somebody answers for it.
   * - `idle`: it does not fail, and that says nothing: it was not decided, or a fail may show next time.
   * - `stale`: it passed where its fail would have shown.
   */
  readonly state: 'applied' | 'idle' | 'stale';
}

/** What the state of a waiver hangs on. */
export interface WaivedRun {
  readonly clauses: readonly { readonly id: string; readonly verdict: ClauseVerdict }[];
  /** Everything was to be judged, and the run came to its end. */
  readonly isWhole: boolean;
  readonly depth: string;
  /** Whether what the clause fails by hangs on chance: a race, or generated cases. */
  readonly isByChance: (clause: string) => boolean;
}

/** Says of each waiver whether it applies, and whether it is needed any more. */
export function stateWaivers(waivers: readonly Waiver[], run: WaivedRun): readonly ReportedWaiver[] {
  const verdicts = new Map(run.clauses.map(({ id, verdict }) => [id, verdict]));
  const depth = depthNames.findIndex((name) => name === run.depth);
  return waivers.map((waiver) => {
    const verdict = verdicts.get(waiver.clause);
    if (verdict === 'fail') return { ...waiver, state: 'applied' };
    const wouldShow =
      run.isWhole &&
      depth >= depthNames.indexOf(waiver.depth) &&
      waiver.chance !== true &&
      !run.isByChance(waiver.clause);
    return { ...waiver, state: verdict === 'pass' && wouldShow ? 'stale' : 'idle' };
  });
}
