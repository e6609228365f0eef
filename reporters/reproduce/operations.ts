import { isOfClass } from '../../wire/status.ts';
import { isRead } from '../../contract/reads.ts';
import type { ExchangeEvidence } from '../../clause/sample.ts';
import { endpoints, type Endpoint } from '../../contract/endpoints.ts';

/** What follows the collection in the paths of the contract. */
const literals: ReadonlySet<string> = new Set(
  Object.values<Endpoint>(endpoints).flatMap(({ path }) => path.split('/').slice(3, 4)),
);

/** Whether the answer was a success. */
export function isSuccess({ answer }: ExchangeEvidence): boolean {
  return isOfClass(answer?.status, 2);
}

/** A read that names no resource, and may show several. */
export function isList(exchange: ExchangeEvidence): boolean {
  const segment = exchange.request.target.split(/[/?]/)[3] ?? '';
  return (
    exchange.request.method === 'GET' && !isId(segment) && !segment.includes('=') && !isNamespace(exchange)
  );
}

/** An operation that concerns no resource. */
export function isNamespace({ request }: ExchangeEvidence): boolean {
  return /\/resource\/namespace-action/.test(request.target);
}

/** What 4.6 sends. */
export function isCreate({ request }: ExchangeEvidence): boolean {
  return request.method === 'POST' && /^\/[^/]+\/resource(?:\?|$)/.test(request.target);
}

/** Requests of 4.7 and 4.8, whose path names no resource. */
export function isOverwrite({ method, target }: ExchangeEvidence['request']): boolean {
  return (method === 'PATCH' || method === 'PUT') && /^\/[^/]+\/resource(?:\?|$)/.test(target);
}

/** Whether the segment after the collection names a resource. */
export function isId(segment: string): boolean {
  return segment !== '' && !literals.has(segment) && !segment.includes('=');
}

/** The consent without which it is not sent, because the contract does not show its effect. */
export function consentOf(exchange: ExchangeEvidence | undefined): string | undefined {
  if (exchange === undefined || isRead(exchange.request)) return undefined;
  const { request } = exchange;
  if (isOverwrite(request)) return 'overwrite';
  const segment = request.target.split(/[/?]/)[3] ?? '';
  if (segment === 'images') return 'upload';
  if (segment.startsWith('namespace-action')) return 'namespace';
  const isRecord = segment.startsWith('artificially-complex') || segment.startsWith('description-with-urn');
  return isRecord ? 'records' : undefined;
}
