import { observedMember } from '../../clause/declarations.ts';
import type { OpenStatement } from '../../clause/section.ts';
import { operation } from '../../contract/endpoints.ts';
import {
  drawnCreates,
  membersOfCreates,
  refusedUndeclared,
  takenSupply,
  tryMembers,
} from '../../judging/surveys/members-taken.ts';
import { requireWrites } from '../../implementation/read-only.ts';
import type { Stage } from '../../implementation/stage.ts';

const names = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Observes which documented members of a create are accepted (4.6); compared with `fields.refused`. */
export const membersAreTaken: OpenStatement<Stage> = {
  statement: 'Which documented members a create may contain.',
  sends: `everything that the run has sent to ${operation('create')}; if no accepted body had a member, that member with up to six values`,
  rationale:
    'Bounds are not shown, so any value may be refused; a member that is refused with every value is suspect, since the contract documents it.',
  phase: 'overwrites',
  declares: [
    {
      key: 'fields.refused',
      met: (declared, observed) => {
        const taken = names(observedMember(observed, 'taken'));
        const refused = names(observedMember(observed, 'refused'));
        if (names(declared).some((name) => taken.includes(name))) return false;
        return names(declared).every((name) => refused.includes(name)) ? true : undefined;
      },
      untold: () => 'a declared member was in no accepted create, and was tried with too few values',
    },
  ],
  check: async (on) => {
    requireWrites(on);
    await tryMembers(on);
    const { taken, refused } = membersOfCreates(on.world);
    if (taken.length === 0 && refused.length === 0)
      return on.discarded('premise-failed', 'no create was accepted');
    const suspects = refusedUndeclared(on.world);
    await on.until('end');
    on.observe(
      { taken, refused, creates: await drawnCreates(on) },
      {
        suspect: suspects.length > 0 && {
          why: `Creates that contain ${suspects.join(' or ')} are refused whatever the value, though the contract documents it; ${takenSupply(on.world, suspects)} settles it.`,
        },
      },
    );
  },
};
