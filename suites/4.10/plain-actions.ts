import { says } from '../../wire/status.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import { matchingUpdate, lastAnswer } from '../../implementation/updates/matching-update.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { changeTo } from '../../implementation/updates/changes.ts';
import { judgeCrashes, judgeCrash } from '../../judging/crashes.ts';
import { blockedBy } from '../../implementation/blocked-by.ts';
import { beyondAscii } from '../../judging/surveys/rare-signs.ts';

const doSomeThing: UpdateAction = { action: 'doSomeThing' };

/** The possible requests beside, or in place of, a change to a short word. */
interface Part {
  readonly what: string;
  readonly actions: (on: Stage) => readonly UpdateAction[];
}

const text = (what: string, value: (on: Stage) => string): Part => ({
  what,
  actions: (on) => [changeTo(value(on))],
});

const parts: readonly Part[] = [
  { what: 'doSomeThing after a change', actions: (on) => [changeTo(`e${on.canary()}`), doSomeThing] },
  text('42', () => '42'),
  text('true', () => 'true'),
  text('a text with a blank and an apostrophe', (on) => `it's ${on.canary()}`),
  text(beyondAscii, (on) => `${beyondAscii}${on.canary()}`),
];

/**
 * Known actions with plain texts provoke no server error (4.10): all in one update, and each alone only if that
 * update fails or is refused.
 */
export async function judgePlainActions(on: Stage, own: OwnResource): Promise<void> {
  const updated = async (actions: readonly UpdateAction[]): Promise<Exchange | undefined> =>
    lastAnswer(await matchingUpdate(on, own, actions));
  const plainly = () => updated([changeTo(`e${on.canary()}`)]);
  const first = await plainly();
  if (first?.succeeded !== true) return await judgeChangeAlone(on, first, updated);
  const all = await updated(parts.flatMap(({ actions }) => actions(on)));
  if (all?.succeeded === true) return on.held();
  if (all === undefined || all.is('noise') || says(all, 'conflict')) return on.noise('the update was lost');
  await judgeCrashes(on, all, parts, ({ what, actions }) =>
    judgeCrash(on, what, { control: plainly, probe: () => updated(actions(on)) }),
  );
}

/**
 * If no change to a short word is accepted, and doSomeThing is on the same resource: one that crashes, or, if it is
 * refused, the other texts one by one. A refusal passes, and does not hide a crash beside it.
 */
async function judgeChangeAlone(
  on: Stage,
  first: Exchange | undefined,
  updated: (actions: readonly UpdateAction[]) => Promise<Exchange | undefined>,
): Promise<void> {
  const other = () => updated([doSomeThing]);
  const isTold = first !== undefined && (first.is('fault') || says(first, 'invalid'));
  if (!isTold || (await other())?.succeeded !== true)
    return on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
  const judge = ({ what, actions }: Part, seen: Exchange) =>
    judgeCrash(on, what, { seen, control: other, probe: () => updated(actions(on)) });
  const plain = text('changeSomeProperty', () => `e${on.canary()}`);
  if (first.is('fault')) {
    await judge(plain, first);
    return;
  }
  on.held();
  for (const part of parts) {
    const seen = await updated(part.actions(on));
    if (seen?.is('fault') === true) await judge(part, seen);
  }
}
