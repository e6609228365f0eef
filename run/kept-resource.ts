import { Inconclusive, notTested } from '../clause/thrown.ts';
import { OwnResource, readOwn } from './own-resource.ts';
import { settles } from './settle.ts';
import type { Stage } from './stage.ts';

/** A resource that is read by many checks and written to by none; readable already when it is handed out. */
export interface KeptResource {
  readonly own: OwnResource;
  /** A string of its own that it was made with; empty for a fixture. */
  readonly canary: string;
}

/** The one resource that no check writes to: made for it, or the vendor's fixture. */
export function keptResource(on: Stage): Promise<KeptResource> {
  return on.shared('kept resource', () => make(on, 'kept'));
}

/** A resource like the kept one that only refused writes are aimed at. */
export function guardedResource(on: Stage, name: string): Promise<KeptResource> {
  return on.shared(`guarded resource ${name}`, () => make(on, name));
}

async function make(on: Stage, name: string): Promise<KeptResource> {
  const { noResource, readable, upserts } = on.facts;
  const fixture = on.profile.resource?.fixture?.id;
  if (noResource !== undefined || upserts) {
    if (fixture !== undefined && name === 'kept')
      return { own: new OwnResource(fixture, on.clock.now() - on.grace.queryMs), canary: '' };
    throw notTested(
      noResource ?? {
        code: 'premise-failed',
        text: 'creates land on one resource, so that none can be kept apart',
        supply: '"resource": {"fixture": {"id": "<id of an existing resource>"}}',
      },
    );
  }
  if (!readable)
    throw notTested({
      code: 'blocked-by',
      text: '4.2/known-id-is-readable: no resource of our own could be read',
    });
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const canary = on.canary();
    const { own } = await on.create(canary);
    if (own === undefined) continue;
    on.keep(own);
    const { readMs: ms } = on.grace;
    const visible = await settles(
      on.clock,
      { since: own.lastWriteAt, ms },
      async () => (await readOwn(on, own)).succeeded,
    );
    if (visible) return { own, canary };
  }
  throw new Inconclusive(
    { code: 'premise-failed', text: 'no resource could be made and read' },
    { tested: false },
  );
}
