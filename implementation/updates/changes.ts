import { says } from '../../wire/status.ts';
import { defined } from '../../clause/defined.ts';
import type { BodyIntent } from '../../run/body-intent.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { UpdateAction } from '../facts.ts';
import { versionOf, type OwnResource } from '../resources/own-resource.ts';
import type { Stage } from '../stage.ts';
import { readOwn } from '../resources/read-own.ts';

/** A changeSomeProperty with a value that occurs nowhere else. */
export function changeTo(someProperty: string): UpdateAction {
  return { action: 'changeSomeProperty', someProperty };
}

/** The same kinds of actions with new values, so that each has an effect. */
export function renewed(on: Stage, actions: readonly UpdateAction[]): readonly UpdateAction[] {
  return actions.map((one) => (one.action === 'changeSomeProperty' ? changeTo(on.canary()) : one));
}

/**
 * Whether two successive reads show one version: a version that increases with each read is no target. If a
 * job or another writer changes the version, one pair of three suffices. A version that is declared to change
 * by itself is still a target: no other request comes in between.
 */
export async function versionStandsStill(on: Stage, own: OwnResource): Promise<boolean> {
  if (on.profile.version?.movesBy !== undefined) return true;
  for (let pair = 0; pair < 3; pair += 1) {
    const [one, two] = [versionOf((await readOwn(on, own)).value), versionOf((await readOwn(on, own)).value)];
    if (one !== undefined && two !== undefined && sameNumber(one, two)) return true;
  }
  return false;
}

export type BodySpelling = (body: JsonInput) => string;

/** One update with the given version; notes its possible effect. */
export async function update(
  on: Stage,
  own: OwnResource,
  version: JsonInput,
  actions: JsonInput,
  ask: {
    readonly as?: Caller;
    /** Sent only while no other request of the run is under way. */
    readonly alone?: boolean;
    readonly bodyIs?: BodyIntent;
    readonly spelling?: BodySpelling;
    readonly contentType?: string;
    /** The path on the wire, if it differs from the usual path. */
    readonly target?: string;
  } = {},
): Promise<Exchange> {
  const content = { version, actions };
  const spelled = ask.spelling === undefined ? undefined : new TextEncoder().encode(ask.spelling(content));
  const exchange = await on.ask('update', {
    path: { id: own.id },
    json: content,
    as: ask.as ?? on.facts.updater,
    ...defined({
      body: spelled,
      alone: ask.alone,
      bodyIs: ask.bodyIs,
      contentType: ask.contentType,
      target: ask.target,
    }),
  });
  if (!says(exchange, 'conflict')) own.written(on.clock.now());
  if (says(exchange, 'later') && version instanceof JsonNumber) own.accepted(version.source);
  return exchange;
}
