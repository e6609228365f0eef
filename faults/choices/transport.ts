import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isArray, isObject, JsonNumber, type Json } from '../../reference/json.ts';
import type { Response, WireOddity } from '../../reference/message.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import { oneOf, type Choice } from '../fault.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf } from '../../reference/routes.ts';
import { answering, bare, content } from '../rewrite.ts';

const coded = (coding: string, encode: (body: Uint8Array) => Uint8Array) =>
  answering(undefined, (response, request) =>
    request.method === 'HEAD' || response.body.length === 0
      ? response
      : {
          ...response,
          headers: [...response.headers, ['Content-Encoding', coding]],
          body: encode(response.body),
        },
  );

const onWire = (wire: WireOddity, isFor: (response: Response, method: string) => boolean = () => true) =>
  answering(undefined, (response, request) =>
    isFor(response, request.method) && !response.wire ? { ...response, wire } : response,
  );
const isHead = (_response: Response, method: string): boolean => method === 'HEAD';
const typed =
  (contentType: string): PolicyOverride =>
  () => ({ contentType });

/** The same JSON in an unusual spelling. */
function unusual(value: Json, indent = '\n'): string {
  const deeper = `${indent}\t`;
  if (value instanceof JsonNumber) return value.text;
  if (isArray(value))
    return value.length === 0
      ? '[ ]'
      : `[${value.map((item) => deeper + unusual(item, deeper)).join(' ,')}${indent}]`;
  if (!isObject(value)) return typeof value === 'string' ? escaped(value) : JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, item]) => `${deeper}${escaped(name)} : ${unusual(item, deeper)}`,
  );
  return `{${members.join(' ,')}${indent}}`;
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_unit, index) => text.charCodeAt(index));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

/** With a page of its own, a filter refuses unusual methods, and updates whose bodies contain escapes. */
export const filtering =
  ({ status, type }: { readonly status: number; readonly type: string }): HandleWrap =>
  (next) =>
  (state, request, now) => {
    const isUpdate = operationOf(request) === '4.10';
    const isMet = isUpdate && /\\u[\da-f]{4}/i.test(new TextDecoder().decode(request.body));
    if (!isMet && request.method !== 'OPTIONS') return next(state, request, now);
    return { response: { ...bare(status), ...content('<h1>The request was blocked</h1>', type) } };
  };

/** Different forms of the same answers on the wire. */
export const transportChoices: readonly Choice[] = [
  {
    name: 'escapes-refused-by-the-page-of-a-filter',
    summary: 'Updates whose bodies have escapes, and OPTIONS, are refused with one page.',
    wrap: filtering({ status: 403, type: 'text/html' }),
    profile: { refusal: { page: { status: 403, type: 'text/html' } } },
  },
  ...oneOf(
    {
      name: 'answers-in-gzip',
      summary: 'Bodies are compressed with gzip unasked.',
      wrap: coded('gzip', (body) => gzipSync(body)),
    },
    {
      name: 'answers-in-brotli',
      summary: 'Bodies are compressed with brotli unasked.',
      wrap: coded('br', (body) => brotliCompressSync(body)),
    },
  ),
  ...oneOf(
    { name: 'answers-in-chunks', summary: 'Bodies are chunked.', wrap: onWire({ kind: 'chunked' }) },
    {
      name: 'connections-closed-after-each-answer',
      summary: 'Each connection serves one request.',
      wrap: onWire({ kind: 'close' }),
    },
    { name: 'answers-in-http-1-0', summary: 'Answers come as HTTP/1.0.', wrap: onWire({ kind: 'http-1.0' }) },
    {
      name: 'early-hints-before-answers',
      summary: 'A 103 comes before each answer.',
      wrap: onWire({ kind: 'early-hints' }),
    },
    {
      name: 'head-states-a-length',
      summary: 'Answers to existence checks state a length and have no body.',
      wrap: onWire({ kind: 'head-framing', form: 'content-length' }, isHead),
    },
    {
      name: 'head-states-chunks',
      summary: 'Answers to existence checks state chunks and have no body.',
      wrap: onWire({ kind: 'head-framing', form: 'chunked' }, isHead),
    },
  ),
  ...oneOf(
    {
      name: 'content-type-with-charset',
      summary: 'JSON is labelled with a charset.',
      override: typed('application/json;charset=UTF-8'),
    },
    {
      name: 'content-type-in-odd-case',
      summary: 'JSON is labelled Application/Json.',
      override: typed('Application/Json; Charset=utf-8'),
    },
    {
      name: 'content-type-with-json-suffix',
      summary: 'JSON of resources is labelled application/hal+json.',
      wrap: answering(['4.1', '4.2', '4.3', '4.6', '4.10', '4.11', '4.12'], (response) => ({
        ...response,
        headers: response.headers.map(
          ([name, value]) =>
            [
              name,
              name === 'Content-Type' && response.status < 300 && value === 'application/json'
                ? 'application/hal+json'
                : value,
            ] as const,
        ),
      })),
    },
  ),
  {
    name: 'json-spelled-unusually',
    summary: 'JSON is indented, and all characters of strings are escaped.',
    override: () => ({ encode: (body) => new TextEncoder().encode(unusual(body)) }),
  },
  {
    name: 'header-names-in-lower-case',
    summary: 'Header names of answers are in lower case.',
    wrap: answering(undefined, (response) => ({
      ...response,
      headers: response.headers.map(([name, value]) => [name.toLowerCase(), value] as const),
    })),
  },
  {
    name: 'json-after-a-byte-order-mark',
    summary: 'JSON begins with a byte order mark.',
    override: (base) => ({ encode: (body) => Uint8Array.from([0xef, 0xbb, 0xbf, ...base.encode(body)]) }),
  },
];
