import { isOneForAll } from '../../implementation/learnt.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { farVersion } from '../../implementation/updates/wrong-versions.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { says } from '../../wire/status.ts';
import { judgeLeftBehind, type LeftBehind } from './matches-after-refusals.ts';

/**
 * The actual version is accepted whatever was refused before on the same connection (4.10): a server may keep the body,
 * or the answer, for whoever comes next.
 */
export const matchesOnOneConnection = holds(
  '4.10/matching-version-is-accepted',
  'the actual version on the connection on which a far one was refused',
  {
    draws: false,
    phase: 'races',
    minimum: () => 0,
    check: async (on) => {
      if (on.facts.idSource === undefined || isOneForAll(on.facts) || on.facts.updates !== 'accepted') return;
      await judgeLeftBehind(
        on,
        () => conflictAfter(on),
        'the actual version was answered 409 on a connection after a far one',
      );
    },
  },
);

/** The two updates of a further resource; undefined if the second one is accepted. */
async function conflictAfter(on: Stage): Promise<LeftBehind | undefined | 'no premise'> {
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
  return isActual ? { before: refused, conflict: next } : 'no premise';
}
