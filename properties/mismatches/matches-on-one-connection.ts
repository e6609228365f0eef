import type { Exchange } from '../../history/exchange.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { farVersion } from '../../implementation/updates/wrong-versions.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { says } from '../../wire/status.ts';

/** Two updates on one connection: one with a far version, and one with the actual version, which is answered 409 too. */
interface Pair {
  readonly refused: Exchange;
  readonly conflict: Exchange;
}

/**
 * The actual version is accepted whatever was refused before on the same connection (4.10): a server may keep the body,
 * or the answer, for whoever comes next.
 */
export const matchesOnOneConnection = holds(
  '4.10/matching-version-is-accepted',
  'the actual version on the connection on which a far one was refused',
  {
    draws: false,
    phase: 'late',
    minimum: () => 0,
    check: async (on) => {
      if (on.facts.idSource === undefined || isOneForAll(on.facts) || on.facts.updates !== 'accepted') return;
      const found: Pair[] = [];
      while (found.length < confirmations) {
        const pair = await conflictAfter(on);
        if (pair === 'no premise') return;
        if (pair === undefined) return found.length === 0 ? on.held() : flaky(on, found);
        found.push(pair);
      }
      const last = found.at(-1);
      if (last === undefined) return;
      on.violated({
        expected: 'the actual version to be accepted, whatever was refused before on the connection',
        deviation: { kind: 'status', stated: 'actual' },
        exchanges: [last.refused, { exchange: last.conflict, culprit: true }],
        reproduced: `${confirmations}/${confirmations}`,
      });
    },
  },
);

function flaky(on: Stage, found: readonly Pair[]): void {
  const conflicts = found.map(({ conflict }) => conflict);
  notEveryTime(on, 'the actual version was answered 409 on a connection after a far one', conflicts);
}

/** The two updates of a further resource; undefined if the second one is accepted. */
async function conflictAfter(on: Stage): Promise<Pair | undefined | 'no premise'> {
  const { own } = await on.another();
  const version = await versionToState(on, own);
  if (version === undefined) return 'no premise';
  const path = { id: own.id };
  const stating = (stated: string) =>
    [
      'update',
      { path, json: { version: new JsonNumber(stated), actions: [anyAction(on)] }, as: on.facts.updater },
    ] as const;
  const [refused, next] = await on.askOnOneConnection([stating(farVersion(version)), stating(version)]);
  own.written(on.clock.now());
  own.forget();
  if (refused === undefined || next === undefined || !says(refused, 'conflict')) return 'no premise';
  if (next.succeeded) return undefined;
  if (!says(next, 'conflict')) return 'no premise';
  const match = await matchingUpdate(on, own, [anyAction(on)], { insist: true });
  const isActual = match.kind === 'accepted' && sameNumber(match.stated, version);
  return isActual ? { refused, conflict: next } : 'no premise';
}
