import { compileSchemas } from '../../schemas/compile.ts';
import type { ExchangeEvidence } from '../../clause/sample.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { defined } from '../../clause/defined.ts';
import type { Profile } from '../../clause/profile.ts';
import type { Caller } from '../../history/caller.ts';
import { Exchange } from '../../history/exchange.ts';
import type { Header } from '../../wire/exchange.ts';
import { History, type Entry, type Given } from '../../history/history.ts';
import type { ToEvidence } from '../../world/shapes/recorded.ts';
import { World } from '../../world/world.ts';

/** What most histories of tests are given: the project `demo`, texts that hold `canary`, and lags of a second. */
const given: Given = { projectKey: 'demo', mark: 'canary', namedAt: [], queryLagMs: 1_000 };

/** A history of these entries, in their order. */
export function historyOf(entries: Iterable<Entry>, more: Partial<Given> = {}): History {
  const history = new History({ ...given, ...more });
  for (const entry of entries) history.append(entry);
  return history;
}

/** What shows an exchange of a test from others. */
interface Told {
  readonly number?: number;
  readonly caller?: Caller;
  readonly method?: string;
  readonly target?: string;
  /** Sent as JSON. */
  readonly asked?: unknown;
  /** Headers of the request. */
  readonly askedWith?: readonly Header[];
  readonly status?: number;
  /** Answered as JSON; no body unless given. */
  readonly shows?: unknown;
  /** Of the answer. */
  readonly headers?: readonly Header[];
  readonly sentAt?: number;
  readonly answeredAt?: number;
}

/** An exchange of an operation: GET by a supplied token without scopes, answered 200 without a body, unless told otherwise. */
export function exchangeAt(endpoint: EndpointName, told: Told = {}): Exchange {
  const {
    number = 1,
    method = 'GET',
    target = '/demo/resource',
    asked,
    askedWith = [],
    status = 200,
    shows,
    headers = [],
  } = told;
  const { sentAt = number, answeredAt = sentAt + 1 } = told;
  const octets = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  return new Exchange({
    number,
    endpoint,
    caller: told.caller ?? { label: 'a token', kind: 'supplied', scopes: new Set() },
    request: {
      method,
      target,
      headers: askedWith,
      ...defined({ body: asked === undefined ? undefined : octets(asked) }),
    },
    outcome: {
      kind: 'answer',
      status,
      headers,
      body: shows === undefined ? new Uint8Array() : octets(shows),
      sentAt,
      answeredAt,
    },
    redirects: 0,
  });
}

/** Evidence that names an exchange, and shows next to nothing of it. */
export function evidenceOf({ request, number }: Exchange): ExchangeEvidence {
  return {
    request: { method: request.method, target: request.target, headers: [] },
    milliseconds: 1,
    curl: '',
    number,
  };
}

/** What follows from a history. */
export function worldOf(history: History, evidence: ToEvidence = evidenceOf, profile: Profile = {}): World {
  return new World({ history, profile, schemas: compileSchemas({ int32Signed: true }), evidence });
}
