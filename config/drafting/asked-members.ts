import type { PlainJson, Profile } from '../../clause/profile.ts';
import { askedBy, isToFillIn } from '../../clause/supplied-members.ts';
import { declaredValue } from '../../clause/declared.ts';
import { profileKeys } from '../profile/keys.ts';
import { profileSchema } from '../profile/profile.ts';
import { isLimit, leavesOut } from './draft-rules.ts';
import { mayBeDeclared, type DraftedMember } from './profile-draft.ts';
import type { Undecided } from './undecided.ts';

/**
 * The members that a run by a draft has asked for. The vendor decides members that need a value from him,
 * that take clauses out of a run, and that he has stated.
 */
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
