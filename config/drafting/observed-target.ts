import { turnOf } from '../../run/random.ts';
import type { Leftover, RunRecord } from '../../clause/report.ts';
import type { Abort } from '../../clause/verdict.ts';
import type { Plan } from '../../implementation/plan.ts';
import { executeRun, reachTarget, type ExecutedRun } from '../runs/executed-run.ts';
import type { RunParts } from '../runs/lead-run.ts';
import type { RunOptions } from '../../run/options.ts';
import { hidden } from '../runs/hidden.ts';
import { redactionOf } from '../secrets/brief-redaction.ts';
import { consents } from '../settings/consent.ts';
import { plan as everything } from '../plan.ts';
import { parseProfile, profileSchema } from '../profile/profile.ts';
import {
  draftProfile,
  withMembers,
  type ProfileDraft,
  mayBeDeclared,
  type DraftedMember,
  isLimit,
  leavesOut,
} from './profile-draft.ts';
import type { Settings } from '../settings/settings.ts';
import { triedDraft, type TriedDraft } from './tried-draft.ts';
import { coreSections } from '../../contract/traits.ts';
import type { PlainJson, Profile } from '../../clause/profile.ts';
import { askedBy, isToFillIn } from '../../clause/supplied-members.ts';
import { declaredValue } from '../../clause/declared.ts';
import { profileKeys } from '../profile/keys.ts';
import type { Undecided } from './undecided.ts';

export interface Observed {
  readonly draft: ProfileDraft;
  readonly failed: readonly string[];
  readonly mistakes: readonly string[];
  /** Sections without any operation on the server, which a limit of scope can leave out. */
  readonly missing: readonly string[];
  readonly tried: Omit<TriedDraft, 'draft'>;
}

const times = 3;

/** Runs every clause three times, by three seeds, and drafts a profile. Generated cases decide nothing open. */
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
    const missing = missingSections(runs.map(({ record }) => record));
    const observed = hidden(
      draftProfile(everything, runs, options.profile),
      redactionOf(target.brief).redact,
    );
    say('  run with the draft');
    const stated = [...options.without, ...missing];
    const trials: ExecutedRun[] = [];
    const tryIt = async (drafted: ProfileDraft): Promise<TriedDraft> => {
      const parts = target.equip(turnOf(options.seed, times + trials.length));
      const trial = await tryDraft(parts, drafted, stated);
      trials.push(trial);
      return triedDraft(everything, drafted, trial.judgements, { stated, given: options.profile });
    };
    let best = await tryIt(observed);
    // A decision by one member may require another member.
    for (let more = 0; more < mostCompleted; more += 1) {
      const asked = askedMembers(best.undecided, options.profile);
      const completed = withMembers(best.draft, asked, options.profile);
      if (completed === undefined) break;
      say('    run by the draft, with the declarations that the last run asked for');
      const next = await tryIt(completed);
      if (!isBetter(next, best)) break;
      best = next;
    }
    const { draft, ...tried } = best;
    const records = [...runs, ...trials].map(({ record }) => record);
    leftoverLines(records.flatMap(({ leftovers }) => leftovers)).forEach((line) => say(line));
    return {
      draft,
      failed: [...new Set([...failures(runs), ...tried.failed])],
      mistakes: [...new Set(records.flatMap(({ mistakes }) => mistakes ?? []))],
      missing,
      tried,
    };
  } finally {
    await target.close();
  }
}

const mostCompleted = 2;
const mostNamed = 3;

/** One line for all resources that stay for the same reason: a ledger and the reports contain each resource. */
function leftoverLines(leftovers: readonly Leftover[]): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { id, why, changed } of leftovers) {
    const reason = `${changed === true ? 'changed, and of another run or client' : 'not deleted'}: ${why}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  }
  return [...byReason].map(([reason, ids]) => {
    const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : '';
    return `note: ${reason} (${ids.slice(0, mostNamed).join(', ')}${more})`;
  });
}

/** Whether a draft makes no further clause fail, and decides a clause that asked for a declaration, or more clauses. */
function isBetter(one: TriedDraft, other: TriedDraft): boolean {
  const open = ({ undecided }: TriedDraft): readonly string[] => undecided.flatMap(({ clauses }) => clauses);
  const asked = other.undecided.filter(({ supply = '' }) => askedBy(supply).profile !== undefined);
  const isDecided = asked.some(({ clauses }) => clauses.every((id) => !open(one).includes(id)));
  return (
    (isDecided || open(one).length < open(other).length) &&
    one.failed.every((id) => other.failed.includes(id))
  );
}

async function tryDraft(
  parts: RunParts,
  draft: ProfileDraft,
  stated: readonly string[],
): Promise<ExecutedRun> {
  const profile = parseProfile(JSON.stringify(draft.profile), 'draft');
  const options = { ...parts.options, profile, without: new Set(stated) };
  return await executeRun({ ...parts, options }, { plan: everything });
}

/** Runs the clauses of a plan several times, until a run cannot go on; no run judges declared choices. */
export async function observeRuns(
  plan: Plan,
  equip: (time: number) => RunParts,
): Promise<readonly ExecutedRun[]> {
  const clauses: Plan = { sections: withoutEvidence(plan), evidence: [] };
  const selected = new Set(clauses.sections.flatMap((section) => section.clauses.map(({ id }) => id)));
  const runs: ExecutedRun[] = [];
  for (let time = 0; time < times; time += 1) {
    const parts = equip(time);
    // Refusals of tokens with further scopes decide no open point: only the last run sends these tokens.
    const without = new Set([...parts.options.without, ...(time < times - 1 ? ['minted-scopes'] : [])]);
    const options: RunOptions = { ...parts.options, without, asksEveryPoint: true };
    const run = await executeRun({ ...parts, options }, { plan: clauses, selected });
    runs.push(run);
    if (run.record.aborted !== undefined || run.record.interrupted) break;
  }
  return runs;
}

/** With every consent, the run tries undeclared methods; declared methods stay. */
export function tryingMethods(options: RunOptions): RunOptions {
  if (!consents.every((consent) => options.consent.has(consent))) return options;
  const { profile } = options;
  return { ...options, profile: { ...profile, probe: { undeclaredMethods: true, ...profile.probe } } };
}

/** Leaves out generated cases, and the clauses that only such cases decide. */
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

/** Optional sections in which each run found a missing operation, and no operation that answers. */
export function missingSections(records: readonly Pick<RunRecord, 'operations'>[]): readonly string[] {
  const inEach = records.map(({ operations = [] }) => {
    const isMissing = (section: string): boolean => {
      const states = operations.filter((one) => one.section === section).map(({ state }) => state);
      return states.includes('missing') && states.every((state) => state === 'missing' || state === 'unsent');
    };
    return [...new Set(operations.map(({ section }) => section))].filter(isMissing);
  });
  const [first = [], ...others] = inEach;
  return first.filter(
    (section) =>
      !coreSections.some((core) => core === section) && others.every((found) => found.includes(section)),
  );
}

/** The members that a run by a draft has asked for, except members that the vendor has to decide. */
export function askedMembers(undecided: readonly Undecided[], given: Profile): readonly DraftedMember[] {
  const keys = profileKeys(profileSchema().schema).map(({ key }) => key);
  return undecided.flatMap(({ supply = '', clauses }) => {
    const { profile, settings } = askedBy(supply);
    if (profile === undefined || settings !== undefined || isToFillIn(profile)) return [];
    return keys.flatMap((key): DraftedMember[] => {
      const value = declaredValue(profile, key) as PlainJson | undefined;
      if (value === undefined || isLimit(key, value) || leavesOut.test(key)) return [];
      if (declaredValue(given, key) !== undefined || !mayBeDeclared(key, value)) return [];
      const others = clauses.length === 1 ? '' : ` and ${clauses.length - 1} more`;
      return [{ key, value, grounds: `asked for by ${clauses[0] ?? ''}${others} in the run by the draft` }];
    });
  });
}
