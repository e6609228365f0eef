import { sameNumber } from '../wire/numbers.ts';
import type { Exchange } from './exchange.ts';
import type { UpdateAction } from './facts.ts';
import { changeTo } from './mismatch.ts';
import { readOwn, versionOf, type OwnResource } from './own-resource.ts';
import { valueAt } from './pointer.ts';
import type { Stage } from './stage.ts';
import { applyAndRead, pointerOrReport, type Shown } from './visible-effect.ts';

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
