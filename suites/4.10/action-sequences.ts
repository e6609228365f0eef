import { says } from '../../wire/status.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import type { Deviating } from '../../run/reporting.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import { brieflyWaiting } from '../../implementation/brief-waits.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Told } from '../../run/evidence/story.ts';
import { dealOut } from '../../implementation/resources/side-by-side.ts';
import type { Stage } from '../../implementation/stage.ts';
import {
  applyAndGlance,
  applyAndRead,
  pointerOrReport,
} from '../../implementation/updates/visible-effect.ts';
import { changeTo } from '../../implementation/updates/changes.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { showsEarlierState } from '../../implementation/resources/earlier-state.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

const doSomeThing: UpdateAction = { action: 'doSomeThing' };

/** Sequences of changeSomeProperty leave the last value, even with doSomeThing in between. */
export async function judgeActionOrder(on: Stage): Promise<void> {
  if (pointerOrReport(on) === undefined) return;
  const { left, values } = await leftByOther(on);
  const [a, b, c] = inOrder(values, on.canary());
  if (left === 'not shown')
    return on.discarded('premise-failed', 'a single change did not show exactly its value');
  // Each action sets another value than the previous action, so that every missing effect shows. In the first
  // list, the first value is neither the least nor the greatest: the final value shows whether actions were
  // reversed, sorted or omitted. Generated lists cover all other lists.
  const pairs: readonly (readonly (readonly UpdateAction[])[])[] = [
    [
      [changeTo(b), changeTo(c), changeTo(a)],
      [changeTo(a), changeTo(b)],
    ],
    ...(left === 'the last value'
      ? [
          [
            [changeTo(c), changeTo(a), doSomeThing],
            [changeTo(b), doSomeThing, changeTo(c)],
          ],
        ]
      : []),
  ];
  await dealOut(on, pairs, async (own, pair) => {
    for (const actions of pair) if (!(await judgeSequence(on, own, actions))) return false;
    return true;
  });
}

function inOrder(two: readonly [string, string], third: string): readonly [string, string, string] {
  const [least = third, middle = third, greatest = third] = [...two, third].toSorted();
  return [least, middle, greatest];
}

/** The value that shows, and the action that has set it. */
export function valueGiven(value: string | undefined, actions: readonly UpdateAction[]): string {
  if (value === undefined) return 'no string there';
  const by = actions.findLastIndex((one) => 'someProperty' in one && one.someProperty === value) + 1;
  return by === 0 || actions.length < 2 ? value : `${value}, which action ${by} of ${actions.length} gives`;
}

/** The result of single changes, and of doSomeThing alone; determined once per run. */
export const leftByOther = oncePerRun(
  async (
    on: Stage,
  ): Promise<{
    readonly left: 'not shown' | 'the last value' | 'another';
    readonly values: readonly [string, string];
  }> => {
    const values = [on.canary(), on.canary()] as const;
    return { left: await on.own((own) => leftAlone(on, own, values), { ahead: true }), values };
  },
);

/** The result of single changes, each of which must show exactly its value, and of doSomeThing alone. */
async function leftAlone(
  on: Stage,
  own: OwnResource,
  values: readonly string[],
): Promise<'not shown' | 'the last value' | 'another'> {
  for (const single of values) {
    const shown = await applyAndRead(on, own, [changeTo(single)], single);
    if (shown?.asAwaited !== true) return 'not shown';
  }
  const quiet = await matchingUpdate(on, own, [{ action: 'doSomeThing' }]);
  if (quiet.kind !== 'accepted') return 'another';
  const left = valueAt((await readOwn(on, own)).value, on.facts.pointer ?? '');
  return left === values.at(-1) ? 'the last value' : 'another';
}

const mostPairs = 3;

/** If a sequence with doSomeThing sometimes went wrong: whether sequences of changes also do, even once. False if a sequence of changes did. */
export async function judgeChangesAlone(on: Stage, own: OwnResource): Promise<boolean> {
  const [x, y] = [on.canary(), on.canary()];
  const isShown = async (single: string): Promise<boolean> =>
    (await applyAndRead(on, own, [changeTo(single)], single))?.asAwaited === true;
  const areShown = (await isShown(x)) && (await isShown(y));
  for (let pair = 0; areShown && pair < mostPairs; pair += 1) {
    const [first, last] = pair % 2 === 0 ? [y, x] : [x, y];
    const actions = [changeTo(first), changeTo(last)];
    const shown = await applyAndRead(on, own, actions, last);
    if (shown === undefined || shown.asAwaited || says(shown.update, 'later')) continue;
    const again = await readOwn(on, own);
    const value = valueAt(again.value, on.facts.pointer ?? '');
    if (value !== first) continue;
    on.violated({
      expected: `${last} at ${on.facts.pointer ?? ''}`,
      got: valueGiven(value, actions),
      deviation: valueSeen(on, again),
      exchanges: asOrdered(on, shown.update, again),
      counterexample: actions,
    });
    return false;
  }
  notEveryTime(on, 'a sequence left a value other than its last value');
  return true;
}

/** One sequence; sent three times if a wrong last value may have another explanation. False if it was wrong. */
async function judgeSequence(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  before = 0,
): Promise<boolean> {
  const last = actions.findLast((one) => one.action === 'changeSomeProperty')?.someProperty ?? '';
  const glanced = before === 0 ? undefined : await applyAndGlance(brieflyWaiting(on), own, actions, last);
  const shown = glanced ?? (await applyAndRead(on, own, actions, last));
  if (shown === undefined) {
    if (before > 0) notEveryTime(on, 'a sequence left a value other than its last value');
    else on.discarded('refused-by-unknown-validation', 'the sequence was not accepted');
    return true;
  }
  if (shown.asAwaited) {
    if (before === 0) on.held();
    else return await judgeChangesAlone(on, own);
    return true;
  }
  if (says(shown.update, 'later')) {
    on.undecided(
      'two-readings',
      'the update was accepted for later, and its effect was not visible within the replica lag',
    );
    return true;
  }
  const again = await readOwn(on, own);
  const value = valueAt(again.value, on.facts.pointer ?? '');
  const holdsOther = actions.some(({ action }) => action === 'doSomeThing');
  if (!again.succeeded)
    on.undecided('noise', `a sequence left a value other than its last value, and then: ${again.label}`, {
      exchanges: [shown.update, again],
    });
  else if (value === last)
    on.undecided('flaky', 'the last value of a sequence was shown later than the replica lag', {
      exchanges: [again],
    });
  else if (!(await showsSingleChange(on, own)))
    on.undecided('flaky', 'a single change no longer showed its value');
  // The meaning of doSomeThing is not shown: one deviating sequence with doSomeThing is no evidence.
  else if (before < 2 && (holdsOther || showsEarlierState(own, again, shown.stated)))
    return await judgeSequence(on, own, actions, before + 1);
  else
    on.violated({
      expected: `${last} at ${on.facts.pointer ?? ''}`,
      got: valueGiven(typeof value === 'string' ? value : undefined, actions),
      deviation: valueSeen(on, again),
      exchanges: asOrdered(on, shown.update, again),
      reproduced: `${before + 1}/${before + 1}`,
      counterexample: actions,
    });
  return value === last;
}

/** Whether reads of this very resource show the result of a single change. */
export async function showsSingleChange(on: Stage, own: OwnResource): Promise<boolean> {
  const value = on.canary();
  return (await applyAndRead(on, own, [changeTo(value)], value))?.asAwaited === true;
}

/** The result of sequences that a read shows. */
export function valueSeen(on: Stage, read: Exchange): Deviating {
  return { kind: 'value', exchange: read, pointer: on.facts.pointer ?? '' };
}

/** The update with its actions, and the read of the result, which shows a deviation. */
export function asOrdered(on: Stage, updated: Exchange, read: Exchange): readonly Told[] {
  return [
    { exchange: updated, role: 'probe', culprit: true },
    { exchange: read, role: 'look', pointer: on.facts.pointer },
  ];
}
