import { says } from '../../wire/status.ts';
import { isOneForAll, standApart } from '../learnt.ts';
import type { Reason } from '../../clause/sample.ts';
import { Inconclusive, notTested, unlessInconclusive } from '../../clause/thrown.ts';
import { OwnResource } from './own-resource.ts';
import { providedIds } from './provided.ts';
import type { Stage } from '../stage.ts';
import { blockedReason } from '../blocked-by.ts';
import { afterReplicaLag, pollUntilReadable } from './lag.ts';
import { readOwn } from './read-own.ts';
import { oncePerRun, oncePerRunFor } from '../once-per-run.ts';

/** A resource that many checks read and none writes to; readable when it is handed out. */
export interface KeptResource {
  readonly own: OwnResource;
  /** The unique string of its create; empty for a fixture. */
  readonly canary: string;
}

/**
 * The one resource that no check writes to. If creates update one resource, it is that resource, in the quiet
 * phase only.
 */
export async function keptResource(on: Stage): Promise<KeptResource> {
  const oneForAll = isOneForAll(on.facts) && on.facts.noResource === undefined;
  if (oneForAll && on.phase !== 'quiet')
    throw notTested({
      code: 'premise-failed',
      text: 'all creates yield the same resource, and other clients have changed it since',
    });
  return await kept(on, oneForAll);
}

/** The target of refused writes only; if creates update one resource, it is created again for each use. */
export function untouchedFixture(on: Stage, name: string): Promise<KeptResource> {
  if (isOneForAll(on.facts)) return make(on, name);
  return guarded(on, name);
}

const guarded = oncePerRunFor(make);

const kept = oncePerRun((on: Stage, oneForAll: boolean) => (oneForAll ? theOne(on) : make(on, 'kept')));

/** The resource of discovery, with the content of the last create. */
async function theOne(on: Stage): Promise<KeptResource> {
  const made = on.made.at(-1);
  if (!on.facts.readable || made === undefined) throw notTested(unreadable);
  const own = new OwnResource(made.id, on.clock.now());
  if ((await pollUntilReadable(on, own)).succeeded) return { own, canary: made.canary };
  throw notTested(unreadable);
}

const unreadable: Reason = blockedReason('4.2/known-id-is-readable');

async function make(on: Stage, name: string): Promise<KeptResource> {
  const { noResource, idSource, readable } = on.facts;
  const { profile, options } = on;
  // Provided resources are saved for checks that write.
  const fixture = profile.resource?.fixture?.id ?? (options.readOnly ? providedIds(profile)[0] : undefined);
  if (fixture !== undefined && name === 'kept' && (noResource !== undefined || idSource === undefined))
    return { own: new OwnResource(fixture, on.clock.now() - on.grace.queryMs), canary: '' };
  if (noResource !== undefined) throw notTested(noResource);
  if (!readable) throw notTested(unreadable);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const canary = on.canary();
    const { own, exchange } = await on.another(canary);
    on.keep(own);
    if (!(await pollUntilReadable(on, own)).succeeded) continue;
    if (name === 'kept') await untilAllCopiesShow(on, own);
    return { own, canary: exchange === undefined ? '' : canary };
  }
  throw new Inconclusive(
    { code: 'premise-failed', text: 'no resource could be created and read' },
    { tested: false },
  );
}

/** Two concurrent reads reach two replicas in turn: if one replica lags, the run outwaits its lag. */
async function untilAllCopiesShow(on: Stage, own: OwnResource): Promise<void> {
  const reads = await Promise.all([readOwn(on, own), readOwn(on, own)]);
  if (!reads.some((one) => says(one, 'nothing there'))) return;
  on.learn.lag();
  await afterReplicaLag(on, own);
}

/** A second resource; undefined if there is only one, or if both change together. */
export async function secondResource(on: Stage): Promise<OwnResource | undefined> {
  if (!standApart(on.facts) || on.facts.noResource !== undefined) return undefined;
  const own = (await unlessInconclusive(on.another()))?.own;
  if (own === undefined) return undefined;
  on.keep(own);
  return (await pollUntilReadable(on, own)).succeeded ? own : undefined;
}
