import { says } from '../../wire/status.ts';
import { defined } from '../../clause/defined.ts';
import type { OpenStatement } from '../../clause/section.ts';
import { observedMember } from '../../clause/declarations.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import type { Stage } from '../../implementation/stage.ts';
import { changeTo } from '../../implementation/updates/changes.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { blockedBy } from '../../implementation/blocked-by.ts';
import { lookWithinLag } from '../../implementation/resources/lag.ts';

const attempts = 3;

/** The place at which a resource shows the change by changeSomeProperty (4.10); compared with `update.observable`. */
export function visibleChange(): OpenStatement<Stage> {
  return {
    statement: 'Where a resource shows the value that changeSomeProperty gave it.',
    rationale: 'The contract names the action and no member that shows its effect.',
    declares: [
      {
        key: 'update.observable',
        met: (declared, observed) => {
          const pointers = observedMember(observed, 'pointers');
          if (declared === 'none') return Array.isArray(pointers) ? pointers.length === 0 : undefined;
          const shows = observedMember(observed, 'asDeclared');
          return typeof shows === 'boolean' ? shows : undefined;
        },
      },
    ],
    check: async (on) => {
      const { pointers } = on.facts;
      if (pointers === undefined) return on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
      const declared = on.profile.update?.observable;
      if (declared === undefined || declared === 'none') return on.observe({ pointers });
      const asDeclared = pointers.includes(declared) ? true : await showsLater(on, declared);
      on.observe({ pointers, ...defined({ asDeclared }) });
    },
  };
}

/**
 * Whether one of three changes shows at the pointer before the longest lag is over; undefined if no read can tell, or
 * if the pointer holds a text that differs after each change: it may be stored in another case, or normalised.
 */
async function showsLater(on: Stage, pointer: string): Promise<boolean | undefined> {
  return await on.own(async (own) => {
    const others = new Set<string>();
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const value = on.canary();
      const match = await matchingUpdate(on, own, [changeTo(value)]);
      if (match.kind !== 'accepted' || says(match.exchange, 'later')) return undefined;
      let isRead = false;
      let shown: unknown;
      const shows = await lookWithinLag(on, own, async () => {
        const read = await readOwn(on, own);
        isRead = read.succeeded;
        shown = valueAt(read.value, pointer);
        return shown === value;
      });
      if (shows) return true;
      if (!isRead) return undefined;
      if (typeof shown === 'string') others.add(shown);
    }
    return others.size === attempts ? undefined : false;
  });
}
