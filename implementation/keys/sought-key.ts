import { sameNumber } from '../../wire/json/numbers.ts';
import type { Json } from '../../wire/json/json.ts';
import { asName, mentions, valueAt } from '../../wire/json/pointer.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../stage.ts';
import { namingMembers } from '../../world/resources/naming-members.ts';
import type { KeptResource } from '../resources/kept-resource.ts';
import { versionOf } from '../resources/own-resource.ts';
import { readOwn } from '../resources/read-own.ts';

const mostTried = 8;
/** Longer than any key. */
const longest = 128;
/** The common part of names of keys; members with such a name are tried first. */
const likeKey = /key|slug|code|name|number|sku|ref/i;

/** The place of the key (4.3): its value reads the very resource, and an unused value reads nothing. */
export async function soughtKey(on: Stage, { own, canary }: KeptResource): Promise<string | undefined> {
  const byId = await readOwn(on, own);
  if (!byId.succeeded) return undefined;
  const members = candidatesIn(byId.value, (value) => canary === '' || !value.includes(canary));
  const isId = ({ value }: (typeof members)[number]): boolean => value === own.id;
  // The id may be the only name of a resource.
  const candidates = [...members.filter((one) => !isId(one)), ...members.filter(isId)];
  if (candidates.length === 0) return undefined;
  const unknown = await tryKey(on, `unknown-${on.canary()}`);
  if (!unknown.is('turned away')) return undefined;
  for (const { pointer, value } of candidates) {
    const byKey = await tryKey(on, value);
    if (byKey.succeeded && isSameResource(on, { own, canary }, byId, byKey)) return pointer;
  }
  return undefined;
}

function tryKey(on: Stage, key: string): Promise<Exchange> {
  return on.ask('readByKey', { path: { key }, as: on.reader, mayNotExist: true });
}

/** The answers show one version, and the content or the id of the resource. */
function isSameResource(on: Stage, { own, canary }: KeptResource, byId: Exchange, byKey: Exchange): boolean {
  const [one, other] = [versionOf(byId.value), versionOf(byKey.value)];
  if (one === undefined || other === undefined || !sameNumber(one, other)) return false;
  const { idSource } = on.facts;
  const id = idSource?.kind === 'body' ? asName(valueAt(byKey.value, idSource.at)) : undefined;
  return id === undefined ? canary !== '' && mentions(byKey.value, canary) : id === own.id;
}

/** Members that may be keys, first members with a typical name; each value once. */
function candidatesIn(
  resource: Json | undefined,
  isUseful: (value: string) => boolean,
): ReturnType<typeof namingMembers> {
  const found = namingMembers(resource).filter(({ value }) => value.length <= longest && isUseful(value));
  const isNamed = ({ pointer }: (typeof found)[number]): boolean =>
    likeKey.test(pointer.split('/').at(-1) ?? '');
  const sorted = [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))];
  return sorted
    .filter(({ value }, at) => sorted.findIndex((other) => other.value === value) === at)
    .slice(0, mostTried);
}
