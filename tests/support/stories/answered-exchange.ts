import { defined } from '../../../clause/defined.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { Exchange } from '../../../history/exchange.ts';

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What of an answered exchange a test may choose. */
export interface Chosen {
  readonly sent?: string | undefined;
  readonly body?: string;
  readonly endpoint?: EndpointName;
}

/** An exchange that was sent by the writer, in milliseconds at its number, and answered three later. */
export function answered(
  number: number,
  [method, target, status]: readonly [method: string, target: string, status: number],
  { sent, body = '{}', endpoint }: Chosen = {},
): Exchange {
  return new Exchange({
    number,
    ...defined({ endpoint }),
    caller: { label: 'CONFORMANCE_TOKEN_MANAGE_TEST', kind: 'supplied', scopes: new Set() },
    request: { method, target, headers: [], ...(sent === undefined ? {} : { body: octets(sent) }) },
    outcome: {
      kind: 'answer',
      status,
      headers: [],
      body: octets(body),
      sentAt: number,
      answeredAt: number + 3,
    },
    redirects: 0,
  });
}
