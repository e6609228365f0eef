import type { ExchangeEvidence } from '../clause/sample.ts';
import { asCurl } from '../wire/curl.ts';
import type { Header } from '../wire/exchange.ts';
import { header } from '../wire/media-type.ts';
import type { Exchange } from './exchange.ts';
import type { RunOptions } from './options.ts';
import { shapeOfBody, shapeOfTarget } from './shape.ts';

/** Characters of a body that are kept as evidence. */
const mostOfBody = 4_000;

/** Header fields whose values are never data: shown also where values are not. */
const plainFields: ReadonlySet<string> = new Set([
  'accept',
  'allow',
  'authorization',
  'content-length',
  'content-type',
  'retry-after',
  'user-agent',
  'www-authenticate',
]);

/** Makes exchanges into evidence: tokens named and not shown, bodies bounded, or left out as the operator wishes. */
export function createEvidence(
  options: Pick<RunOptions, 'baseUrl' | 'evidence'>,
  redact: (text: string) => string,
): (exchange: Exchange) => ExchangeEvidence {
  const text = (body: Uint8Array): string =>
    redact(new TextDecoder('utf-8').decode(body)).slice(0, mostOfBody);
  const shown = (body: Uint8Array | undefined): { body?: string } => {
    if (body === undefined || body.length === 0 || options.evidence === 'none') return {};
    return { body: options.evidence === 'full' ? text(body) : shapeOfBody(body).slice(0, mostOfBody) };
  };
  const fields = (headers: readonly Header[]): (readonly [string, string])[] =>
    headers.map(
      ([name, value]) =>
        [
          redact(name),
          isFull || plainFields.has(name.toLowerCase()) ? redact(value).slice(0, 500) : '…',
        ] as const,
    );
  const isFull = options.evidence === 'full';
  return (exchange) => {
    const { request, outcome } = exchange;
    return {
      request: {
        method: request.method,
        target: redact(isFull ? request.target : shapeOfTarget(request.target)),
        headers: fields(request.headers),
        ...(isText(request.headers) ? shown(request.body) : sized(request.body)),
      },
      ...(outcome.kind === 'answer'
        ? { answer: { status: outcome.status, headers: fields(outcome.headers), ...shown(outcome.body) } }
        : { failure: isFull ? redact(`${outcome.failure}: ${outcome.detail}`) : outcome.failure }),
      milliseconds: Math.round((outcome.answeredAt - outcome.sentAt) * 10) / 10,
      curl: isFull ? asCurl(options.baseUrl, request, redact) : '',
    };
  };
}

function isText(headers: readonly Header[]): boolean {
  return !(header(headers, 'content-type') ?? '').startsWith('image/');
}

function sized(body: Uint8Array | undefined): { body?: string } {
  return body === undefined ? {} : { body: `(${body.length} octets)` };
}
