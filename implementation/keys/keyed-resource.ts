import type { Reason } from '../../clause/sample.ts';
import { notTested } from '../../clause/thrown.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keptResource } from '../resources/kept-resource.ts';
import { OwnResource } from '../resources/own-resource.ts';
import { asName, valueAt } from '../../wire/json/pointer.ts';
import type { Stage } from '../stage.ts';
import { readOwn } from '../resources/read-own.ts';
import { soughtKey } from './sought-key.ts';
import { oncePerRun } from '../once-per-run.ts';

/** A resource whose id and key are known. */
export interface KeyedResource {
  readonly own: OwnResource;
  readonly key: string;
  /** The vendor says that this is the key; otherwise it was found in an undocumented member. */
  readonly declared: boolean;
  /** A string that it was made with; empty for a fixture. */
  readonly canary: string;
  /** How it was read by its id before it was updated, where it was. */
  readonly before?: Exchange;
  /** Who reads it by its key; the usual reader unless given. */
  readonly as?: Caller | undefined;
}

/** The line that shows the suite where keys are found. */
export const keySupply =
  '"resource": {"keySource": "body:/<where a resource shows its key>"} or {"fixture": {"id": "<id>", "key": "<key>"}}';

type Known = { readonly keyed: KeyedResource } | { readonly missing: Reason };

/**
 * The resource that reads by key (4.3) are requested: the one that nobody writes to, or the vendor's fixture. Once a
 * run.
 *
 * @throws Inconclusive if no key is known
 */
export async function keyedResource(on: Stage): Promise<KeyedResource> {
  const known = await knownKey(on);
  if ('missing' in known) throw notTested(known.missing);
  return known.keyed;
}

/** The key of a resource that can be read, or why there is none. */
export const knownKey = oncePerRun((on: Stage): Promise<Known> => findKey(on));

async function findKey(on: Stage): Promise<Known> {
  const { keySource, fixture } = on.profile.resource ?? {};
  if (keySource === 'none')
    return { missing: { code: 'declared-absent', text: 'the profile declares that resources have no key' } };
  if (fixture?.id === undefined || fixture.key === undefined) return await ownKey(on);
  const given = await givenKey(on, { id: fixture.id, key: fixture.key });
  if (declaredPointer(on) === undefined || on.facts.noResource !== undefined) return given;
  // What the run makes shows more than what nobody may change, as long as it has a key that reads.
  const own = await ownKey(on);
  const isOf = 'keyed' in own && (!('keyed' in given) || (await readByKey(on, own.keyed.key)).succeeded);
  return isOf ? own : given;
}

/** The key of the vendor's fixture, which needs no source. */
async function givenKey(
  on: Stage,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<Known> {
  const own = new OwnResource(id, on.clock.now() - on.grace.queryMs);
  const read = await readOwn(on, own);
  if (read.succeeded) return { keyed: { own, key, declared: true, canary: '' } };
  // A fixture that is not there (any more) says nothing of reads by key.
  return {
    missing: { ...noKey, text: `the fixture ${id} was answered ${read.label} when read by id` },
  };
}

/** The key that a resource of the run shows at the declared place, or at one that was found. */
async function ownKey(on: Stage): Promise<Known> {
  const isDeclared = declaredPointer(on) !== undefined;
  if (on.facts.keyPointer === undefined && (isDeclared || !on.facts.readable)) return { missing: noKey };
  const kept = await keptResource(on);
  if (on.facts.keyPointer === undefined) on.learn.keysStandAt(await soughtKey(on, kept));
  const { own, canary } = kept;
  const key = await keyOf(on, own);
  if (key === undefined) return { missing: noKey };
  return { keyed: { own, key, declared: isDeclared, canary } };
}

/** Where the vendor says that a resource shows its key. */
export function declaredPointer({ profile }: Pick<Stage, 'profile'>): string | undefined {
  const { keySource } = profile.resource ?? {};
  return keySource?.startsWith('body:') === true ? keySource.slice(5) : undefined;
}

const noKey: Reason = {
  code: 'no-key',
  text: 'no key of a resource is known',
  supply: `${keySupply}  (or state the limit: CONFORMANCE_WITHOUT=key)`,
};

/** The key that a resource of our own shows. */
export async function keyOf(on: Stage, own: OwnResource): Promise<string | undefined> {
  if (on.facts.keyPointer === undefined) return undefined;
  return own.key ?? keyIn(on, await readOwn(on, own));
}

/** The key that a read by id shows. */
export function keyIn({ facts: { keyPointer } }: Stage, { value }: Exchange): string | undefined {
  return keyPointer === undefined ? undefined : asName(valueAt(value, keyPointer));
}

/** GET by key. */
export async function readByKey(on: Stage, key: string, as = on.reader): Promise<Exchange> {
  return await on.ask('readByKey', { path: { key }, as });
}
