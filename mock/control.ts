import { refusal, ConfigurationError } from '../config/input/configuration-error.ts';
import { empty } from '../reference/call.ts';
import type { Request, Response } from '../reference/message.ts';
import type { Planned, PlannedWish } from './planned.ts';
import type { SeenRequests } from './seen-requests.ts';

export interface Steered {
  readonly planned: Planned;
  readonly seen: SeenRequests;
  reset(): void;
  /** The resources as text that `restore` reads; deferred writes take effect before. */
  snapshot(): string;
  /** Changes nothing on text that is no snapshot, and throws ConfigurationError. */
  restore(text: string): void;
}

/** The requests beside the API that steer the mock, by path and method. */
const ways: Readonly<Record<string, Readonly<Record<string, (mock: Steered, body: string) => Response>>>> = {
  '/__mock/reset': {
    POST: (mock) => {
      mock.reset();
      return empty(204);
    },
  },
  '/__mock/state': {
    GET: (mock) => textAnswer(200, mock.snapshot()),
    PUT: (mock, body) => {
      mock.restore(body);
      return empty(204);
    },
  },
  '/__mock/next': {
    GET: (mock) => asJson(200, mock.planned.all),
    POST: (mock, body) => {
      mock.planned.add(objectOf(body));
      return empty(204);
    },
  },
  '/__mock/requests': { GET: (mock) => asJson(200, mock.seen.all) },
};

/** The answer to a request that steers the mock; undefined for any request to the API. */
export function controlled(mock: Steered, { method, target, body }: Request): Response | undefined {
  const path = target.replace(/[?#].*$/s, '');
  if (path !== '/__mock' && !path.startsWith('/__mock/')) return undefined;
  try {
    const way = Object.hasOwn(ways, path) ? ways[path] : undefined;
    if (way === undefined) throw refusal('path', path, Object.keys(ways).join(', '), 'Use one of them.');
    const act = Object.hasOwn(way, method) ? way[method] : undefined;
    if (act === undefined) throw refusal('method', method, Object.keys(way).join(', '), `Use it at ${path}.`);
    return act(mock, new TextDecoder().decode(body));
  } catch (error) {
    return refusalOf(error);
  }
}

function objectOf(text: string): PlannedWish {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported further below, like any invalid value.
  }
  throw refusal('body', 'no JSON object', 'an object', 'For example {"operation":"4.10","status":409}.');
}

/** The answer to an invalid request to a mock, with the mistake. Rethrows any other error. */
export function refusalOf(error: unknown, status: 400 | 500 = 400): Response {
  if (!(error instanceof ConfigurationError)) throw error;
  const { setting, found, expected, remedy } = error;
  return asJson(status, { mock: 'refused', setting, found, expected, remedy });
}

/** An answer of the mock itself. */
function asJson(status: number, body: unknown): Response {
  return textAnswer(status, JSON.stringify(body));
}

function textAnswer(status: number, text: string): Response {
  return {
    status,
    headers: [['Content-Type', 'application/json']],
    body: new TextEncoder().encode(`${text}\n`),
  };
}
