import type { Exchange } from '../../run/exchange.ts';
import type { UpdateAction } from '../../target/facts.ts';
import { matchingUpdate } from '../../target/updates/matching-update.ts';
import type { OwnResource } from '../../target/resources/own-resource.ts';
import type { Stage } from '../../target/stage.ts';
import { changeTo } from '../../target/updates/changes.ts';

const attempts = 3;
const doSomeThing: UpdateAction = { action: 'doSomeThing' };

/** What may be asked for beside, or in place of, a change to a short word. */
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
  text('é', (on) => `é${on.canary()}`),
];

/**
 * Known actions with plain texts provoke no server error (4.10): all in one update, and each by itself only where that
 * one fails or is refused.
 */
export async function judgePlainActions(on: Stage, own: OwnResource): Promise<void> {
  const twin = await matchingUpdate(on, own, [changeTo(`e${on.canary()}`)]);
  if (twin.kind !== 'accepted')
    return on.discarded(
      'blocked-by',
      '4.10/matching-version-is-accepted: no update with the actual version was accepted',
    );
  const all = await matchingUpdate(
    on,
    own,
    parts.flatMap(({ actions }) => actions(on)),
  );
  if (all.kind === 'accepted') return on.held();
  if (all.kind !== 'crash' && all.kind !== 'refused') return on.noise('the update was lost');
  for (const part of parts) await judgePart(on, own, part);
}

/** One part; where it fails, three times between updates without it. */
async function judgePart(on: Stage, own: OwnResource, { what, actions }: Part): Promise<void> {
  const shown: Exchange[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const probe = await matchingUpdate(on, own, actions(on));
    if (probe.kind === 'accepted' || probe.kind === 'refused')
      return shown.length > 0
        ? on.undecided('flaky', `${what} provoked a server error, not every time`)
        : on.held();
    if (probe.kind !== 'crash') return on.noise('the update was lost');
    const after = await matchingUpdate(on, own, [changeTo(`e${on.canary()}`)]);
    if (after.kind !== 'accepted')
      return on.undecided('flaky', `the update without ${what} was not accepted afterwards`);
    shown.push(probe.exchange);
  }
  on.violated({
    expected: `no server error for ${what}`,
    got: shown.at(-1)?.label ?? '',
    exchanges: shown.slice(-1),
    reproduced: `${attempts}/${attempts}`,
  });
}
