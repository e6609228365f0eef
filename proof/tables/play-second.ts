import { setTimeout as delay } from 'node:timers/promises';
import type { Profile } from '../../clause/profile.ts';
import { announcedTokens } from '../../tests/support/second-implementation/announced-tokens.ts';
import type { Announcement } from '../../tests/support/second-implementation/started-server.ts';
import { judgeWhole, optionsOf, type WholeRun } from '../../tests/support/whole-run.ts';
import { systemClock } from '../../tests/support/system-clock.ts';
import { createTransport } from '../../wire/undici-transport.ts';
import type { SecondGate } from '../mutation/second-room.ts';
import { startMutated, type MutatedServer } from './mutated-server.ts';

/** A run that lasts longer meets a server that hangs. */
const mostMs = 300_000;
const mostClauses = 3;

/** What a reader who knows that server declares; without this, open points stay undecided. */
function profileOf({ fixture }: Announcement): Profile {
  return {
    resource: { idSource: 'header:Location', keySource: 'fixture', fixture },
    search: { method: 'POST' },
    image: { method: 'PUT' },
    update: { observable: '/notes/someProperty' },
  };
}

/**
 * Judges the second implementation with a mutant that acts behind a gate; returns the ending, or undefined without an end.
 *
 * @param index - its number among all mutants
 */
export async function playSecond(index: number, gate: SecondGate): Promise<string | undefined> {
  const server = await startMutated(index, gate);
  try {
    if (server.announced === undefined) return 'unstarted';
    const over = delay(mostMs, undefined, { ref: false });
    const whole = await Promise.race([judged(server.announced), over]);
    return whole === undefined ? undefined : ending(whole, server);
  } finally {
    await server.stop();
  }
}

async function judged(announced: Announcement): Promise<WholeRun> {
  const { baseUrl, projectKey, otherProjectKey } = announced;
  const options = optionsOf(baseUrl, {
    projectKey,
    otherProjectKey,
    tokens: announcedTokens(announced),
    without: new Set(['minted-scopes', '4.7', '4.8']),
    profile: profileOf(announced),
    timeoutMs: 5_000,
  });
  const connections = options.concurrency;
  const transport = createTransport({ baseUrl, connections, http2: 'off', clock: systemClock });
  return await judgeWhole({ transport, clock: systemClock, options });
}

function ending({ report, judgements }: WholeRun, server: MutatedServer): string {
  const failed = [...judgements].flatMap(([id, { verdict }]) => (verdict === 'fail' ? [id] : []));
  if (report.verdict === 'NON-CONFORMANT') return `failed: ${failed.join(', ')}`;
  const { isReached, hasActed } = server.met();
  if (!isReached) return 'unreached';
  if (!hasActed) return 'idle';
  if (report.verdict === 'CONFORMANT') return 'passed';
  const grounds = (report.grounds ?? []).map((ground) => {
    if (ground.kind !== 'clause') return ground.kind;
    return `${ground.clause} (${judgements.get(ground.clause)?.reason?.code ?? 'no reason'})`;
  });
  return `undecided: ${grounds.slice(0, mostClauses).join(', ')}`;
}
