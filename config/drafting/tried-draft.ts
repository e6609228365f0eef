import type { Judgement } from '../../clause/judgement.ts';
import type { Profile } from '../../clause/profile.ts';
import { askedBy } from '../../clause/supplied-members.ts';
import { preventsConformant, type Verdict } from '../../clause/verdict.ts';
import type { Plan } from '../../implementation/plan.ts';
import { place } from '../../reporters/advice/limit-for.ts';
import { withoutMembers, type ProfileDraft } from './profile-draft.ts';
import { undecidedIn } from './undecided.ts';

/** The result of a run with a draft, and the draft without the keys that the run contradicts. */
export type TriedDraft = ReturnType<typeof triedDraft>;

/** Limits of scope for observations that find nothing because the answers show nothing. */
const soughtInVain: readonly string[] = ['key', 'action-effect'];

/** Compares a draft with a run under this draft and these limits: a contradicted or undecided line is no promise. */
export function triedDraft(
  plan: Plan,
  draft: ProfileDraft,
  judgements: ReadonlyMap<string, Judgement>,
  { stated, given }: { readonly stated: readonly string[]; readonly given: Profile },
) {
  const vain = new Map(
    draft.members.flatMap(({ key }): [string, string][] => {
      const { verdict = 'pass', reason } = judgements.get(`declared/${key}`) ?? {};
      if (['pass', 'not-tested', 'not-applicable'].includes(verdict)) return [];
      const why = reason === undefined ? '' : `: ${reason.text}`;
      return [[key, `it was seen in each run before, but not in the run with the draft (${verdict})${why}`]];
    }),
  );
  const musts = plan.sections
    .flatMap(({ clauses }) => clauses)
    .filter(({ level, limits }) => level === 'MUST' && !limits.some((one) => stated.includes(one)));
  const open = musts.flatMap((clause) => {
    const judgement = judgements.get(clause.id);
    return judgement !== undefined && preventsConformant({ ...clause, ...judgement })
      ? [{ ...clause, ...judgement }]
      : [];
  });
  const unshown = soughtInVain.filter((limit) =>
    open.some(
      ({ limits, reason }) => limits.includes(limit) && askedBy(reason?.supply ?? '').limit === limit,
    ),
  );
  const without = [...new Set([...stated, ...unshown])].toSorted((a, b) => place(a) - place(b));
  const left = open.filter(({ limits }) => !limits.some((one) => unshown.includes(one)));
  const failed = left.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  return {
    draft: withoutMembers(draft, vain, given),
    /** Keys whose value in the run differs from the observation. */
    takenBack: [...vain.keys()],
    unshown,
    failed,
    undecided: undecidedIn(plan, judgements, without),
    verdict: (failed.length > 0
      ? 'NON-CONFORMANT'
      : left.length > 0
        ? 'INCOMPLETE'
        : 'CONFORMANT') as Verdict,
    without,
  };
}
