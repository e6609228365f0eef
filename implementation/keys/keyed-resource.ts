import { inScope } from '../../run/options.ts';
import type { Reason } from '../../clause/sample.ts';
import { notTested } from '../../clause/thrown.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keptResource } from '../resources/kept-resource.ts';
import { OwnResource } from '../resources/own-resource.ts';
import { asName, textsIn, valueAt } from '../../wire/json/pointer.ts';
import { isObject } from '../../wire/json/plain-json.ts';
import { createAsk, withKey, type CreateBody } from '../create-body.ts';
import type { Born } from '../sought-id-source.ts';
import type { Stage } from '../stage.ts';
import { readOwn } from '../resources/read-own.ts';
import { soughtKey } from './sought-key.ts';
import { oncePerRun } from '../once-per-run.ts';

export interface KeyedResource {
  readonly own: OwnResource;
  readonly key: string;
  /** Whether the vendor declares this key; if not, it was found in an undocumented member. */
  readonly declared: boolean;
  /** A string of its create; empty for a fixture. */
  readonly canary: string;
  /** The read by id before the resource was updated, if there was one. */
  readonly before?: Exchange;
  /** The caller that reads the resource by key; the usual reader unless given. */
  readonly as?: Caller | undefined;
}

/** The line that tells the suite the place of keys. */
export const keySupply =
  '"resource": {"keySource": "body:/<where a resource shows its key>"} or {"fixture": {"id": "<id>", "key": "<key>"}}';

type Known = { readonly keyed: KeyedResource } | { readonly missing: Reason };

/**
 * The resource for reads by key (4.3), once a run; throws Inconclusive if no key is known.
 *
 * @throws Inconclusive if no key is known
 */
export async function keyedResource(on: Stage): Promise<KeyedResource> {
  const known = await knownKey(on);
  if ('missing' in known) throw notTested(known.missing);
  return known.keyed;
}

/** The key of a readable resource, or why there is none. */
export const knownKey = oncePerRun((on: Stage): Promise<Known> => findKey(on));

async function findKey(on: Stage): Promise<Known> {
  const { keySource, fixture } = on.profile.resource ?? {};
  if (keySource === 'none')
    return { missing: { code: 'declared-absent', text: 'the profile declares that resources have no key' } };
  if (fixture?.id === undefined || fixture.key === undefined) return await ownKey(on);
  const given = await givenKey(on, { id: fixture.id, key: fixture.key });
  if (declaredPointer(on) === undefined || on.facts.noResource !== undefined) return given;
  // A resource of the run proves more than an unchangeable fixture, if its key can be read.
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
  // A fixture that does not exist (any more) proves nothing about reads by key.
  return {
    missing: { ...noKey, text: `the fixture ${id} was answered ${read.label} when read by id` },
  };
}

/** The key of a resource of the run, at the declared place or at a found place. */
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

/** Whether no read by key is judged. */
export function areKeysLeftOut({ options }: Pick<Stage, 'options'>): boolean {
  return options.without.has('key') || inScope(options, ['readByKey']).length === 0;
}

/** The place where resources usually show their key; undefined if the vendor declares a place, or that there is none. */
export function usualPointer({ profile }: Pick<Stage, 'profile'>): string | undefined {
  return profile.resource?.keySource === undefined ? '/key' : undefined;
}

/** The place of the key in a resource, by the vendor. */
export function declaredPointer({ profile }: Pick<Stage, 'profile'>): string | undefined {
  const { keySource } = profile.resource ?? {};
  return keySource?.startsWith('body:') === true ? keySource.slice(5) : undefined;
}

const noKey: Reason = {
  code: 'no-key',
  text: 'no key of a resource is known',
  supply: `${keySupply}  (or state the limit: CONFORMANCE_WITHOUT=key)`,
};

export async function keyOf(on: Stage, own: OwnResource): Promise<string | undefined> {
  if (on.facts.keyPointer === undefined) return undefined;
  return own.key ?? keyIn(on, await readOwn(on, own));
}

export function keyIn({ facts: { keyPointer } }: Stage, { value }: Exchange): string | undefined {
  return keyPointer === undefined ? undefined : asName(valueAt(value, keyPointer));
}

export async function readByKey(on: Stage, key: string, as = on.reader): Promise<Exchange> {
  return await on.ask('readByKey', { path: { key }, as });
}

/** Who chooses keys is not shown: undefined if no key is needed, or a body with a key is refused. */
export async function keyedCreate(
  on: Stage,
  as: Caller,
  made: { readonly body: CreateBody; readonly exchange: Exchange },
): Promise<(Born & { readonly body?: CreateBody }) | undefined> {
  const pointer = declaredPointer(on) ?? usualPointer(on);
  if (areKeysLeftOut(on) || pointer === undefined || !isObject(made.exchange.value)) return undefined;
  if (asName(valueAt(made.exchange.value, pointer)) !== undefined) return undefined;
  const body = withKey(made.body, () => on.canary());
  const canary = on.canary();
  const ask = createAsk(body, canary);
  const exchange = await on.ask('create', { as, ...ask });
  if (!exchange.succeeded) return undefined;
  // A server may spell the key in its own way, or show it under another name.
  const { key = '' } = ask.json as { readonly key?: string };
  const isShown =
    asName(valueAt(exchange.value, pointer)) !== undefined || textsIn(exchange.value).includes(key);
  return { canary, exchange, ...(isShown ? { body } : {}) };
}
