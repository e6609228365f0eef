import type { SuppliedToken } from '../../history/caller.ts';
import type { Secret } from '../../wire/redaction.ts';
import type { Settings } from '../settings/settings.ts';

/** Shorter values of extra headers and passwords are not hidden, because unrelated texts contain them. */
const shortest = 8;

/** The secrets of a run: tokens, values of extra headers, the key of the client, passwords of proxies. */
export function secretsOf(
  settings: Pick<Settings, 'headers' | 'tls' | 'proxy'>,
  tokens: readonly SuppliedToken[],
): readonly Secret[] {
  return [
    ...tokens.map(({ label, token }) => ({ label, secret: token })),
    ...Object.entries(settings.headers).flatMap(([name, value]) =>
      wordsOf(value).map((secret) => ({ label: `CONFORMANCE_HEADERS ${name}`, secret })),
    ),
    ...keysIn(settings.tls.key ?? '').map((secret) => ({ label: 'CONFORMANCE_CLIENT_KEY', secret })),
    ...passwordsIn('HTTP_PROXY', settings.proxy.http),
    ...passwordsIn('HTTPS_PROXY', settings.proxy.https),
  ];
}

/** A value, and the credentials that its base64 encodes: readers of either have both. */
function wordsOf(value: string): readonly string[] {
  const [, encoded] = /^basic\s+([a-z0-9+/=]+)$/i.exec(value.trim()) ?? [];
  const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const password = decoded.slice(decoded.indexOf(':') + 1);
  return [value, encoded ?? '', decoded, password].filter((text) => text.length >= shortest);
}

/** The octets of each private key in PEM, unchanged, without the lines around them. */
function keysIn(text: string): readonly string[] {
  const blocks = text.matchAll(/-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----([^]*?)-----END \1-----/g);
  return [...blocks].map(([, , octets = '']) => octets.replace(/\s+/g, '')).filter((octets) => octets !== '');
}

/** The password of an address with a user name, as written and as decoded. */
function passwordsIn(variable: string, address = ''): readonly Secret[] {
  const [, user = '', password = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^@/:]*):(.*)@/i.exec(address) ?? [];
  if (password === '') return [];
  const meant = [user, password].map(unescapedIn).join(':');
  return [password, unescapedIn(password), `${user}:${password}@`, meant]
    .filter((text, at) => at === 2 || text.length >= shortest)
    .map((secret) => ({ label: `${variable} password`, secret }));
}

function unescapedIn(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
