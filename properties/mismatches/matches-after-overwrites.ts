import { standApart } from '../../implementation/learnt.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { acceptedOverwrites, overwrittenResource } from '../../suites/overwrites/accepted.ts';
import { conflictFor, judgeLeftBehind, type LeftBehind } from './matches-after-refusals.ts';

/**
 * An overwrite gives a resource another version, which the next update has to state (4.7, 4.8, 4.10): a server may
 * keep the version for updates elsewhere.
 */
export const matchesAfterOverwrites = holds(
  '4.10/matching-version-is-accepted',
  'the version that reads show after an overwrite, on the resource that was overwritten',
  {
    draws: false,
    phase: 'overwrites',
    minimum: () => 0,
    check: async (on) => {
      if (on.facts.updates !== 'accepted' || !standApart(on.facts)) return;
      for (const name of ['patch', 'put'] as const)
        await judgeLeftBehind(
          on,
          () => conflictAfter(on, name),
          'the actual version was answered 409 after an overwrite',
        );
    },
  },
);

async function conflictAfter(
  on: Stage,
  name: 'patch' | 'put',
): Promise<LeftBehind | undefined | 'no premise'> {
  const own = await overwrittenResource(on, name);
  if (own === undefined) return 'no premise';
  const overwrites = await acceptedOverwrites(on, name);
  const before = await overwrites.accepted(on, on.writer, { canary: on.canary() });
  if (overwrites.place !== 'own' || !before.succeeded) return 'no premise';
  own.forget();
  return await conflictFor(on, own, { before, actions: [anyAction(on)] });
}
