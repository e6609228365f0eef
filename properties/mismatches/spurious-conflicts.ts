import { tellSomething } from '../../judging/telling.ts';
import { outOfLag } from '../../implementation/resources/lag.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { isOneForAll, standApart } from '../../implementation/learnt.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import type { SpuriousConflict } from '../../implementation/updates/mismatch-batch.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';

/** So many of the whole run are no accident. */
const enough = 2;
/** Where a lag may explain them, so many resources are updated so often when none does; and more often to find a second. */
const resources = 20;
const times = { usual: 2, most: 5 };

/**
 * The version just shown is accepted every time (4.10): 409s to versions that were accepted when they were stated again are
 * counted over the whole run. Where lags may explain them, more updates are sent when none can. It draws nothing: it
 * judges all updates of the run, 160 at the least depth.
 */
export const spuriousConflicts = holds(
  '4.10/matching-version-is-accepted',
  '409s of the whole run to the version just shown, and forty more updates where a lag may explain two',
  {
    phase: 'late',
    minimum: () => 0,
    check: async (on) => {
      const mayLookFurther = on.spuriousConflicts.length >= enough && standApart(on.facts);
      if (mayLookFurther && unexplained(on).length < enough && !isOneForAll(on.facts))
        await updateSettled(on);
      const found = unexplained(on);
      const answers = found.map(({ exchange }) => exchange);
      if (found.length < enough || !(await tellSomething(on, answers))) return;
      const all = on.spuriousConflicts;
      const seconds = all.reduce((sum, { costMs }) => sum + costMs, 0) / 1_000;
      on.undecided(
        'flaky',
        `${all.length} updates with the version just shown were answered 409 and then accepted, ${found.length} of them later than any replica lag; this took ${seconds.toFixed(1)} s`,
        { exchanges: answers.slice(-enough), deviated: true },
      );
    },
  },
);

function unexplained(on: Stage): readonly SpuriousConflict[] {
  return on.spuriousConflicts.filter(({ isUnexplained }) => isUnexplained);
}

/** Updates each alone on the wire, and later than any lag of the write before it. */
async function updateSettled(on: Stage): Promise<void> {
  const made = await Promise.all(Array.from({ length: resources }, () => on.another()));
  const owns = made.map(({ own }) => own);
  const isOpen = (found: number): boolean => found > 0 && found < enough;
  for (let time = 0; time < times.most; time += 1)
    if (time < times.usual || isOpen(unexplained(on).length))
      await Promise.all(owns.map((own) => updateOnce(on, own)));
}

async function updateOnce(on: Stage, own: OwnResource): Promise<void> {
  await outOfLag(on, own);
  own.forget();
  await matchingUpdate(on, own, [anyAction(on)], { alone: true });
}
