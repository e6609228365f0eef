import { isOneForAll } from '../../implementation/learnt.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Exchange } from '../../history/exchange.ts';
import { effectOf } from '../../judging/effects/crowd.ts';
import { tried, type Effect } from '../../judging/effects/effect.ts';
import { reportEffect } from '../../judging/effects/reported-effect.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { untouchedFixture } from '../../implementation/resources/kept-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import type { Mismatch, SentMismatch } from '../../implementation/updates/mismatch-batch.ts';
import { sendMismatch } from '../../implementation/updates/send-mismatches.ts';
import { farVersion, integerMismatches, oddMismatches } from '../../implementation/updates/wrong-versions.ts';
import { says } from '../../wire/status.ts';

/** Versions far from the actual version, for which exactly 409 is due. */
export function farProbes(on: Stage, actual: string): readonly Mismatch[] {
  const found = integerMismatches(actual, [], on.random).filter((probe) => probe.far);
  return found.length > 0 ? found.slice(0, 3) : [{ label: 'far', version: farVersion(actual), far: true }];
}

/** One odd version of each kind: a fraction, a negative number, and a huge number. */
export function oddProbes(actual: string): readonly Mismatch[] {
  const all = oddMismatches(actual);
  return ['half above', 'negative', 'beyond 2^53'].flatMap((label) =>
    all.filter((probe) => probe.label === label),
  );
}

/** Sends updates with these versions, all of which are refused; or says why not. */
export async function refusals(
  on: Stage,
  own: OwnResource,
  before: Exchange,
  probes: (actual: string) => readonly Mismatch[],
): Promise<readonly Exchange[] | string> {
  const actual = versionOf(before.value);
  if (actual === undefined) return 'no version could be read';
  // As many updates as in a batch, because maybe only one of several refusals changes the version.
  const mismatches = await Promise.all(
    probes(actual).map((probe) => sendMismatch(on, own, probe, [anyAction(on)])),
  );
  return mismatches.length > 0 && mismatches.every((one) => one.is('refused'))
    ? mismatches
    : 'an update with another version was not refused';
}

/** Whether refusals change a version, while a resource without writes keeps its own; reports a constant effect. */
export async function reportMoves(
  on: Stage,
  own: OwnResource,
  probes: (actual: string) => readonly Mismatch[],
  withinMs: number,
  got: string,
): Promise<Effect['kind']> {
  const within = Math.max(withinMs, on.grace.readMs);
  const atRest = (name: string) => unlessInconclusive(untouchedFixture(on, `versions at rest${name}`));
  const control = isOneForAll(on.facts) ? undefined : await atRest('');
  const effect = await effectOf(on, {
    inTurn: control === undefined,
    untreated: async (attempt) => {
      const rest = control && ((await atRest(` ${attempt.name}`)) ?? control);
      return await tried(on, rest?.own ?? own, attempt, { within });
    },
    treated: (attempt) =>
      tried(on, own, attempt, { within, treat: (before) => refusals(on, own, before, probes) }),
  });
  if (effect.kind === 'every-time')
    reportEffect(on, effect, {
      expected: () => 'the version to stay the same',
      deviation: 'a refused update changed the version',
      got: () => got,
    });
  return effect.kind;
}

/** The most batches that are checked again: batches of one kind have the same effect. */
const mostBatches = 2;

/** Batches of the whole run whose probes were all refused, but after which the version was different. */
export async function judgeBatches(on: Stage): Promise<void> {
  const moved = on.batches.filter(
    ({ match, proven, mismatches }) =>
      match.kind === 'accepted' &&
      !proven &&
      mismatches.length > 0 &&
      mismatches.every(({ exchange }) => exchange.is('refused')) &&
      // If reads lag, a stale read explains this too, unless the version was refused with another status than 409.
      (!on.facts.lags || mismatches.some(({ exchange }) => !says(exchange, 'conflict'))),
  );
  for (const { mismatches, aimed } of moved.slice(0, mostBatches))
    await on.fresh((own) =>
      reportMoves(
        on,
        own,
        (v) => againAt(v, mismatches),
        200,
        `another version than ${aimed} after refusals`,
      ),
    );
}

/** The probes of a batch, for a resource that may have another version. */
function againAt(actual: string, mismatches: readonly SentMismatch[]): readonly Mismatch[] {
  const anew = oddMismatches(actual);
  return mismatches.map(
    ({ probe }) =>
      anew.find(({ label }) => label === probe.label) ?? { ...probe, version: farVersion(actual) },
  );
}
