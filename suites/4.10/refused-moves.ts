import { awaited } from '../../run/awaited.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../run/exchange.ts';
import { versionOf, type OwnResource } from '../../target/resources/own-resource.ts';
import { settles } from '../../run/settle.ts';
import type { Stage } from '../../target/stage.ts';
import { shoot, type Probe } from '../../target/updates/volley.ts';
import { changeTo } from '../../target/updates/changes.ts';
import { readOwn } from '../../target/resources/read-own.ts';
import { isForeign } from '../../judging/foreign.ts';
import { outOfLag } from '../../target/resources/lag.ts';

const attempts = 3;

/** What became of the version while updates were refused. */
export interface Moves {
  /** How often it moved with them, out of how many times it has to. */
  readonly moved: number;
  readonly of: number;
  /** It moved over an equal wait without any. */
  readonly isRestless: boolean;
  readonly exchanges: readonly Exchange[];
}

/** Whether refused updates moved the version: three times, where equal waits without it left the version alone. */
export async function movesThoughRefused(
  on: Stage,
  own: OwnResource,
  probes: (actual: string) => readonly Probe[],
  waitMs: number,
): Promise<Moves> {
  await outOfLag(on, own);
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
    if (shot === undefined || shots.some(({ status }) => status !== 409)) break;
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
  return { moved, of: attempts, isRestless, exchanges: exchanges.slice(-3) };
}
