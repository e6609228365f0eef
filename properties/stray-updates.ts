import { isOneForAll } from '../implementation/learnt.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { confirmations, notEveryTime } from '../judging/confirm.ts';
import { stateShows } from '../judging/effects/state.ts';
import { strayUpdates, type StrayUpdate } from '../world/resources/stray-updates.ts';
import type { Exchange } from '../history/exchange.ts';

/**
 * In no read of the run, even beside other updates, does the place of changes show a text that only updates
 * of another resource contained (4.10). One such read may be a single mistake; several are a state. It draws
 * nothing: it judges the reads of all other checks.
 */
export const updatesThatStray = holds(
  '4.10/changes-the-named-resource',
  'reads of the whole run: none shows the change of an update that named another resource',
  {
    draws: false,
    phase: 'end',
    minimum: () => 0,
    check: (on) => {
      if (!isOneForAll(on.facts)) judgeReads(on);
      return Promise.resolve();
    },
  },
);

function judgeReads(on: Stage): void {
  const found = strayUpdates(on.world.history).all.filter(
    ({ read, text }) => stateShows(on, read, text, () => false) !== undefined,
  );
  const [last] = found.slice(-1);
  if (last === undefined) return on.facts.updates === 'accepted' ? on.held() : undefined;
  const { update, read, text } = last;
  if (found.length < confirmations)
    return notEveryTime(on, 'a resource showed the change of an update that named another resource', [
      update,
      read,
    ]);
  const own = besideIt(on, last);
  on.violated({
    expected: 'a resource that the update did not name to stay as it was',
    got: `${text}, which only an update of another resource contained${own === undefined ? '' : '; an update of this resource was under way at the same time'}`,
    deviation: { kind: 'holds', exchange: read, text },
    exchanges: [
      ...(own === undefined ? [] : [{ exchange: own, role: 'setup' } as const]),
      { exchange: update, role: 'probe', culprit: true },
      { exchange: read, role: 'look' },
    ],
    reproduced: `${found.length}/${found.length}`,
  });
}

/** The update of the resource that was read, concurrent with the update that strayed to it. */
function besideIt(on: Stage, { update, read }: StrayUpdate): Exchange | undefined {
  const { sentAt, answeredAt } = update.outcome;
  return on.world.history
    .of(read.path)
    .find(
      ({ endpoint, outcome }) =>
        endpoint === 'update' && outcome.sentAt < answeredAt && outcome.answeredAt > sentAt,
    );
}
