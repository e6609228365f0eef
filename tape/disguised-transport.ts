import type { Header, Outcome, Request, Transport } from '../wire/exchange.ts';
import { translatedTransport } from '../wire/translated-transport.ts';
import { standIn, type Placeholders } from './placeholders.ts';

/** Fields of answers whose values are secrets of any sender; no clause judges them. */
const secretFields = /^(?:set-cookie|cookie|authorization|proxy-.*|.*-(?:token|secret|api-key))$/i;
/** Fields with values that are checked one by one. */
const telling =
  /^(?:set-cookie|cookie|authorization|proxy-|(?:content-)?location|.*-(?:token|secret|api-key):)/im;
/** Parameters that grant access to anyone who knows an address. */
const signing =
  /[?&;#](?:x-amz-(?:signature|credential|security-token)|x-goog-signature|sig|signature|access_token|token|key-pair-id|policy)=([^&;#]+)/gi;

/** Sends secrets in place of their placeholders, and shows placeholders in place of secrets. */
export function disguisedTransport(transport: Transport, placeholders: Placeholders): Transport {
  // Octets are counted as if placeholders had been sent: the true sum would disclose the length of the secrets.
  const more = { written: 0, read: 0 };
  const translated = translatedTransport(transport, {
    out: (request) => {
      const revealed = revealedRequest(request, placeholders);
      more.written += octetsOf(request) - octetsOf(revealed);
      return revealed;
    },
    back: (outcome) => {
      const disguised = disguisedOutcome(outcome, placeholders);
      more.read += octetsOf(disguised) - octetsOf(outcome);
      return disguised;
    },
    octetsBack: (octets) => inOctets(octets, (text) => placeholders.disguised(text)),
  });
  return {
    ...translated,
    bytes: () => {
      const { written, read } = transport.bytes();
      return { written: written + more.written, read: read + more.read };
    },
  };
}

/** The octets that a placeholder may change. */
function octetsOf(message: Request | Outcome): number {
  if ('kind' in message && message.kind === 'failure') return 0;
  const { headers, body } = message;
  const fields = headers.reduce((sum, [, value]) => sum + value.length, 0);
  return fields + (body?.length ?? 0) + ('target' in message ? message.target.length : 0);
}

function revealedRequest(request: Request, placeholders: Placeholders): Request {
  const reveal = (text: string): string => placeholders.revealed(text);
  return {
    ...request,
    target: reveal(request.target),
    headers: request.headers.map(([name, value]) => [name, reveal(value)] as const),
    ...(request.body === undefined ? {} : { body: inOctets(request.body, reveal) }),
  };
}

function disguisedOutcome(outcome: Outcome, placeholders: Placeholders): Outcome {
  if (outcome.kind === 'failure') return { ...outcome, detail: placeholders.disguised(outcome.detail) };
  return {
    ...outcome,
    headers: disguisedHeaders(outcome.headers, placeholders),
    body: inOctets(outcome.body, (text) => placeholders.disguised(text)),
  };
}

/** Most answers have no secret in any field, which a single search of all fields shows. */
function disguisedHeaders(headers: readonly Header[], placeholders: Placeholders): readonly Header[] {
  const text = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const isPlain = !telling.test(text) && placeholders.disguised(text) === text;
  return isPlain ? headers : headers.map((header) => disguisedHeader(header, placeholders));
}

function disguisedHeader([name, value]: Header, placeholders: Placeholders): Header {
  if (secretFields.test(name)) return [name, standIn(name)];
  if (/^(?:content-)?location$/i.test(name))
    for (const [, secret = ''] of value.matchAll(signing)) placeholders.of(`a parameter of ${name}`, secret);
  return [name, placeholders.disguised(value)];
}

/** The octets as one character each: a secret is found in any content, and octets that are not text stay unchanged. */
function inOctets(octets: Uint8Array, change: (text: string) => string): Uint8Array {
  if (octets.length === 0) return octets;
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1');
  const changed = change(text);
  return changed === text ? octets : new Uint8Array(Buffer.from(changed, 'latin1'));
}
