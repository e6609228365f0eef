import type { Header, Request } from './exchange.ts';
import { header } from './media-type.ts';
import type { Redact } from './redaction.ts';

const label = /<([A-Z][A-Z0-9_]*)>/;

/**
 * A line for a POSIX shell that sends the same request with curl. It has the unchanged path, no header fields
 * of curl's own, and a variable in place of each token (`$CONFORMANCE_TOKEN_MANAGE_TEST` for the label of
 * that name). Fields and bodies with a token reach curl through a pipe from `printf`, a builtin of the shell,
 * so that no list of processes shows them.
 */
export function asCurl(baseUrl: string, request: Request, redact: Redact): string {
  const quote = (text: string): string => quoted(text, redact);
  const url = baseUrl.replace(/\/+$/, '') + request.target;
  const words = ['curl', '-sS', '--globoff', '--path-as-is'];
  words.push(...(request.method === 'HEAD' ? ['-I'] : ['-i', '-X', quote(request.method)]));
  words.push(quote(url));
  const fields = [...ownFields(request), ...request.headers.map(fieldOf)].map(quote);
  const secret = fields.filter(namesToken);
  words.push(...fields.filter((field) => !namesToken(field)).flatMap((field) => ['-H', field]));
  if (secret.length > 0) words.push('-H', '@-');
  const { word, pipe } = bodyOf(request.body, quote);
  if (word !== undefined) words.push('--data-raw', word);
  // If fields and body are piped, the body comes through another descriptor.
  if (pipe !== undefined) words.push('--data-binary', secret.length > 0 ? '@/dev/fd/3' : '@-');
  const sent = [...(secret.length > 0 ? [`printf '%s\\n' ${secret.join(' ')} |`] : []), ...words].join(' ');
  if (pipe === undefined) return sent;
  return secret.length > 0 ? `${pipe} | { ${sent}; } 3<&0` : `${pipe} | ${sent}`;
}

/** The body as a word of the command, or as the command that prints it. */
function bodyOf(
  body: Uint8Array | undefined,
  quote: (text: string) => string,
): { readonly word?: string; readonly pipe?: string } {
  if (body === undefined) return {};
  const text = textOf(body);
  if (text === undefined)
    return { pipe: `printf %s ${quote(Buffer.from(body).toString('base64'))} | base64 -d` };
  const word = quote(text);
  return namesToken(word) ? { pipe: `printf %s ${word}` } : { word };
}

function namesToken(word: string): boolean {
  return word.includes('"$');
}

function fieldOf([name, value]: Header): string {
  return value.trim() === '' ? `${name};` : `${name}: ${value}`;
}

/** Fields that curl would add: emptied, unless the request has a field of that name. */
function ownFields(request: Request): readonly string[] {
  const added =
    request.body === undefined ? ['Accept', 'User-Agent'] : ['Accept', 'User-Agent', 'Content-Type'];
  return added.filter((name) => header(request.headers, name) === undefined).map((name) => `${name}:`);
}

/** The body as text, if a shell can carry it: UTF-8 without control characters except line feed and tab. */
function textOf(body: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return /[^\P{C}\n\t]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function quoted(text: string, redact: Redact): string {
  const pieces = redact(text).split(new RegExp(label, 'g'));
  // Pieces with an odd index are matches of the pattern; a server may have written the same text itself.
  const words = pieces.map((piece, at) => {
    if (at % 2 === 0) return piece === '' ? '' : singleQuoted(piece);
    return text.includes(`<${piece}>`) ? singleQuoted(`<${piece}>`) : `"$${piece}"`;
  });
  return words.join('') || "''";
}

function singleQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
