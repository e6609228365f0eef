import type { Response } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { answering, content, hangingUp, succeeding } from '../rewrite.ts';

type Change = (text: string, response: Response) => Response;

/** Changes the text of successful answers with text. */
function recoding(where: readonly Operation[] | undefined, change: Change): HandleWrap {
  return succeeding(where, (response, request) =>
    request.method === 'HEAD' || response.body.length === 0
      ? response
      : change(new TextDecoder().decode(response.body), response),
  );
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

/** The character that an escape means; an escaped backslash stays as it is. */
const unescapedControl = (escape: string): string =>
  escape === String.raw`\\` ? escape : (JSON.parse(`"${escape}"`) as string);

/** Payloads that are no JSON in UTF-8, or have another media type or charset. */
export const encodingFaults: readonly Fault[] = [
  {
    name: 'json-in-latin-1',
    breaks: 'General/shown-responses-are-json',
    summary: 'JSON is encoded in Latin-1.',
    needs: ['generated'],
    wrap: recoding(undefined, encoded('latin1')),
  },
  {
    name: 'json-in-utf-16',
    breaks: 'General/shown-responses-are-json',
    summary: 'JSON is encoded in UTF-16.',
    wrap: recoding(['4.2'], encoded('utf16le')),
  },
  {
    name: 'json-with-trailing-comma',
    breaks: 'General/shown-responses-are-json',
    summary: 'Objects end with a comma.',
    wrap: recoding(
      ['4.2'],
      rewritten((text) => text.replace(/\}$/, ',}')),
    ),
  },
  {
    name: 'json-with-control-characters',
    breaks: 'General/shown-responses-are-json',
    alsoBreaks: {
      clauses: /^(?:General\/labelled-as-json-is-json|4\.\d+\/answers-with-)/,
      because:
        'a single text of this kind makes the whole answer invalid JSON, even a list that then contains the resource',
    },
    summary: 'Strings contain control characters other than tabs and line ends without an escape.',
    wrap: recoding(
      undefined,
      rewritten((text) => text.replace(/\\(?:[bf\\]|u00[01][0-9a-f])/g, unescapedControl)),
    ),
  },
  {
    name: 'json-with-nan',
    breaks: 'General/shown-responses-are-json',
    summary: 'The version is NaN.',
    wrap: recoding(
      ['4.2'],
      rewritten((text) => text.replace(/"version":[^,}]*/, '"version":NaN')),
    ),
  },
  {
    name: 'json-with-single-quotes',
    breaks: 'General/shown-responses-are-json',
    summary: 'Names are in single quotes.',
    wrap: recoding(
      ['4.6'],
      rewritten((text) => text.replaceAll('"', "'")),
    ),
  },
  {
    name: 'collection-as-html',
    breaks: '4.1/answers-with-an-object',
    summary: 'The collection comes as HTML.',
    wrap: recoding(['4.1'], (_text, response) => ({
      ...response,
      ...content(page, 'text/html'),
    })),
  },
  {
    name: 'collection-as-xml',
    breaks: '4.1/answers-with-an-object',
    summary: 'The collection comes as XML.',
    wrap: recoding(['4.1'], (_text, response) => ({
      ...response,
      ...content('<resources/>', 'application/xml'),
    })),
  },
  {
    name: 'collection-as-lines',
    breaks: '4.1/answers-with-an-object',
    summary: 'The collection comes as one JSON text per line.',
    wrap: recoding(['4.1'], (text, response) => ({
      ...response,
      ...content(`${text}\n${text}\n`, 'application/x-ndjson'),
    })),
  },
  {
    name: 'resources-labelled-as-text',
    warns: 'General/json-is-labelled-as-json',
    section: 'General',
    expect: 'warn',
    summary: 'JSON of resources is labelled text/plain.',
    wrap: recoding(['4.2', '4.6', '4.11'], labelled('text/plain')),
  },
  {
    name: 'sorted-query-as-html',
    warns: 'General/other-responses-are-json',
    section: '4.12',
    expect: 'warn',
    summary: 'The sorted query answers an HTML page.',
    wrap: recoding(['4.12'], (_text, response) => ({ ...response, ...content(page, 'text/html') })),
  },
  {
    name: 'update-answers-html',
    warns: 'General/other-responses-are-json',
    section: '4.10',
    expect: 'warn',
    summary: 'An update is answered with an HTML page.',
    wrap: recoding(['4.10'], (_text, response) => ({ ...response, ...content(page, 'text/html') })),
  },
  {
    name: 'search-labelled-json-but-html',
    breaks: 'General/labelled-as-json-is-json',
    section: '4.4',
    summary: 'The search answers HTML labelled as JSON.',
    wrap: recoding(['4.4'], (_text, response) => ({ ...response, ...content(page, 'application/json') })),
  },
  {
    name: 'update-labelled-json-but-text',
    breaks: 'General/labelled-as-json-is-json',
    section: '4.10',
    summary: 'An update is answered with plain words labelled as JSON.',
    wrap: recoding(['4.10'], (_text, response) => ({ ...response, ...content('done', 'application/json') })),
  },
  {
    name: 'read-cut-short',
    breaks: 'General/answers-are-whole',
    summary: 'A read by id promises more octets than come.',
    needs: ['raw'],
    wrap: recoding(['4.2'], (_text, response) => ({
      ...response,
      wire: { kind: 'truncated', missingBytes: 7 },
    })),
  },
  {
    name: 'large-creates-cut-short',
    breaks: 'General/answers-are-whole',
    summary: 'A create with much content promises more octets than come.',
    needs: ['raw', 'generated'],
    wrap: succeeding(['4.6'], (response, request) =>
      request.body.length > 1_500 ? { ...response, wire: { kind: 'truncated', missingBytes: 7 } } : response,
    ),
  },
  {
    name: 'read-by-key-hangs-up',
    breaks: 'General/answers-are-whole',
    section: '4.3',
    summary: 'A read by key that finds a resource ends the connection without an answer.',
    needs: ['late'],
    wrap: succeeding(['4.3'], hangingUp),
  },
  {
    name: 'update-hangs-up',
    breaks: 'General/answers-are-whole',
    section: '4.10',
    summary: 'An update that is granted access ends the connection without an answer.',
    needs: ['late'],
    wrap: answering(['4.10'], (response) => (response.status === 401 ? response : hangingUp(response))),
  },
  {
    name: 'delete-hangs-up',
    breaks: 'General/answers-are-whole',
    section: '4.11',
    summary: 'A delete that succeeds ends the connection without an answer.',
    needs: ['late'],
    wrap: succeeding(['4.11'], hangingUp),
  },
];
