import type { Judgement } from '../../../clause/judgement.ts';
import type { Profile } from '../../../clause/profile.ts';
import { observeRuns, tryingMethods, missingSections } from '../../../config/drafting/observed-target.ts';
import { draftProfile, type ProfileDraft } from '../../../config/drafting/profile-draft.ts';
import { triedDraft, type TriedDraft } from '../../../config/drafting/tried-draft.ts';
import { plan } from '../../../config/plan.ts';
import { parseProfile } from '../../../config/profile/profile.ts';
import { executeRun } from '../../../config/runs/executed-run.ts';
import type { Plan } from '../../../implementation/plan.ts';
import type { Reference } from '../../../reference/create.ts';
import type { Transport } from '../../../wire/exchange.ts';
import { inProcess } from './in-process-parts.ts';

/** What one server came to that was observed, and was then judged by the draft alone. */
export interface DraftedThenJudged {
  readonly draft: ProfileDraft;
  readonly judgements: ReadonlyMap<string, Judgement>;
  /** What `init` says of both. */
  readonly tried: TriedDraft;
  /** Requests of the observation, and of the run. */
  readonly requests: { readonly observed: number; readonly judged: number };
}

/** Generated cases and races aside. */
const clauses: Plan = {
  sections: plan.sections.map((section) => ({
    ...section,
    clauses: section.clauses.filter(({ check }) => check !== undefined),
  })),
  evidence: [],
};

/**
 * Observes a reference with these choices as `init` does for somebody who supplies tokens and every consent, and judges
 * the same one by what was drafted. `around` changes what both see of it, `wrap` what it does.
 */
export async function draftThenJudge(
  chosen: readonly string[],
  around: (transport: Transport) => Transport = (transport) => transport,
  wrap: (reference: Reference) => Reference = (reference) => reference,
): Promise<DraftedThenJudged> {
  const equip = inProcess({ choices: chosen, wrap }, {});
  const parts = (seed: number, profile: Profile) => {
    const equipped = equip(seed);
    const options = { ...equipped.options, profile };
    return { ...equipped, transport: around(equipped.transport), options };
  };
  const runs = await observeRuns(plan, (time) => {
    const equipped = parts(time + 1, {});
    return { ...equipped, options: tryingMethods(equipped.options) };
  });
  const draft = draftProfile(plan, runs, {});
  const drafted = parseProfile(JSON.stringify(draft.profile), 'draft');
  const missing = missingSections(runs.map((run) => run.record));
  const last = parts(7, drafted);
  const options = { ...last.options, without: new Set([...last.options.without, ...missing]) };
  const { judgements, record } = await executeRun({ ...last, options }, { plan: clauses });
  const observed = runs.reduce((sum, run) => sum + run.record.requests, 0);
  const tried = triedDraft(clauses, draft, judgements, { stated: missing, given: {} });
  return { draft, judgements, tried, requests: { observed, judged: record.requests } };
}

/** What is in the way of CONFORMANT: MUST clauses with a check that did not pass, and declared choices not kept. */
export function inTheWay(judgements: ReadonlyMap<string, Judgement>): readonly string[] {
  const stated = plan.sections.flatMap((section) => section.clauses);
  const musts = stated.filter(({ level, check }) => level === 'MUST' && check !== undefined);
  const undecided = musts.filter(({ id, blocks }) => {
    const verdict = judgements.get(id)?.verdict ?? 'not-tested';
    if (verdict === 'not-tested') return blocks === 'always';
    return verdict !== 'pass' && verdict !== 'not-applicable';
  });
  const broken = [...judgements].filter(
    ([id, { verdict }]) => id.startsWith('declared/') && verdict !== 'pass',
  );
  return [...undecided.map(({ id }) => id), ...broken.map(([id]) => id)];
}
