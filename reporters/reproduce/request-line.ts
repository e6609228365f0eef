import type { ExchangeEvidence } from '../../clause/sample.ts';
import { octal, placeOf, word } from './shell-text.ts';

/** Header fields that belong to one request of the run only. */
const left: ReadonlySet<string> = new Set(['user-agent', 'traceparent', 'content-length', 'host']);

/** A request of the run as a line of a script. */
export interface RequestLine {
  readonly line: string;
  /** Environment variables in place of values that the report hides. */
  readonly tokens: readonly string[];
}

/** The line that sends a request again: under that name, with that body, and with shell variables in place of ids. */
export function requestLine(
  name: string,
  { request, caller, curl }: ExchangeEvidence,
  body: string | undefined,
  named: (text: string) => string,
): RequestLine {
  const fields = request.headers.filter(([field]) => !left.has(field.toLowerCase()));
  const has = (field: string): boolean => fields.some(([one]) => one.toLowerCase() === field);
  const sent = fields.map(([field, value]) => fieldOf(field, value, caller));
  const words = [
    ...sent.map(({ line }) => line),
    ...(has('accept') ? [] : [`-H 'Accept:'`]),
    ...(body === undefined || has('content-type') ? [] : [`-H 'Content-Type:'`]),
    ...(body === undefined ? [] : dataOf(name, body, { curl, named })),
  ];
  return {
    line: [`send ${name} ${word(request.method)} ${word(named(request.target))}`, ...words].join(' '),
    tokens: sent.flatMap(({ tokens }) => tokens),
  };
}

function dataOf(
  name: string,
  body: string,
  { curl, named }: { readonly curl: string; readonly named: (text: string) => string },
): readonly string[] {
  const coded = /^\(\d+ octets\)$/.test(body)
    ? /^printf %s '?([\w+/=]+)'? \| base64 -d/.exec(curl)?.[1]
    : undefined;
  if (coded === undefined) return ['--data-raw', word(named(body))];
  const octets = Uint8Array.from(atob(coded), (sign) => sign.codePointAt(0) ?? 0);
  return [`--data-binary "$(picture ${name} ${octal(octets)})"`];
}

/** The variable in which a script expects the secret that a report calls by this label. */
export function variableOf(label: string): string {
  return label.replace(/\W/g, '_').toUpperCase();
}

function fieldOf(field: string, value: string, caller = ''): RequestLine {
  const altered = /^altered (CONFORMANCE_TOKEN_[A-Z_]+)$/.exec(caller)?.[1];
  if (altered !== undefined && field.toLowerCase() === 'authorization')
    return { line: `-H "${field}: Bearer $(altered "$${altered}")"`, tokens: [altered] };
  const secret = /<(CONFORMANCE_(?:TOKEN_[A-Z_]+|TOKENS entry \d+|HEADERS [\w-]+))>/g;
  const tokens: string[] = [];
  const named = value.replace(secret, (_, token: string) => {
    const variable = variableOf(token);
    tokens.push(variable);
    return placeOf(variable);
  });
  return { line: `-H ${word(value.trim() === '' ? `${field};` : `${field}: ${named}`)}`, tokens };
}
