import type { Exchange } from './exchange.ts';
import type { UpdateAction } from './facts.ts';
import { changeTo } from './mismatch.ts';
import { matchingUpdate, readOwn, versionOf, type OwnResource } from './own-resource.ts';
import { valueAt } from './pointer.ts';
import { settles } from './settle.ts';
import { withShortLooks } from './short-looks.ts';
import { dealOut } from './side-by-side.ts';
import type { Stage } from './stage.ts';
import { sameNumber } from '../wire/numbers.ts';

/** What a read showed at the place where changeSomeProperty shows, after an accepted update. */
export interface Shown {
  readonly update: Exchange;
  readonly read: Exchange;
  readonly value: string | undefined;
  /** The value that was awaited had shown by the end of the lag. */
  readonly asAwaited: boolean;
}

/** A place that shows the property; reports why there is none. */
export function pointerOrReport(on: Stage): string | undefined {
  const { pointer } = on.facts;
  if (pointer === undefined)
    on.discarded(
      'not-observable',
      'no effect of changeSomeProperty was seen in the resource',
      '"update": {"observable": "/<JSON Pointer>"}  (or state the limit: CONFORMANCE_WITHOUT=action-effect)',
    );
  return pointer;
}

/** Sends the actions with the actual version and reads until the awaited value shows, or the lag is over. */
export async function applyAndRead(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  awaited: string,
): Promise<Shown | undefined> {
  const looks = await applyAndLook(on, own, actions, awaited, ({ asAwaited }) => asAwaited);
  return looks?.last;
}

/**
 * The same in haste: over as soon as a read shows another version than the one stated, so that it is of the state after
 * the update, and not one that lags.
 *
 * @returns what was seen then; undefined where no read was seen to be of that state
 */
export async function applyAndGlance(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  awaited: string,
): Promise<Shown | undefined> {
  const looks = await applyAndLook(on, own, actions, awaited, ({ read }, stated) => {
    const version = versionOf(read.value);
    return version !== undefined && !sameNumber(version, stated);
  });
  return looks?.sawEnough === true ? looks.last : undefined;
}

/** Sends the actions with the actual version and reads until a read is enough, or the lag is over. */
async function applyAndLook(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  awaited: string,
  isEnough: (look: Shown, stated: string) => boolean,
): Promise<{ readonly last: Shown; readonly sawEnough: boolean } | undefined> {
  const { pointer } = on.facts;
  const match = await matchingUpdate(on, own, actions);
  if (pointer === undefined || match.kind !== 'accepted') return undefined;
  const update = match.exchange;
  let last: Shown = { update, read: update, value: undefined, asAwaited: false };
  const sawEnough = await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, async () => {
    const read = await readOwn(on, own);
    const shown = valueAt(read.value, pointer);
    const value = typeof shown === 'string' ? shown : undefined;
    last = { update, read, value, asAwaited: value === awaited };
    return isEnough(last, match.stated);
  });
  return { last, sawEnough };
}

/** Sequences of changeSomeProperty leave the last value, also with doSomeThing between. */
export async function judgeActionOrder(on: Stage): Promise<void> {
  if (pointerOrReport(on) === undefined) return;
  const [a, b, c] = [on.canary(), on.canary(), on.canary()];
  const left = await on.own((own) => leftByOther(on, own, [a, b]));
  if (left === 'not shown')
    return on.discarded('premise-failed', 'a single change did not show exactly its value');
  const withOther: readonly (readonly UpdateAction[])[] = [
    [changeTo(c), changeTo(a), { action: 'doSomeThing' }],
    [{ action: 'doSomeThing' }, changeTo(b), { action: 'doSomeThing' }],
  ];
  // Each leaves another value than the one before, so that none can pass for want of an effect.
  const pairs: readonly (readonly (readonly UpdateAction[])[])[] = [
    [
      [changeTo(b), changeTo(a)],
      [changeTo(a), changeTo(b)],
    ],
    [
      [changeTo(a), changeTo(b), changeTo(a)],
      [changeTo(a), changeTo(c), changeTo(b)],
    ],
    ...(left === 'the last value' ? [withOther] : []),
  ];
  await dealOut(on, pairs, async (own, pair) => {
    for (const actions of pair) if (!(await judgeSequence(on, own, actions))) return false;
    return true;
  });
}

/** What shows after single changes to the values, each of which must show exactly its own, and doSomeThing alone. */
async function leftByOther(
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

/**
 * Where a sequence with doSomeThing went wrong, and not every time: whether changes alone go wrong at times, of which
 * once is enough. False where one did.
 */
export async function judgeChangesAlone(on: Stage, own: OwnResource): Promise<boolean> {
  const [x, y] = [on.canary(), on.canary()];
  const isShown = async (single: string): Promise<boolean> =>
    (await applyAndRead(on, own, [changeTo(single)], single))?.asAwaited === true;
  const areShown = (await isShown(x)) && (await isShown(y));
  for (let pair = 0; areShown && pair < mostPairs; pair += 1) {
    const [first, last] = pair % 2 === 0 ? [y, x] : [x, y];
    const actions = [changeTo(first), changeTo(last)];
    const shown = await applyAndRead(on, own, actions, last);
    if (shown === undefined || shown.asAwaited || shown.update.status === 202) continue;
    const again = await readOwn(on, own);
    const value = valueAt(again.value, on.facts.pointer ?? '');
    if (value !== first) continue;
    on.violated({
      expected: `${last} at ${on.facts.pointer ?? ''}`,
      got: value,
      exchanges: [shown.update, again],
      counterexample: actions,
    });
    return false;
  }
  on.undecided('flaky', 'a sequence left another value than its last one, and not every time');
  return true;
}

/**
 * One sequence; a wrong last value that has settled is looked at once more, and beside doSomeThing, the meaning of which
 * is not shown, the whole is asked three times. False where it was wrong.
 */
async function judgeSequence(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  before = 0,
): Promise<boolean> {
  const last = actions.findLast((one) => one.action === 'changeSomeProperty')?.someProperty ?? '';
  const glanced = before === 0 ? undefined : await applyAndGlance(withShortLooks(on), own, actions, last);
  const shown = glanced ?? (await applyAndRead(on, own, actions, last));
  if (shown === undefined) {
    on.discarded('refused-by-unknown-validation', 'the sequence was not accepted');
    return true;
  }
  if (shown.asAwaited) {
    if (before === 0) on.held();
    else return await judgeChangesAlone(on, own);
    return true;
  }
  if (shown.update.status === 202) {
    on.undecided(
      'two-readings',
      'the update was accepted for later, and its effect did not show within the lag',
    );
    return true;
  }
  const again = await readOwn(on, own);
  const value = valueAt(again.value, on.facts.pointer ?? '');
  if (!again.succeeded) on.noise(again.label);
  else if (value === last)
    on.undecided('flaky', 'the last value of a sequence showed later than the lag', { exchanges: [again] });
  else if (before < 2 && actions.some(({ action }) => action === 'doSomeThing')) {
    const start = on.canary();
    if ((await applyAndRead(on, own, [changeTo(start)], start))?.asAwaited === true)
      return await judgeSequence(on, own, actions, before + 1);
    on.undecided('flaky', 'a single change did not show its value any more');
  } else
    on.violated({
      expected: `${last} at ${on.facts.pointer ?? ''}`,
      got: typeof value === 'string' ? value : 'no string there',
      exchanges: [shown.update, again],
      reproduced: `${before + 1}/${before + 1}`,
      counterexample: actions,
    });
  return value === last;
}

/** Waits between updates, for versions that a coarse clock gives. */
const spacings = [0, 1_100, 2_100];

/** Lists of actions that leave a value: alone, after another, and after doSomeThing. */
const kinds: readonly ((value: string, other: string) => readonly UpdateAction[])[] = [
  (value) => [changeTo(value)],
  (value, other) => [changeTo(other), changeTo(value)],
  (value) => [{ action: 'doSomeThing' }, changeTo(value)],
];

/** A visible change comes with another version; three times it does not, also with time between. */
export async function judgeStateAndVersion(on: Stage, own: OwnResource): Promise<void> {
  if (pointerOrReport(on) === undefined) return;
  const first = on.canary();
  let before = await applyAndRead(on, own, [changeTo(first)], first);
  for (const kind of kinds) {
    const seen = await judgeKind(on, own, kind, before);
    if (seen === undefined) return;
    before = seen;
  }
}

/** One kind of list; undefined where nothing more is to be learnt. */
async function judgeKind(
  on: Stage,
  own: OwnResource,
  kind: (value: string, other: string) => readonly UpdateAction[],
  start: Shown | undefined,
): Promise<Shown | undefined> {
  let before = start;
  for (const [at, spacing] of spacings.entries()) {
    if (spacing > 0) await on.clock.sleep(spacing);
    const value = on.canary();
    const after = await applyAndRead(on, own, kind(value, on.canary()), value);
    if (before?.asAwaited !== true || after?.asAwaited !== true) {
      on.discarded('premise-failed', 'a change did not show its value');
      return undefined;
    }
    const [v1, v2] = [versionOf(before.read.value), versionOf(after.read.value)];
    if (v1 === undefined || v2 === undefined) {
      on.discarded('premise-failed', 'a read showed no integer version');
      return undefined;
    }
    if (!sameNumber(v1, v2)) {
      if (at > 0) on.undecided('flaky', 'a change kept the version, and not every time');
      else on.held();
      return after;
    }
    if (at === spacings.length - 1) {
      on.recorder.keepsVersions = true;
      on.violated({
        expected: `another version than ${v1} after a visible change`,
        got: v2,
        exchanges: [before.read, after.update, after.read],
        reproduced: `${spacings.length}/${spacings.length}`,
      });
    }
    before = after;
  }
  return undefined;
}

/**
 * Over a history of accepted updates no two states that differ share a version. Neighbours that do are looked at again
 * with time between: a coarse clock may give them one.
 */
export async function judgeHistory(on: Stage, own: OwnResource, steps: number): Promise<void> {
  const { pointer } = on.facts;
  if (pointerOrReport(on) === undefined || pointer === undefined) return;
  const states = new Map<string, { readonly value: string; readonly read: Exchange }>();
  let last: string | undefined;
  for (let step = 0; step < steps; step += 1) {
    const canary = on.canary();
    const shown = await applyAndRead(on, own, [changeTo(canary)], canary);
    if (shown?.asAwaited !== true)
      return on.discarded('premise-failed', 'a single change did not show its value');
    const again = await readOwn(on, own);
    const version = versionOf(again.value);
    const stable = versionOf(shown.read.value);
    if (version === undefined || stable === undefined || !sameNumber(version, stable)) continue;
    if (valueAt(again.value, pointer) !== canary) continue;
    const before = states.get(version);
    if (before !== undefined && last !== undefined && sameNumber(last, version))
      return await judgeSpacedHistory(on, own, pointer);
    if (before !== undefined && last !== undefined && !sameNumber(last, version))
      return on.violated({
        expected: `no other state at version ${version}`,
        got: `${before.value} and ${canary}, with other versions between`,
        exchanges: [before.read, shown.update, again],
        counterexample: { updates: step + 1 },
      });
    states.set(version, { value: canary, read: again });
    last = version;
    on.held();
  }
}

/**
 * Neighbours shared a version: looked at again with more time between updates than a clock in seconds needs, for
 * long enough that a server which keeps the version now and then does it again.
 */
async function judgeSpacedHistory(on: Stage, own: OwnResource, pointer: string): Promise<void> {
  let last: { readonly version: string; readonly value: string; readonly read: Exchange } | undefined;
  for (let step = 0; step < 7; step += 1) {
    if (step > 0) await on.clock.sleep(spacings.at(-1) ?? 0);
    const canary = on.canary();
    const shown = await applyAndRead(on, own, [changeTo(canary)], canary);
    if (shown?.asAwaited !== true)
      return on.discarded('premise-failed', 'a single change did not show its value');
    const again = await readOwn(on, own);
    const version = versionOf(again.value);
    if (version === undefined || valueAt(again.value, pointer) !== canary) continue;
    if (last !== undefined && sameNumber(last.version, version)) {
      on.recorder.keepsVersions = true;
      return on.violated({
        expected: `another version than ${version} for another state`,
        got: `${last.value} and ${canary} at one version, more than two seconds apart`,
        exchanges: [last.read, shown.update, again],
        reproduced: '2/2',
      });
    }
    last = { version, value: canary, read: again };
  }
  on.undecided(
    'two-readings',
    'states that follow one another at once may share a version, as if it came from a coarse clock',
  );
}
