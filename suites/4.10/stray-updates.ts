import { isOneForAll } from '../../implementation/learnt.ts';
import type { Stage } from '../../implementation/stage.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';
import { stateShows } from '../../judging/effects/state.ts';
import { strayUpdates } from '../../world/resources/stray-updates.ts';

/**
 * Judges all reads of the run, also while other updates were under way: the place of changes shows a text that only updates
 * of another resource have contained (4.10). One read may be a mistake on the way; several are a state.
 */
export async function judgeStrayUpdates(on: Stage): Promise<void> {
  if (isOneForAll(on.facts)) return;
  await on.until('end');
  const found = strayUpdates(on.world.history).all.filter(
    ({ read, text }) => stateShows(on, read, text, () => false) !== undefined,
  );
  const [last] = found.slice(-1);
  if (last === undefined) return;
  const { update, read, text } = last;
  if (found.length < confirmations)
    return notEveryTime(on, 'a resource showed the change of an update that named another one', [
      update,
      read,
    ]);
  on.violated({
    expected: 'a resource that the update did not name to stay as it was',
    got: 'the change of the update in another resource',
    deviation: { kind: 'holds', exchange: read, text },
    exchanges: [update, read],
    reproduced: `${found.length}/${found.length}`,
  });
}
