import type { Profile } from '../../../clause/profile.ts';
import type { Report } from '../../../clause/report.ts';
import { observeRuns, tryingMethods } from '../../../config/drafting/observed-target.ts';
import { draftProfile } from '../../../config/drafting/profile-draft.ts';
import { plan } from '../../../config/plan.ts';
import { parseProfile } from '../../../config/profile/profile.ts';
import { withScripts } from '../../../reporters/reproduce/report-scripts.ts';
import type { RunOptions } from '../../../run/options.ts';
import { inProcess } from '../in-process/in-process-parts.ts';
import { judgeWhole } from '../whole-run.ts';

/** One whole run on the reference in this process, as its page is made from it. */
export interface RehearsedReport {
  readonly verdict: Report['verdict'];
  readonly profile: 'no profile' | 'drafted profile';
  readonly report: Report;
}

/** A server that never compares versions: one clause of it alone comes to more than twenty findings. */
const fault = 'version-never-checked';

/** Reports of runs of each verdict, each without a profile and with the one that `init` drafts. */
export async function rehearsedReports(): Promise<readonly RehearsedReport[]> {
  const drafted = await draftedProfile();
  // Of an operation with a method that nobody declares nothing is decided.
  const left: Partial<RunOptions> = { without: new Set(['4.14', '4.15']) };
  const rows = [
    ['CONFORMANT', 'no profile', [], left],
    ['CONFORMANT', 'drafted profile', [], { profile: drafted }],
    ['NON-CONFORMANT', 'no profile', [fault], {}],
    ['NON-CONFORMANT', 'drafted profile', [fault], { profile: drafted }],
    ['INCOMPLETE', 'no profile', [], {}],
    ['INCOMPLETE', 'drafted profile', [], { profile: drafted, consent: new Set<never>() }],
  ] as const;
  const made: RehearsedReport[] = [];
  for (const [verdict, profile, faults, options] of rows) {
    const equip = inProcess({ faults }, {}, options);
    const { report } = await judgeWhole(equip(1));
    // A run names scripts in its report, and its page shows them.
    const scripting = { folder: 'reports/reproduce', profile: options === left ? {} : drafted };
    made.push({ verdict, profile, report: withScripts(report, scripting).report });
  }
  return made;
}

async function draftedProfile(): Promise<Profile> {
  const equip = inProcess({}, {});
  const runs = await observeRuns(plan, (seed) => {
    const parts = equip(seed);
    return { ...parts, options: tryingMethods(parts.options) };
  });
  return parseProfile(JSON.stringify(draftProfile(plan, runs, {}).profile), 'draft');
}
