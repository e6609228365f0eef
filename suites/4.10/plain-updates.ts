import type { UpdateAction } from '../../implementation/facts.ts';
import { matchingUpdate, lastAnswer, locked } from '../../implementation/updates/matching-update.ts';
import type { Stage } from '../../implementation/stage.ts';
import { renewed, update, changeTo } from '../../implementation/updates/changes.ts';
import { insteadOf } from '../../implementation/updates/known-actions.ts';
import { awaited } from '../../run/awaited.ts';
import { notEveryTime, withControl, report } from '../../judging/confirm.ts';
import { blockedBy, unversioned } from '../../implementation/blocked-by.ts';
import type { Match } from '../../implementation/updates/mismatch-batch.ts';
import { says } from '../../wire/status.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import type { Exchange } from '../../history/exchange.ts';
import { judgeCrashes, judgeCrash } from '../../judging/crashes.ts';
import { beyondAscii } from '../../judging/surveys/rare-signs.ts';

const doSomeThing: UpdateAction = { action: 'doSomeThing' };

/** Judges updates with the actual version: an update that is answered 409 is repeated alone, after the longest lag. */
export async function judgeMatching(on: Stage, action: UpdateAction): Promise<void> {
  const first = await on.own((own) => matchingUpdate(on, own, [action]));
  const deviation = `${action.action} with the actual version was answered 409`;
  if (first.kind === 'accepted')
    return first.unexplained === 0 ? on.held() : notEveryTime(on, deviation, first.spurious.slice(-1));
  if (first.kind !== 'conflict') return await explain(on, action, first);
  await on.until('races');
  const alone = await on.own((own) => matchingUpdate(on, own, renewed(on, [action]), { insist: true }));
  if (alone.kind === 'conflict' && alone.settled >= 3)
    return on.violated({
      expected: `no 409 for ${action.action} with the actual version ${alone.stated}`,
      deviation: { kind: 'status', stated: 'actual' },
      exchanges: alone.exchanges.slice(-1),
      reproduced: `${alone.settled}/${alone.exchanges.length}`,
    });
  // Versions that reads showed too late prove nothing; the version shown last was accepted at once.
  if (alone.kind === 'accepted' && first.settled === 0 && alone.spurious.length === 0) return on.held();
  if (alone.kind === 'accepted' || alone.kind === 'conflict')
    notEveryTime(on, deviation, first.exchanges.slice(-1));
  else await explain(on, action, alone);
}

type Unmatched = Exclude<Match, { kind: 'accepted' | 'conflict' }>;

async function explain(on: Stage, action: UpdateAction, match: Unmatched): Promise<void> {
  if (match.kind === 'unreadable') return on.discarded(...blockedBy(unversioned(on)));
  const { exchange } = match;
  if (match.kind === 'noise') return on.noise(exchange.label);
  if (match.kind === 'crash' && on.facts.updates === 'crash')
    return await judgeCrashing(on, action, exchange);
  on.undecided(
    match.kind === 'crash' ? 'server-error' : 'refused-by-unknown-validation',
    `${action.action} with the actual version was answered ${exchange.label}${insteadOf(on.facts)}`,
    { exchanges: [exchange] },
  );
}

/** The last update comes after the time in which another node would take over. */
async function judgeCrashing(on: Stage, action: UpdateAction, first: Exchange): Promise<void> {
  const wait = first.outcome.sentAt + on.grace.queryMs - on.clock.now();
  if (wait > 0) await on.clock.sleep(wait, awaited.disturbance);
  const last = await on.own((own) => matchingUpdate(on, own, [action]));
  if (last.kind !== 'crash') return notEveryTime(on, `${action.action} was answered ${first.label}`, [first]);
  on.violated({
    expected: `${action.action} with the actual version to be accepted`,
    got: `${last.exchange.label}, every time`,
    deviation: { kind: 'status', stated: 'actual' },
    exchanges: [last.exchange],
    reproduced: '5/5',
  });
}

/** doSomeThing is not refused for lack of a field that the contract does not show (4.10). */
export async function judgeWithoutFields(on: Stage): Promise<void> {
  const match = await on.own((own) => matchingUpdate(on, own, [doSomeThing]));
  if (match.kind === 'accepted') return on.held();
  if (match.kind !== 'refused')
    return on.discarded('premise-failed', 'doSomeThing was neither accepted nor refused');
  await on.until('races');
  await on.own((own) => judgeAgain(on, own, match.exchange));
}

async function judgeAgain(on: Stage, own: OwnResource, refused: Exchange): Promise<void> {
  const bare = async (): Promise<Exchange | undefined> =>
    lastAnswer(await matchingUpdate(on, own, [doSomeThing]));
  const withMember = async (): Promise<Exchange | undefined> => {
    const stated = await versionToState(on, own);
    if (stated === undefined) return undefined;
    const more = await update(on, own, new JsonNumber(stated), [{ ...doSomeThing, someProperty: 'a' }]);
    own.mayHaveMoved();
    return more;
  };
  const confirmed = await withControl(on, {
    control: withMember,
    probe: bare,
    deviates: (one) => one.is('turned away') && !says(one, 'conflict') && one.status !== locked,
  });
  if (confirmed.kind === 'unconfirmed' && confirmed.by?.is('turned away') === true)
    return on.undecided('refused-by-unknown-validation', `doSomeThing was answered ${refused.label}`, {
      exchanges: [refused],
    });
  if (confirmed.kind === 'met') return notEveryTime(on, 'doSomeThing without fields was refused', [refused]);
  report(on, confirmed, {
    expected: 'doSomeThing without fields to be accepted',
    deviation: 'doSomeThing without fields was refused',
  });
}

/** Parts of a request beside a change to a short word, or in place of that change. */
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

/** Known actions with plain texts provoke no server error (4.10); each is sent alone only if all together are not accepted. */
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

/** If no change is accepted but doSomeThing is: a refusal of a change passes, but hides no crash at another text. */
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
