import { unlessInconclusive } from '../../clause/thrown.ts';
import { awaited } from '../../run/awaited.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../run/exchange.ts';
import { versionOf, type OwnResource } from '../../target/resources/own-resource.ts';
import { settles } from '../../run/settle.ts';
import type { Stage } from '../../target/stage.ts';
import { shoot } from '../../target/updates/volley.ts';
import { changeTo } from '../../target/updates/changes.ts';
import { readOwn } from '../../target/resources/read-own.ts';
import { isForeign } from '../../judging/foreign.ts';
import { farVersion, integerMismatches, oddMismatches } from '../../target/updates/wrong-versions.ts';
import { guardedResource } from '../../target/resources/kept-resource.ts';
import { outOfLag } from '../../target/resources/lag.ts';
import type { Mismatch } from '../../target/updates/fired.ts';

const attempts = 3;

/** What became of the version while updates were refused. */
interface Moves {
  /** How often it moved with them, out of how many times it has to. */
  readonly moved: number;
  readonly of: number;
  /** It moved over an equal wait without any. */
  readonly isRestless: boolean;
  readonly exchanges: readonly Exchange[];
}

/** A definite answer that is no success: of whatever status, the update has failed. */
export function isRefused({ kind }: Exchange): boolean {
  return kind === 'refusal' || kind === 'crash';
}

/** Whether refused updates moved the version: three times, where equal waits without it left the version alone. */
async function movesThoughRefused(
  on: Stage,
  own: OwnResource,
  probes: (actual: string) => readonly Mismatch[],
  waitMs: number,
): Promise<Moves> {
  const [twin] = await Promise.all([twinAtRest(on), outOfLag(on, own)]);
  const exchanges: Exchange[] = [];
  let moved = 0;
  let isRestless = false;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await readOwn(on, own);
    await on.clock.sleep(waitMs, awaited.lateEffects);
    const still = await readOwn(on, own);
    const [v0, v1] = [versionOf(before.value), versionOf(still.value)];
    isRestless = v0 !== undefined && v1 !== undefined && !sameNumber(v0, v1);
    if (v0 === undefined || v1 === undefined || isRestless) break;
    // As many as in a volley: one in some refusals may move the version.
    const shots = await Promise.all(
      probes(v1).map((probe) => shoot(on, own, probe, [changeTo(on.canary())])),
    );
    const [shot] = shots;
    if (shot === undefined || !shots.every(isRefused)) break;
    let after = still;
    const changed = await settles(
      on.clock,
      { since: on.clock.now(), ms: Math.max(waitMs, on.grace.readMs) },
      async () => {
        after = await readOwn(on, own);
        const v2 = versionOf(after.value);
        return v2 !== undefined && !sameNumber(v2, v1);
      },
    );
    isRestless = isForeign(on, still, after);
    if (!changed || isRestless) break;
    moved += 1;
    exchanges.push(still, shot, after);
  }
  if (moved === attempts && twin !== undefined) isRestless = await twin.hasMoved();
  return { moved, of: attempts, isRestless, exchanges: exchanges.slice(-3) };
}

/** A resource that nobody writes to: whether it has moved as well, as where a job goes through all there are. */
async function twinAtRest(on: Stage): Promise<{ readonly hasMoved: () => Promise<boolean> } | undefined> {
  if (on.facts.upserts) return undefined;
  const found = await unlessInconclusive(guardedResource(on, 'versions at rest'));
  if (found === undefined) return undefined;
  await outOfLag(on, found.own);
  const version = async (): Promise<string | undefined> => versionOf((await readOwn(on, found.own)).value);
  const first = await version();
  if (first === undefined) return undefined;
  return {
    hasMoved: async () => {
      const last = await version();
      return last === undefined || !sameNumber(first, last);
    },
  };
}

/** Versions far from the actual one, for which the answer is exactly 409. */
export function farProbes(on: Stage, actual: string): readonly Mismatch[] {
  const found = integerMismatches(actual, [], on.random).filter((probe) => probe.far);
  return found.length > 0 ? found.slice(0, 3) : [{ label: 'far', version: farVersion(actual), far: true }];
}

/** One odd version of each kind: a fraction, a negative one, and one that is huge. */
export function oddProbes(actual: string): readonly Mismatch[] {
  const all = oddMismatches(actual);
  return ['half above', 'negative', 'beyond 2^53'].flatMap((label) =>
    all.filter((probe) => probe.label === label),
  );
}

/** Whether refusals were seen to move the version every time, and equal waits without one never; reports that. */
export async function reportMoves(
  on: Stage,
  own: OwnResource,
  probes: (actual: string) => readonly Mismatch[],
  waitMs: number,
  got: string,
): Promise<'every time' | 'not every time' | 'without refusals too'> {
  const { moved, of, isRestless, exchanges } = await movesThoughRefused(on, own, probes, waitMs);
  if (isRestless) return 'without refusals too';
  if (moved !== of) return 'not every time';
  on.violated({ expected: 'the version to stay', got, exchanges, reproduced: `${moved}/${of}` });
  return 'every time';
}
