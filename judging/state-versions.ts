import { awaited } from '../run/awaited.ts';
import { sameNumber } from '../wire/json/numbers.ts';
import type { Exchange } from '../history/exchange.ts';
import type { UpdateAction } from '../implementation/facts.ts';
import { versionOf, type OwnResource } from '../implementation/resources/own-resource.ts';
import { valueAt } from '../wire/json/pointer.ts';
import { brieflyWaiting } from '../implementation/brief-waits.ts';
import type { Stage } from '../implementation/stage.ts';
import {
  applyAndRead,
  pointerOrReport,
  type VisibleEffect,
} from '../implementation/updates/visible-effect.ts';
import { changeTo } from '../implementation/updates/changes.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import { notEveryTime } from './confirm.ts';

/** Waits between updates, for versions that a coarse clock gives. */
const spacings = [0, 1_100, 2_100];

/** Lists of actions that leave a value: alone, after another, and after several of both kinds. */
const kinds: readonly ((value: string, other: string) => readonly UpdateAction[])[] = [
  (value) => [changeTo(value)],
  (value, other) => [changeTo(other), changeTo(value)],
  (value, other) => [{ action: 'doSomeThing' }, changeTo(other), { action: 'doSomeThing' }, changeTo(value)],
];

/** A visible change has a new version; three changes with an unchanged version, also with pauses, are a violation. */
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

/** Checks one kind of list; undefined if further lists would show nothing new. */
async function judgeKind(
  on: Stage,
  own: OwnResource,
  kind: (value: string, other: string) => readonly UpdateAction[],
  start: VisibleEffect | undefined,
): Promise<VisibleEffect | undefined> {
  let before = start;
  for (const [at, spacing] of spacings.entries()) {
    if (spacing > 0) await on.clock.sleep(spacing, awaited.spacing);
    const value = on.canary();
    const after = await applyAndRead(on, own, kind(value, on.canary()), value);
    if (before?.asAwaited !== true || after?.asAwaited !== true) {
      unusable(on, at, 'a change did not show its value');
      return undefined;
    }
    const [v1, v2] = [versionOf(before.read.value), versionOf(after.read.value)];
    if (v1 === undefined || v2 === undefined) {
      unusable(on, at, 'a read showed no integer version');
      return undefined;
    }
    if (!sameNumber(v1, v2)) {
      if (at > 0) notEveryTime(on, 'a change kept the version');
      else on.held();
      return after;
    }
    if (at === spacings.length - 1) {
      on.learn.versionsAreKept();
      on.violated({
        expected: `another version than ${v1} after a visible change`,
        got: v2,
        deviation: { kind: 'agree', beside: before.read },
        exchanges: [before.read, after.update, after.read],
        reproduced: `${spacings.length}/${spacings.length}`,
      });
    }
    before = after;
  }
  return undefined;
}

/** The premise did not occur, or a change that kept the version could not be confirmed. */
function unusable(on: Stage, seen: number, text: string): void {
  if (seen === 0) on.discarded('premise-failed', text);
  else on.undecided('flaky', `a change kept the version, which could not be confirmed: ${text}`);
}

/** A value, and values that a careless comparison takes for the previous value, or for no value. */
function lookalikes(canary: string): readonly string[] {
  const upper = canary.toUpperCase();
  return [canary, upper, `${upper} `, '', '1', '1.0'];
}

/** No two states of a history share a version; adjacent states with one version are checked again with pauses. */
export async function judgeHistory(on: Stage, own: OwnResource, steps: number): Promise<void> {
  const first = await reusedVersion(on, own, steps);
  if (first === undefined) return;
  // A restored database also shows a version again, but not in the next history.
  const second = await reusedVersion(on, own, steps);
  const { version, values, exchanges, updates } = second ?? first;
  const [beside] = exchanges;
  if (second === undefined)
    return notEveryTime(on, `two states shared version ${version}, with other versions between`, exchanges);
  on.violated({
    expected: `no other state at version ${version}`,
    got: `${values.join(' and ')}, with other versions between`,
    deviation: { kind: 'agree', beside },
    exchanges,
    reproduced: '2/2',
    counterexample: { updates },
  });
}

/** One history: two states with one version and another version in between; adjacent states are judged immediately. */
async function reusedVersion(on: Stage, own: OwnResource, steps: number) {
  const { pointer } = on.facts;
  if (pointerOrReport(on) === undefined || pointer === undefined) return undefined;
  const states = new Map<string, { readonly value: string; readonly read: Exchange }>();
  const alike = lookalikes(on.canary());
  let last: string | undefined;
  for (let step = 0; step < Math.max(steps, alike.length); step += 1) {
    const value = alike[step] ?? on.canary();
    const isPlain = step === 0 || step >= alike.length;
    const shown = await applyAndRead(isPlain ? on : brieflyWaiting(on), own, [changeTo(value)], value);
    if (shown?.asAwaited !== true) {
      // A server may normalise stored values, so that two values become equal.
      last = undefined;
      if (!isPlain) continue;
      on.discarded('premise-failed', 'a single change did not show its value');
      return undefined;
    }
    const version = versionOf(shown.read.value);
    if (version === undefined) continue;
    const before = states.get(version);
    if (before === undefined) {
      states.set(version, { value, read: shown.read });
      last = version;
      on.held();
      continue;
    }
    const again = await readOwn(on, own);
    const stable = versionOf(again.value);
    if (stable === undefined || !sameNumber(version, stable)) continue;
    if (valueAt(again.value, pointer) !== value) continue;
    if (last !== undefined && sameNumber(last, version)) {
      await judgeSpacedHistory(on, own, pointer, isPlain ? [] : [before.value, value]);
      return undefined;
    }
    if (last !== undefined)
      return {
        version,
        values: [before.value, value],
        exchanges: [before.read, shown.update, again] as const,
        updates: step + 1,
      };
  }
  return undefined;
}

/** Repeats the updates with pauses longer than a second, for clocks in seconds; with new values unless values are given. */
async function judgeSpacedHistory(
  on: Stage,
  own: OwnResource,
  pointer: string,
  values: readonly string[],
): Promise<void> {
  let last: { readonly version: string; readonly value: string; readonly read: Exchange } | undefined;
  for (let step = 0; step < 7; step += 1) {
    if (step > 0) await on.clock.sleep(spacings.at(-1) ?? 0, awaited.spacing);
    const value = values[step % Math.max(1, values.length)] ?? on.canary();
    const shown = await applyAndRead(on, own, [changeTo(value)], value);
    if (shown?.asAwaited !== true) return unusable(on, 1, 'a single change did not show its value');
    const again = await readOwn(on, own);
    const version = versionOf(again.value);
    if (version === undefined || valueAt(again.value, pointer) !== value) continue;
    if (last !== undefined && sameNumber(last.version, version) && last.value !== value) {
      if (values.length === 0) on.learn.versionsAreKept();
      return on.violated({
        expected: `another version than ${version} for another state`,
        got: `${last.value} and ${value} at one version, more than two seconds apart`,
        deviation: { kind: 'agree', beside: last.read },
        exchanges: [last.read, shown.update, again],
        reproduced: '2/2',
      });
    }
    last = { version, value, read: again };
  }
  on.undecided('two-readings', 'states in quick succession may share a version, as from a coarse clock');
}
