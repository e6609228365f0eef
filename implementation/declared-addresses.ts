import { says } from '../wire/status.ts';
import { inScope } from '../run/options.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { listNames } from '../contract/traits.ts';
import { Aborted } from '../run/aborted.ts';
import { mentions } from '../wire/json/pointer.ts';
import type { Caller } from '../history/caller.ts';
import type { Learnt } from './learnt.ts';
import type { Exchange } from '../history/exchange.ts';
import { insist } from './insist.ts';
import type { Stage } from './stage.ts';

interface Address {
  /** The profile's key. */
  readonly key: string;
  readonly value: string;
  readonly endpoint: EndpointName;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Throws Aborted if the profile names a resource that is not there, unless the implementation lists it
 * itself.
 *
 * @throws Aborted
 */
export async function requireDeclaredAddresses(on: Stage, reader: Caller | undefined): Promise<void> {
  if (reader === undefined) return;
  for (const address of addressesOf(on)) {
    const look = (): Promise<Exchange> =>
      insist(() => on.ask(address.endpoint, { path: address.path, as: reader, mayNotExist: true }));
    const answer = await look();
    if (!says(answer, 'nothing there') || (await isListed(on, address))) continue;
    // A resource that exists only sometimes is no mistake of the operator.
    if (!says(await look(), 'nothing there')) continue;
    throw new Aborted('configuration', notThere(on, address, answer));
  }
}

function addressesOf({ profile }: Stage): readonly Address[] {
  const { fixture, sandbox = [], disposable = [] } = profile.resource ?? {};
  const { id, key } = fixture ?? {};
  const byId = (name: string, value: string): Address => ({
    key: name,
    value,
    endpoint: 'readById',
    path: { id: value },
  });
  return [
    ...(id === undefined ? [] : [byId('resource.fixture.id', id)]),
    ...sandbox.map((one, at) => byId(`resource.sandbox[${at}]`, one)),
    ...disposable.map((one, at) => byId(`resource.disposable[${at}]`, one)),
    ...(key === undefined
      ? []
      : [{ key: 'resource.fixture.key', value: key, endpoint: 'readByKey', path: { key } } as const]),
  ];
}

/** Whether a list, or the fixture read by its id, mentions the name. */
async function isListed(on: Stage, { value }: Address): Promise<boolean> {
  const id = on.profile.resource?.fixture?.id;
  const lists = inScope(on.options, listNames).map((name) => on.ask(name));
  const shown = await Promise.all([
    ...lists,
    ...(id === undefined ? [] : [on.ask('readById', { path: { id }, mayNotExist: true })]),
  ]);
  return shown.some((answer) => answer.succeeded && mentions(answer.value, value));
}

function notThere(on: Stage, { key, value, endpoint }: Address, { label }: Exchange): string {
  const path = endpoint === 'readByKey' ? `resource/key=${value}` : `resource/${value}`;
  return (
    `the profile's ${key} names something that does not exist: GET /${on.options.projectKey}/${path} was answered ${label}, and 4.1, ` +
    `4.4 and 4.12 do not show it. Expected ${endpoint === 'readByKey' ? 'the key' : 'the id'} of an existing resource: ` +
    'correct or remove it'
  );
}

/**
 * Throws Aborted if changes show elsewhere than declared; one that shows nowhere is a broken promise, and
 * judged.
 *
 * @throws Aborted if it shows elsewhere
 */
export function requireDeclaredEffect(on: Stage, { pointers }: Learnt): void {
  const declared = on.profile.update?.observable;
  if (declared === undefined || declared === 'none' || pointers === undefined) return;
  const [seen] = pointers;
  if (seen === undefined || pointers.includes(declared)) return;
  throw new Aborted(
    'configuration',
    `the profile's update.observable is ${JSON.stringify(declared)}, but changeSomeProperty changed ` +
      `${JSON.stringify(seen)}. Expected the member that it changes: write "update": {"observable": ${JSON.stringify(seen)}}`,
  );
}
