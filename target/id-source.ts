import type { Reason } from '../clause/sample.ts';
import { header } from '../wire/media-type.ts';
import type { Exchange } from '../run/exchange.ts';
import type { IdSource } from './facts.ts';
import { asName, valueAt } from '../wire/json/pointer.ts';
import type { Profile } from '../clause/profile.ts';
import type { Stage } from './stage.ts';

/** Where the id of a created resource may stand: as declared, else where servers usually put it. */
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
  ];
}

/** Why nothing can be said of the ids of created resources: the answers show none. */
export function noIds({ profile }: Stage): Reason {
  return profile.resource?.idSource === 'fixture'
    ? { code: 'declared-absent', text: 'ids are declared to be known of fixtures alone' }
    : { code: 'no-id-source', text: 'the answers show no ids' };
}

/** The id that an answer shows at a source; of `Location` the last path segment, decoded. */
export function idFrom(exchange: Exchange, source: IdSource): string | undefined {
  if (source.kind === 'body') return asName(valueAt(exchange.value, source.at));
  if (exchange.outcome.kind !== 'answer') return undefined;
  const value = header(exchange.outcome.headers, source.at);
  if (value === undefined || value === '') return undefined;
  if (source.at.toLowerCase() !== 'location') return value;
  const segment =
    value
      .replace(/[?#].*$/, '')
      .replace(/(?<!\/)\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return asName(decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}
