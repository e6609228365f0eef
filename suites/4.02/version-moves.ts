import type { Profile } from '../../clause/profile.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { KeptResource } from '../../implementation/resources/kept-resource.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';
import { awaited } from '../../run/awaited.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { integerValue, sameNumber } from '../../wire/json/numbers.ts';
import { says } from '../../wire/status.ts';

/** The cause of version changes without writes. */
export type Mover = NonNullable<NonNullable<Profile['version']>['movesBy']>[number];

const readsAtOnce = 4;

/**
 * The cause of version changes, as far as reads can show it. Reads are the cause if each read changes the
 * version by one step, at any pace. Time is the cause if immediate reads show one version and a later read shows
 * another version. Other clients are the cause if neither reads nor time change it. For other versions, for
 * example random numbers or timestamps, the cause is time or reads.
 */
export async function moversOf(on: Stage, { own }: KeptResource): Promise<readonly Mover[]> {
  const shown: (string | undefined)[] = [];
  for (let read = 0; read < readsAtOnce; read += 1) shown.push(await versionAt(on, own));
  await on.clock.sleep(on.grace.readMs, awaited.age);
  shown.push(await versionAt(on, own));
  const steps = shown.slice(1).map((version, at) => stepOf(shown[at], version));
  const [step] = steps;
  if (steps.every((one) => one === 0n)) return ['others'];
  if (step !== undefined && steps.every((one) => one === step)) return ['reads'];
  return steps.slice(0, -1).every((one) => one === 0n) ? ['time'] : ['time', 'reads'];
}

async function versionAt(on: Stage, own: OwnResource): Promise<string | undefined> {
  return versionOf((await readOwn(on, own)).value);
}

/** The step from one version to the next; undefined if a version is no integer. */
function stepOf(one: string | undefined, other: string | undefined): bigint | undefined {
  const [from, to] = [one, other].map((version) => version && integerValue(version));
  return typeof from === 'bigint' && typeof to === 'bigint' ? to - from : undefined;
}

/** The most reads of one resource until two of them show different versions. */
const mostReads = 8;

/** If versions change by themselves, as declared, the last shown version is accepted; the previous one gets 409. */
export async function judgeShownLast(on: Stage): Promise<void> {
  const { own } = await on.another();
  const taken: Exchange[] = [];
  for (let turn = 0; turn < confirmations; turn += 1) {
    const shown = await lastTwo(on, own);
    if (shown === undefined) return on.held();
    const [before, last] = shown.map((version) => new JsonNumber(version));
    const stale = await update(on, own, before ?? null, [anyAction(on)], { alone: true });
    const fresh = await update(on, own, last ?? null, [anyAction(on)], { alone: true });
    if (stale.is('noise') || fresh.is('noise')) return on.noise((stale.is('noise') ? stale : fresh).label);
    if (stale.succeeded) taken.push(stale);
    else if (!says(stale, 'conflict') || !fresh.succeeded)
      return on.undecided(
        'premise-failed',
        `the version shown last was answered ${fresh.label}, the version before it ${stale.label}`,
        { exchanges: [stale, fresh] },
      );
    else if (taken.length > 0)
      return notEveryTime(on, 'a version shown before the last version was accepted', taken);
    own.forget();
  }
  if (taken.length === 0) return on.held();
  if (taken.length < confirmations)
    return notEveryTime(on, 'a version shown before the last version was accepted', taken);
  on.violated({
    expected: '409 for the version that was shown before the last version',
    deviation: { kind: 'status' },
    exchanges: taken.slice(-1),
    reproduced: `${taken.length}/${confirmations}`,
  });
}

/** Two versions that successive reads showed; undefined if the version no longer changes. */
async function lastTwo(on: Stage, own: OwnResource): Promise<readonly string[] | undefined> {
  let before: string | undefined;
  for (let read = 0; read < mostReads; read += 1) {
    const last = await versionAt(on, own);
    if (before !== undefined && last !== undefined && !sameNumber(before, last)) return [before, last];
    before = last;
    await Promise.all([on.ask('query'), on.clock.sleep(on.grace.readMs, awaited.age)]);
  }
  return undefined;
}
