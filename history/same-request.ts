import { hash } from 'node:crypto';
import type { Exchange } from './exchange.ts';

/** A text that is equal for equal requests of one caller, apart from parts that differ in each request. */
export function keyOf({ request, caller }: Exchange): string {
  const { method, target, headers, body = new Uint8Array() } = request;
  const told = headers.filter(([name]) => name !== 'traceparent');
  const asked = Buffer.from(JSON.stringify([method, target, caller.label, told]));
  return hash('sha256', Buffer.concat([asked, body]), 'base64');
}
