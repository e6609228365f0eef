import { says } from '../../wire/status.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import {
  declaredPointer,
  keySupply,
  knownKey,
  readByKey,
  type KeyedResource,
} from '../../implementation/keys/keyed-resource.ts';
import { soughtKey } from '../../implementation/keys/sought-key.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { confirmations } from '../../judging/confirm.ts';
import type { Exchange } from '../../history/exchange.ts';
import { asName, valueAt } from '../../wire/json/pointer.ts';
import { readKnown, readUntilFound } from './key-agreement.ts';

/** Observes which place of a resource holds its key, and whether that key reads the resource (4.3). */
export async function observeKeySource(on: Stage): Promise<void> {
  if (on.profile.resource?.keySource === 'none') return await observeKeyless(on);
  const known = await knownKey(on);
  const pointer = declaredPointer(on);
  if ('missing' in known) {
    const { code, text, supply } = known.missing;
    const isUnshown = pointer !== undefined && on.facts.readable && code === 'no-key';
    return isUnshown ? discardUnshown(on, pointer) : on.discarded(code, text, supply);
  }
  const { keyed } = known;
  const read = await readKnown(on, keyed);
  if (read.is('noise')) return on.noise(read.label);
  // If another client has deleted the resource meanwhile, this read shows nothing about its key.
  if (says(read, 'no operation') && !(await readOwn(on, keyed.own)).succeeded)
    return on.discarded('premise-failed', 'the resource whose key is known can no longer be read by its id');
  if (pointer === undefined)
    return on.observe({ shown: on.facts.keyPointer !== undefined, read: read.label });
  await observeDeclared(on, pointer, keyed, read);
}

/** The declared place is refuted if three resources are not read by its value, but by that of another member. */
async function observeDeclared(on: Stage, pointer: string, keyed: KeyedResource, read: Exchange) {
  // Resources of the run must show their key at this place; the vendor's fixture need not.
  const isOwn = keyed.canary !== '';
  const shown = isOwn ? keyed.key : keyAt(await readOwn(on, keyed.own), pointer);
  if (shown === undefined) return discardUnshown(on, pointer);
  const byShown = shown === keyed.key ? read : await readByKey(on, shown);
  if (byShown.succeeded) return on.observe({ shown: true, read: byShown.label, asDeclared: true });
  const isRefuted = says(byShown, 'no operation') && (await isReadByAnother(on, pointer));
  on.observe({ shown: true, read: byShown.label, ...(isRefuted ? { asDeclared: false } : {}) });
}

/** Three resources are read by the value at one other place, but not by the value at this place. */
async function isReadByAnother(on: Stage, pointer: string): Promise<boolean> {
  const kept = await unlessInconclusive(keptResource(on));
  const other = kept === undefined ? undefined : await soughtKey(on, kept);
  if (kept === undefined || other === undefined || other === pointer) return false;
  const resources = [kept.own];
  while (resources.length < confirmations) {
    const made = await unlessInconclusive(on.another());
    if (made === undefined) return false;
    resources.push(made.own);
  }
  for (const own of resources) {
    const byId = await readOwn(on, own);
    const [here, there] = [keyAt(byId, pointer), keyAt(byId, other)];
    if (here === undefined || there === undefined || here === there) return false;
    if (
      !(await readUntilFound(on, asKeyed(own, there))).succeeded ||
      !says(await readByKey(on, here), 'no operation')
    )
      return false;
  }
  return true;
}

/** The vendor declares that resources have no key: a value in a member `key` reads no resource. */
async function observeKeyless(on: Stage): Promise<void> {
  const { own } = await keptResource(on);
  const { succeeded, label, object } = await readOwn(on, own);
  if (!succeeded) return on.discarded('premise-failed', `the read was answered ${label}`);
  const key = object?.['key'];
  if (typeof key !== 'string' || key === '') return on.observe({ shown: false, asDeclared: true });
  const read = await readByKey(on, key);
  if (!read.succeeded) return on.observe({ shown: true, read: read.label, asDeclared: true });
  let times = 1;
  for (; times < confirmations; times += 1) {
    const made = await unlessInconclusive(on.another());
    const shown = made === undefined ? undefined : keyAt(await readOwn(on, made.own), '/key');
    if (made === undefined || shown === undefined) break;
    if (!(await readUntilFound(on, asKeyed(made.own, shown))).succeeded) break;
  }
  on.observe({ shown: true, read: read.label, ...(times === confirmations ? { asDeclared: false } : {}) });
}

function asKeyed(own: OwnResource, key: string): KeyedResource {
  return { own, key, declared: false, canary: '' };
}

function keyAt(read: Exchange, pointer: string): string | undefined {
  return asName(valueAt(read.value, pointer));
}

/** A resource without a value at the place says nothing about other resources. */
function discardUnshown(on: Stage, pointer: string): void {
  on.discarded('not-observable', `no resource that was read shows a key at ${pointer}`, keySupply);
}
