import { turnOf } from '../../run/random.ts';
import type { Abort } from '../../clause/verdict.ts';
import type { Plan } from '../../implementation/plan.ts';
import { executeRun, reachTarget, type ExecutedRun } from '../runs/executed-run.ts';
import type { RunParts } from '../runs/lead-run.ts';
import type { RunOptions } from '../../run/options.ts';
import { hidden } from '../runs/hidden.ts';
import { redactionOf } from '../secrets/brief-redaction.ts';
import { consents } from '../settings/consent.ts';
import { plan as everything } from '../plan.ts';
import { missingSections } from './missing-sections.ts';
import { draftProfile, type ProfileDraft } from './profile-draft.ts';
import type { Settings } from '../settings/settings.ts';
import { undecidedIn, type Undecided } from './undecided.ts';

/** What observing a target came to. */
export interface Observed {
  readonly draft: ProfileDraft;
  /** MUST clauses that failed on the way. */
  readonly failed: readonly string[];
  /** What the operator has to mend. */
  readonly mistakes: readonly string[];
  /** MUST clauses that were decided, of those that are asked while a target is observed. */
  readonly decided: { readonly count: number; readonly of: number };
  /** Sections that a limit of scope can leave out, since nothing is there. */
  readonly missing: readonly string[];
  /** What the draft leaves undecided. */
  readonly undecided: readonly Undecided[];
}

const times = 3;

/**
 * Runs every clause three times, each with a seed of its own, and drafts a profile. Generated cases and races are left
 * out: they decide nothing that is open.
 */
export async function observeTarget(
  settings: Settings,
  say: (line: string) => void,
): Promise<Observed | { readonly aborted: Abort }> {
  const target = await reachTarget(settings);
  try {
    const { options } = target.brief;
    say(`Observing ${options.baseUrl}, project ${options.projectKey}, ${times} times`);
    const runs = await observeRuns(everything, (time) => {
      say(`  run ${time + 1} of ${times}`);
      const parts = target.equip(turnOf(options.seed, time));
      return { ...parts, options: tryingMethods(parts.options) };
    });
    const last = runs.at(-1)?.record;
    if (last?.aborted !== undefined) return { aborted: last.aborted };
    if (last?.interrupted === true) return { aborted: { cause: 'harness', text: 'interrupted: no draft' } };
    for (const { id, why, changed } of runs.flatMap(({ record }) => record.leftovers))
      say(`note: ${id} was ${changed === true ? 'changed, and is not ours' : 'not deleted'}: ${why}`);
    const missing = missingSections(runs.map(({ record }) => record));
    return {
      draft: hidden(draftProfile(everything, runs, options.profile), redactionOf(target.brief).redact),
      failed: failures(runs),
      mistakes: [...new Set(runs.flatMap(({ record }) => record.mistakes ?? []))],
      decided: decidedIn(runs.at(-1)),
      missing,
      undecided: undecidedIn(everything, runs.at(-1)?.judgements ?? new Map(), missing),
    };
  } finally {
    await target.close();
  }
}

/** Runs of a plan's clauses one after the other, until one cannot go on; none judges declared choices. */
export async function observeRuns(
  plan: Plan,
  equip: (time: number) => RunParts,
): Promise<readonly ExecutedRun[]> {
  const clauses: Plan = { sections: withoutEvidence(plan), evidence: [] };
  const selected = new Set(clauses.sections.flatMap((section) => section.clauses.map(({ id }) => id)));
  const runs: ExecutedRun[] = [];
  for (let time = 0; time < times; time += 1) {
    const parts = equip(time);
    const options = time < times - 1 ? withoutMinted(parts.options) : parts.options;
    const run = await executeRun({ ...parts, options }, { plan: clauses, selected });
    runs.push(run);
    if (run.record.aborted !== undefined || run.record.interrupted) break;
  }
  return runs;
}

/** Refusals of tokens with further scopes decide nothing that is open: the last run asks for them, and no other. */
function withoutMinted(options: RunOptions): RunOptions {
  return { ...options, without: new Set([...options.without, 'minted-scopes']) };
}

/** With every consent the methods that the contract does not show are found by trying; what is declared stays. */
export function tryingMethods(options: RunOptions): RunOptions {
  if (!consents.every((consent) => options.consent.has(consent))) return options;
  const { profile } = options;
  return { ...options, profile: { ...profile, probe: { undeclaredMethods: true, ...profile.probe } } };
}

function decidedIn(run: ExecutedRun | undefined): Observed['decided'] {
  const musts = withoutEvidence(everything)
    .flatMap(({ clauses }) => clauses)
    .filter(({ level }) => level === 'MUST');
  const isDecided = (id: string): boolean =>
    ['pass', 'fail', 'not-applicable'].includes(run?.judgements.get(id)?.verdict ?? '');
  return { count: musts.filter(({ id }) => isDecided(id)).length, of: musts.length };
}

/** Clauses that only generated cases decide are left out with them. */
function withoutEvidence({ sections }: Plan): Plan['sections'] {
  return sections.map((section) => ({
    ...section,
    clauses: section.clauses.filter(({ check }) => check !== undefined),
  }));
}

function failures(runs: readonly ExecutedRun[]): readonly string[] {
  const failed = runs.flatMap(({ judgements }) =>
    [...judgements].filter(([id, { verdict }]) => verdict === 'fail' && !id.startsWith('declared/')),
  );
  return [...new Set(failed.map(([id]) => id))];
}
