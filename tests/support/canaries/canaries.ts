import { createHash } from 'node:crypto';

/** A text that occurs nowhere else. */
function canary(name: string, length = 40): string {
  return createHash('sha512')
    .update(`canary ${name}`)
    .digest('base64url')
    .replace(/[-_]/g, 'x')
    .slice(0, length);
}

/** A token in three parts, the first of which many have. */
const jwt = (name: string): string =>
  `eyJhbGciOiJFUzI1NiJ9.${canary(`${name} claims`, 60)}.${canary(`${name} signature`, 43)}`;

/** Tokens of the reference, and what is sent in their place. */
export const canaryTokens: Readonly<Record<string, string>> = {
  'demo-manage-test': canary('manage_test'),
  'demo-view-test': jwt('view_test'),
  'demo-manage-products': canary('manage_products', 24),
  'demo-view-products': canary('view_products', 18),
  'demo-view-published-products': jwt('view_published_products'),
  'demo-no-scope': canary('no_scope', 64),
  'other-everything': canary('other_project'),
  'demo-expired': jwt('expired'),
};

const header = canary('header');
const password = canary('password', 20);
const proxyPassword = canary('proxy', 22);

/** What is given beside tokens. */
const otherSecrets = {
  headers: { 'X-Api-Key': header, 'X-Login': `Basic ${Buffer.from(`me:${password}`).toString('base64')}` },
  proxy: `http://me:${proxyPassword}@proxy.invalid:3128`,
  proxyPassword,
} as const;

/** Everything that must be found nowhere. */
export const canaries: readonly string[] = [...Object.values(canaryTokens), header, password, proxyPassword];

/** No secret: it is given back as they are, and has to be found. */
export const control = canary('control');

/** The settings that give them. */
export const canarySettings: Readonly<Record<string, string>> = {
  CONFORMANCE_PROJECT_KEY: 'demo',
  CONFORMANCE_OTHER_PROJECT_KEY: 'other',
  ...Object.fromEntries(
    [
      'manage-test',
      'view-test',
      'manage-products',
      'view-products',
      'view-published-products',
      'no-scope',
    ].map((name) => [
      `CONFORMANCE_TOKEN_${name.toUpperCase().replaceAll('-', '_')}`,
      canaryTokens[`demo-${name}`] ?? '',
    ]),
  ),
  CONFORMANCE_TOKEN_OTHER_PROJECT: canaryTokens['other-everything'] ?? '',
  CONFORMANCE_TOKENS_COMMAND: `echo '${JSON.stringify([
    { token: canaryTokens['demo-expired'], scopes: ['view_test:demo'], expired: true },
  ])}'`,
  CONFORMANCE_HEADERS: JSON.stringify(otherSecrets.headers),
  HTTP_PROXY: otherSecrets.proxy,
  NO_PROXY: '127.0.0.1',
};

const octets = (text: string): readonly number[] => [...Buffer.from(text)];
const hex = (text: string): string => Buffer.from(text).toString('hex');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** How a server may give a text back, on one line. */
export const spellings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  percent: (text) => hex(text).replace(/../g, '%$&'),
  'percent twice': (text) => hex(text).replace(/../g, '%25$&'),
  'base64 at 0': (text) => base64(text),
  'base64 at 1': (text) => base64(`x${text}yz`),
  'base64 at 2': (text) => base64(`xy${text}z`),
  units: (text) => hex(text).replace(/../g, String.raw`\u00$&`),
  html: (text) =>
    octets(text)
      .map((octet) => `&#${octet};`)
      .join(''),
  hex: (text) => hex(text),
  'first half': (text) => text.slice(0, Math.ceil(text.length / 2)),
  'second half': (text) => text.slice(-Math.ceil(text.length / 2)),
  'with another end': (text) => `${text.slice(0, Math.ceil((text.length * 2) / 3))}AnotherEnd`,
};

/** The same, for places that may have several lines. */
export const linedSpellings: typeof spellings = {
  ...spellings,
  lined: (text) => text.replace(/.{7}/g, '$&\n  '),
  'base64, lined': (text) => base64(`xyz${text}`).replace(/.{9}/g, '$&\r\n'),
  'utf-16': (text) => text.replace(/[^]/g, '$&\0'),
};
