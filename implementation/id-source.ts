import type { Reason } from '../clause/sample.ts';
import { header } from '../wire/media-type.ts';
import type { Exchange } from '../history/exchange.ts';
import type { IdSource } from './facts.ts';
import { asName, valueAt } from '../wire/json/pointer.ts';
import type { Profile } from '../clause/profile.ts';
import { OwnResource, versionOf } from './resources/own-resource.ts';
import type { Stage } from './stage.ts';

/** The place of the id of a created resource: as declared, else where servers usually put it. */
export function idSources(profile: Profile): readonly IdSource[] {
  const declared = profile.resource?.idSource;
  if (declared === 'fixture') return [];
  if (declared?.startsWith('body:') === true)
    return [{ kind: 'body', at: declared.slice(5), declared: true }];
  if (declared?.startsWith('header:') === true)
    return [{ kind: 'header', at: declared.slice(7), declared: true }];
  return [
    { kind: 'body', at: '/id', declared: false },
    { kind: 'header', at: 'Location', declared: false },
    { kind: 'header', at: 'Content-Location', declared: false },
  ];
}

/** Headers whose value is the address of the resource. */
const addresses = ['location', 'content-location'];

/** Why nothing can be said about the ids of created resources: the answers show none. */
export function noIds({ profile }: Stage): Reason {
  return profile.resource?.idSource === 'fixture'
    ? { code: 'declared-absent', text: 'the profile declares that only ids of fixtures are known' }
    : { code: 'no-id-source', text: 'the answers show no ids' };
}

/** A member that links to a resource, as HAL and others do. */
const link = /^(?:https?:\/\/[^/]+)?\/(?:[^?#]*\/)?resource\/[^/?#]/i;

/** The id at a source; of addresses the last segment. `Content-Location` may repeat the requested address instead. */
export function idFrom(exchange: Exchange, source: IdSource): string | undefined {
  if (source.kind === 'body') {
    const name = asName(valueAt(exchange.value, source.at));
    const isLink = name !== undefined && source.at !== '/id' && link.test(name);
    return isLink ? idIn(name) : name;
  }
  if (exchange.outcome.kind !== 'answer') return undefined;
  const value = header(exchange.outcome.headers, source.at);
  if (value === undefined || value === '') return undefined;
  const at = source.at.toLowerCase();
  if (!addresses.includes(at)) return value;
  const target = lastSegment(exchange.request.target);
  return at === 'content-location' && lastSegment(value) === target ? undefined : idIn(value);
}

function idIn(address: string): string | undefined {
  try {
    return asName(decodeURIComponent(lastSegment(address)));
  } catch {
    return undefined;
  }
}

function lastSegment(address: string): string {
  return (
    address
      .replace(/[?#].*$/, '')
      .replace(/(?<!\/)\/+$/, '')
      .split('/')
      .at(-1) ?? ''
  );
}

/** A created resource, named by the source of ids. */
export function newOwn(
  on: Stage,
  exchange: Exchange,
  source: IdSource,
  keyPointer: string | undefined,
): OwnResource {
  const id = idFrom(exchange, source) ?? '';
  const key = keyPointer === undefined ? undefined : asName(valueAt(exchange.value, keyPointer));
  const own = new OwnResource(id, on.clock.now(), { key, born: exchange });
  own.show(versionOf(exchange.value));
  return own;
}
