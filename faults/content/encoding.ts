import type { Response } from '../../reference/message.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault, Need } from '../fault.ts';
import { content, succeeding } from '../rewrite.ts';

type Change = (text: string, response: Response) => Response;

function fault(
  name: string,
  section: string,
  summary: string,
  where: readonly Operation[] | undefined,
  change: Change,
  more: { readonly needs?: readonly Need[]; readonly expect?: Fault['expect'] } = {},
): Fault {
  const wrap = succeeding(where, (response, request) =>
    request.method === 'HEAD' || response.body.length === 0
      ? response
      : change(new TextDecoder().decode(response.body), response),
  );
  return { name, summary, section, expect: 'fail', wrap, ...more };
}

const labelled =
  (type: string): Change =>
  (text, response) => ({ ...response, ...content(text, type) });
const rewritten =
  (change: (text: string) => string): Change =>
  (text, response) => ({ ...response, body: new TextEncoder().encode(change(text)) });
const encoded =
  (encoding: 'latin1' | 'utf16le'): Change =>
  (text, response) => ({ ...response, body: Buffer.from(text, encoding) });
const page = '<!doctype html><title>ok</title>';

/** Payloads that are not JSON in UTF-8, or that are labelled as something else. */
export const encodingFaults: readonly Fault[] = [
  fault('json-in-latin-1', 'General', 'JSON is encoded in Latin-1.', undefined, encoded('latin1'), {
    needs: ['generated'],
  }),
  fault('json-in-utf-16', 'General', 'JSON is encoded in UTF-16.', ['4.2'], encoded('utf16le')),
  fault(
    'json-with-trailing-comma',
    'General',
    'Objects end with a comma.',
    ['4.2'],
    rewritten((text) => text.replace(/\}$/, ',}')),
  ),
  fault(
    'json-with-nan',
    'General',
    'The version is NaN.',
    ['4.2'],
    rewritten((text) => text.replace(/"version":[^,}]*/, '"version":NaN')),
  ),
  fault(
    'json-with-single-quotes',
    'General',
    'Names stand in single quotes.',
    ['4.6'],
    rewritten((text) => text.replaceAll('"', "'")),
  ),
  fault('collection-as-html', '4.1', 'The collection comes as HTML.', ['4.1'], (_text, response) => ({
    ...response,
    ...content(page, 'text/html'),
  })),
  fault('collection-as-xml', '4.1', 'The collection comes as XML.', ['4.1'], (_text, response) => ({
    ...response,
    ...content('<resources/>', 'application/xml'),
  })),
  fault(
    'collection-as-lines',
    '4.1',
    'The collection comes as one JSON text a line.',
    ['4.1'],
    (text, response) => ({ ...response, ...content(`${text}\n${text}\n`, 'application/x-ndjson') }),
  ),
  fault(
    'resources-labelled-as-text',
    'General',
    'JSON of resources is labelled text/plain.',
    ['4.2', '4.6', '4.11'],
    labelled('text/plain'),
    { expect: 'warn' },
  ),
  fault(
    'sorted-query-as-html',
    '4.12',
    'The sorted query answers an HTML page.',
    ['4.12'],
    (_text, response) => ({ ...response, ...content(page, 'text/html') }),
    { expect: 'warn' },
  ),
  fault(
    'update-answers-html',
    '4.10',
    'An update is answered with an HTML page.',
    ['4.10'],
    (_text, response) => ({ ...response, ...content(page, 'text/html') }),
    { expect: 'warn' },
  ),
  fault(
    'search-labelled-json-but-html',
    '4.4',
    'The search answers HTML labelled as JSON.',
    ['4.4'],
    (_text, response) => ({ ...response, ...content(page, 'application/json') }),
  ),
  fault(
    'update-labelled-json-but-text',
    '4.10',
    'An update is answered with plain words labelled as JSON.',
    ['4.10'],
    (_text, response) => ({ ...response, ...content('done', 'application/json') }),
  ),
  fault(
    'read-cut-short',
    'General',
    'A read by id promises more octets than come.',
    ['4.2'],
    (_text, response) => ({ ...response, wire: { kind: 'truncated', missingBytes: 7 } }),
    { needs: ['raw'] },
  ),
];
