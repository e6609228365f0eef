import { defined } from '../../clause/defined.ts';
import type { Flaw } from '../../clause/sample.ts';
import { asCurl } from '../../wire/curl.ts';
import type { Header, Request } from '../../wire/exchange.ts';
import { placeInJson } from '../../wire/json/place-in-json.ts';
import { header } from '../../wire/media-type.ts';
import { detached } from '../../wire/json/detached.ts';
import { keptOfBody, keptOfRequest, shortened } from '../../history/bodies/kept-answer.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { ToEvidence } from '../../world/shapes/recorded.ts';
import type { RunOptions } from '../options.ts';
import { shapeOfBody, shapeOfTarget } from '../shape.ts';

const mostOfBody = 4_000;
const mostOfTarget = 16_000;

/** Header fields whose values are never data: shown even if values are not. */
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

/** The characters around a place that are searched for secrets; a secret that is cut there is not shown. */
const mostAround = 8_192;
/** The characters of a body that are shown before the deviating place, and from there on. */
const around = { before: 24, after: 100 } as const;

/** Makes exchanges into evidence: tokens named and not shown, bodies bounded, or left out as the operator wishes. */
export function createEvidence(
  options: Pick<RunOptions, 'baseUrl' | 'evidence'>,
  redact: (text: string) => string,
): ToEvidence {
  const text = (body: Uint8Array): string => {
    const beginning = new TextDecoder('utf-8').decode(body.subarray(0, keptOfBody));
    return redact(body.length >= keptOfBody ? `${beginning}…` : beginning).slice(0, mostOfBody);
  };
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
  const flawOf = (exchange: Exchange, pointer: string | undefined): Flaw | undefined => {
    const flaw = pointer === undefined ? faultOf(exchange) : { pointer: redact(pointer) };
    if (flaw === undefined) return undefined;
    const cut = isFull ? cutAround(exchange.body, flaw, redact) : undefined;
    return { ...flaw, ...defined({ cut }) };
  };
  return (exchange, pointer) => {
    const flaw = options.evidence === 'none' ? undefined : flawOf(exchange, pointer);
    const { outcome, request } = exchange;
    const isPicture = header(request.headers, 'content-type')?.startsWith('image/') === true;
    return {
      request: {
        method: request.method,
        target: shortened(redact(isFull ? request.target : shapeOfTarget(request.target)), mostOfTarget),
        headers: fields(request.headers),
        ...(isPicture
          ? defined({ body: request.body && `(${request.body.length} octets)` })
          : shown(request.body)),
      },
      ...(outcome.kind === 'answer'
        ? { answer: { status: outcome.status, headers: fields(outcome.headers), ...shown(outcome.body) } }
        : { failure: isFull ? redact(`${outcome.failure}: ${outcome.detail}`) : outcome.failure }),
      milliseconds: Math.round((outcome.answeredAt - outcome.sentAt) * 10) / 10,
      curl: isFull && isShort(request) ? asCurl(options.baseUrl, request, redact) : '',
      number: exchange.number,
      caller: redact(exchange.caller.label),
      atMs: Math.round(outcome.sentAt * 10) / 10,
      ...defined({ flaw }),
    };
  };
}

/** Whether a shell line can contain the request: a cut text would be another request. */
function isShort({ target, body }: Request): boolean {
  return target.length <= mostOfTarget && (body?.length ?? 0) < keptOfRequest;
}

/** The place at which a body that is labelled as JSON, or looks like JSON, stops being JSON. */
function faultOf({ body, json }: Exchange): Flaw | undefined {
  return body.length === 0 || json.kind !== 'not-json' ? undefined : { at: json.at };
}

/** The body around a place, which a token may overlap. */
function cutAround(
  body: Uint8Array,
  { pointer, at }: Flaw,
  redact: (text: string) => string,
): string | undefined {
  const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const place = pointer === undefined ? at : placeInJson(whole, pointer);
  if (place === undefined) return undefined;
  const from = Math.max(0, place - mostAround);
  const near = whole.slice(from, place + mostAround);
  const shown = redact(near);
  const middle = redact(near.slice(0, place - from)).length;
  const [first, last] = [Math.max(0, middle - around.before), middle + around.after];
  const isCut = {
    before: from > 0 || first > 0,
    after: place + mostAround < whole.length || last < shown.length,
  };
  // A slice would keep the whole long text in memory.
  return detached(`${isCut.before ? '…' : ''}${shown.slice(first, last)}${isCut.after ? '…' : ''}`);
}
