import { createHash } from 'node:crypto';
import type { Exchange } from './exchange.ts';

/** The same for the same request of the same caller, but for what differs in each. */
export function keyOf({ request, caller }: Exchange): string {
  const { method, target, headers, body = new Uint8Array() } = request;
  const told = headers.filter(([name]) => name !== 'traceparent');
  return createHash('sha256')
    .update(JSON.stringify([method, target, caller.label, told]))
    .update(body)
    .digest('base64');
}
