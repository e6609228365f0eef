import { sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../run/exchange.ts';
import { versionOf, type OwnResource } from '../../target/resources/own-resource.ts';
import { settles } from '../../run/settle.ts';
import type { Stage } from '../../target/stage.ts';
import { shoot, type Probe } from '../../target/updates/volley.ts';
import { changeTo } from '../../target/updates/changes.ts';
import { readOwn } from '../../target/resources/read-own.ts';

const attempts = 3;

/** Whether refused updates moved the version: three times, where equal waits without it left the version alone. */
export async function movesThoughRefused(
  on: Stage,
  own: OwnResource,
  probes: (actual: string) => readonly Probe[],
  waitMs: number,
): Promise<{ readonly moved: number; readonly of: number; readonly exchanges: readonly Exchange[] }> {
  const rest = own.lastWriteAt + on.grace.readMs - on.clock.now();
  if (rest > 0) await on.clock.sleep(rest);
  const exchanges: Exchange[] = [];
  let moved = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await readOwn(on, own);
    await on.clock.sleep(waitMs);
    const still = await readOwn(on, own);
    const [v0, v1] = [versionOf(before.value), versionOf(still.value)];
    if (v0 === undefined || v1 === undefined || !sameNumber(v0, v1)) break;
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
    if (!changed) break;
    moved += 1;
    exchanges.push(still, shot, after);
  }
  return { moved, of: attempts, exchanges: exchanges.slice(-3) };
}
