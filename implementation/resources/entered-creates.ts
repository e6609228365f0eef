import { says } from '../../wire/status.ts';
import { defined } from '../../clause/defined.ts';
import { readJson, writeJson, type JsonInput } from '../../wire/json/json.ts';
import type { Ask } from '../../run/ask.ts';
import type { Exchange } from '../../history/exchange.ts';
import { rateLimitedBy } from '../../run/session/retry-after.ts';
import type { Profile } from '../../clause/profile.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { listNames } from '../../contract/traits.ts';
import type { Facts } from '../learnt.ts';
import { idFrom, idSources } from '../id-source.ts';
import type { Ledger, SentCreate } from './ledger.ts';
import { keptOf } from './proof/own-content.ts';
import { shownResources } from './shown-resources.ts';

export interface EnteringParts {
  readonly ledger: Ledger;
  readonly facts: Pick<Facts, 'idSource'>;
  readonly profile: Profile;
  readonly projectKey: string;
  readonly mark: string;
  readonly date: () => Date;
}

const lists: readonly EndpointName[] = listNames;

/**
 * Sends requests that may create (4.6, 4.8) once they are in the ledger, and enters the results. From other
 * requests it notes which resources existed before, and which are deleted.
 */
export async function entered(
  parts: EnteringParts,
  name: EndpointName,
  ask: Ask,
  send: (about: () => void) => Promise<Exchange>,
): Promise<Exchange> {
  const { ledger } = parts;
  if (name !== 'create' && name !== 'put') {
    const exchange = await send(() => undefined);
    note(parts, name, ask, exchange);
    return exchange;
  }
  const projectKey = ask.projectKey ?? parts.projectKey;
  const word = wordOf(ask, parts.mark);
  const content = contentOf(ask);
  const about = { projectKey, ...defined({ word }), ...keptOf([content], parts.mark) };
  const sent: SentCreate[] = [];
  const exchange = await send(() => {
    if (sent.length > 0) return;
    const overwrites = name === 'put' ? ({ overwrites: true } as const) : {};
    const create = { ...about, ...overwrites, created: parts.date().toISOString() };
    const number = ledger.begin(create);
    sent.push({ ...create, number });
  });
  const [first] = sent;
  if (first === undefined) return exchange;
  const { number, ...made } = first;
  const ids = idsShown(parts, name, exchange);
  const [id] = ids;
  if (hasMadeNothing(name, exchange)) ledger.close(number);
  else if (name === 'put' && exchange.succeeded && !says(exchange, 'created')) {
    const isNew =
      ids.length > 0 && ids.every((one) => !ledger.has(projectKey, one) && !ledger.wasBefore(one));
    if (ids.length === 0) ledger.leaveAccepted(number);
    else if (isNew) ledger.leaveOpen(number, 'was accepted', ids);
    else ledger.close(number);
  } else if (exchange.succeeded && id !== undefined && ids.length === 1) {
    const answered = exchange.object?.['objectTypeProperty'];
    ledger.add({ id, ...made, ...keptOf([content, answered], parts.mark) });
    ledger.close(number);
  } else {
    const { succeeded, label } = exchange;
    const what = succeeded ? `was answered ${label}, without an id` : `had no usable answer: ${label}`;
    ledger.leaveOpen(number, what, ids);
  }
  return exchange;
}

function note(
  { ledger, profile, projectKey }: EnteringParts,
  name: EndpointName,
  ask: Ask,
  exchange: Exchange,
): void {
  const at = ask.projectKey ?? projectKey;
  const id = ask.path?.['id'] ?? '';
  const entry = ledger.entry(at, id);
  const isGone = name === 'readById' && says(exchange, 'nothing there');
  // A deleted resource that then reads as gone is gone: clean-up need not read it.
  if (isGone && entry !== undefined && ledger.wasDeleted(entry)) ledger.strike(at, id);
  if (!exchange.succeeded) return;
  if (lists.includes(name)) ledger.noteBefore(shownResources(exchange.value, profile).map(({ id }) => id));
  if (name === 'remove') ledger.noteDeleted(at, id);
}

/** The answer is definite, or nothing was sent: the request has created nothing. */
function hasMadeNothing(name: EndpointName, exchange: Exchange): boolean {
  const { failure, redirect, outcome, tokenExpired, isLimited } = exchange;
  if (failure !== undefined) return !failure.wrote;
  return (
    tokenExpired ||
    isLimited ||
    exchange.is('turned away') ||
    rateLimitedBy(name, outcome) ||
    redirect !== undefined
  );
}

/** The ids that an answer shows at the known place of ids, or at all possible places. */
function idsShown(
  { facts: { idSource }, profile }: EnteringParts,
  name: EndpointName,
  exchange: Exchange,
): readonly string[] {
  if (!exchange.succeeded) return [];
  const known = idSource === undefined ? [] : [idSource].filter((one) => idFrom(exchange, one) !== undefined);
  // An overwrite need not show a new resource in the same place as a create.
  const sources =
    known.length > 0 || (idSource !== undefined && name === 'create') ? known : idSources(profile);
  return [...new Set(sources.flatMap((source) => idFrom(exchange, source) ?? []))];
}

function contentOf({ json, body }: Ask): JsonInput | undefined {
  const reading = body === undefined ? undefined : readJson(body);
  const value = reading?.kind === 'json' ? reading.value : json;
  return typeof value === 'object' && value !== null && 'objectTypeProperty' in value
    ? (value['objectTypeProperty'] as JsonInput)
    : undefined;
}

/** The first word of the run in a body, with its suffix. */
export function wordOf({ json, body }: Pick<Ask, 'json' | 'body'>, mark: string): string | undefined {
  const text =
    body === undefined ? (json === undefined ? '' : writeJson(json)) : new TextDecoder().decode(body);
  return new RegExp(`[a-z0-9]{0,5}${mark}b*`).exec(text)?.[0];
}
