import { keptResource } from '../../implementation/resources/kept-resource.ts';
import { readKnown } from './key-reads.ts';
import { knownKey, readByKey } from '../../implementation/keys/keyed-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';

/** Observes where the key of a resource stands, and whether the resource is read by it (4.3). */
export async function observeKeySource(on: Stage): Promise<void> {
  if (on.profile.resource?.keySource === 'none') return await observeKeyless(on);
  const { keyPointer } = on.facts;
  const known = await knownKey(on);
  if ('missing' in known) {
    const { code, text, supply } = known.missing;
    const isUnshown = on.profile.resource?.keySource?.startsWith('body:') === true && on.facts.readable;
    if (!isUnshown || keyPointer !== undefined) return on.discarded(code, text, supply);
    return on.observe({ shown: false, asDeclared: false });
  }
  const read = await readKnown(on, known.keyed);
  if (read.kind === 'noise') return on.noise(read.label);
  const isMissing = [404, 405, 501].includes(read.status ?? 0);
  // Whoever has deleted it meanwhile says nothing of its key.
  if (isMissing && !(await readOwn(on, known.keyed.own)).succeeded)
    return on.discarded('premise-failed', 'the resource whose key is known can no longer be read by its id');
  on.observe({
    shown: keyPointer !== undefined,
    read: read.label,
    ...(known.keyed.declared && (read.succeeded || isMissing) ? { asDeclared: read.succeeded } : {}),
  });
}

/** The vendor says that resources have no key: a member key, where there is one, reads none. */
async function observeKeyless(on: Stage): Promise<void> {
  const { own } = await keptResource(on);
  const { object, succeeded, label } = await readOwn(on, own);
  if (!succeeded) return on.discarded('premise-failed', `the read was answered ${label}`);
  const key = object?.['key'];
  if (typeof key !== 'string' || key === '') return on.observe({ shown: false, asDeclared: true });
  const read = await readByKey(on, key);
  on.observe({ shown: true, read: read.label, asDeclared: !read.succeeded });
}
