import type { SuppliedToken } from '../../history/caller.ts';
import { shortestDisguised } from '../../tape/placeholders.ts';
import { embeddedTarget } from '../runs/embedded-target.ts';
import type { SaidOfRun } from '../runs/facts/facts-of-run.ts';
import type { PlainOptions } from '../runs/run-brief.ts';
import { suppliedTokens } from '../runs/supplied-tokens.ts';
import type { Settings } from '../settings/settings.ts';
import type { Signer } from './certificate.ts';

/** A label for each member of the head of a tape, as announced before a run; the compiler demands all labels. */
const toldUnder = {
  baseUrl: 'server',
  embedded: 'server',
  projectKey: 'projects',
  otherProjectKey: 'projects',
  profile: 'profile',
  profileSha256: 'profile',
  tokens: 'tokens',
  headers: 'header fields',
  userAgent: 'contact',
  consent: 'settings',
  without: 'settings',
  depth: 'settings',
  settle: 'settings',
  readOnly: 'settings',
  readOnlyGate: 'settings',
  allowIncomplete: 'settings',
  maxRps: 'settings',
  concurrency: 'settings',
  timeoutMs: 'settings',
  budgetRequests: 'settings',
  maxBytes: 'settings',
  trace: 'settings',
  evidence: 'settings',
  shard: 'settings',
  drawnAgain: 'settings',
  asksEveryPoint: 'settings',
  viaProxy: 'machine',
  node: 'machine',
  suite: 'suite',
  runId: 'run',
  seed: 'run',
} as const satisfies Readonly<Record<keyof PlainOptions | keyof SaidOfRun, string>>;

type Label = (typeof toldUnder)[keyof typeof toldUnder];

/** The tokens of the run that is to be certified. */
export function tokensOf(settings: Settings): readonly SuppliedToken[] {
  return suppliedTokens(settings.baseUrl === undefined ? embeddedTarget() : settings);
}

/** The facts that the folder publishes, and the facts that stay private: label and text of each. */
export function publicFacts(settings: Settings, signer?: Signer): readonly (readonly [string, string])[] {
  const labels = [...new Set<Label>(Object.values(toldUnder))];
  const facts: readonly (readonly [string, string])[] = [
    ...labels.map((label) => [label, texts[label](settings)] as const),
    ['signer', signer === undefined ? '' : `${signer.name} ${signer.key}`.trim()],
    [
      'traffic',
      'each request and each answer unchanged, with its ids, links and names; for each missing answer the reason, with the address of the request',
    ],
    ['times', 'when the run began, and when each request was sent and answered'],
    [
      'not public',
      `tokens, their lengths and their forms; values of header fields from ${shortestDisguised} characters on, passwords, keys, cookies; paths and names of this machine and of its user`,
    ],
  ];
  return facts.filter(([, text]) => text !== '');
}

const texts: Readonly<Record<Label, (settings: Settings) => string>> = {
  server: ({ baseUrl = 'the embedded reference' }) => baseUrl,
  projects: ({ baseUrl, projectKey, otherProjectKey }) => {
    const keys = baseUrl === undefined ? embeddedTarget() : { projectKey, otherProjectKey };
    return [keys.projectKey, keys.otherProjectKey].filter((key) => key !== undefined).join(', ');
  },
  profile: ({ profile }) => {
    const { implementation = {}, resource = {} } = profile;
    const { fixture, sandbox = [], disposable = [] } = resource;
    const ids = [fixture?.id, fixture?.key, ...sandbox, ...disposable].filter((id) => id !== undefined);
    return [
      `the whole file, with ${Object.keys(profile).join(', ') || 'nothing in it'}`,
      ...(Object.keys(implementation).length === 0
        ? []
        : [`names ${Object.values(implementation).join(', ')}`]),
      ...(ids.length === 0 ? [] : [`ids ${ids.join(', ')}`]),
    ].join('; ');
  },
  tokens: (settings) => {
    const told = tokensOf(settings).map(({ label, scopes, claims }) =>
      [label, scopes.join(' '), claims?.expires === undefined ? '' : expiry(claims.expires)]
        .filter((text) => text !== '')
        .join(': '),
    );
    return told.length === 0
      ? ''
      : `by name, with scopes and, for a JWT, its statements about both: ${told.join('; ')}`;
  },
  'header fields': ({ headers }) =>
    Object.entries(headers)
      .map(([name, value]) => (value.length < shortestDisguised ? `${name}: ${value}` : name))
      .join(', '),
  contact: ({ contact }) => contact ?? '',
  settings: () => 'consents, limits, depth, pace, waits and bounds of the run',
  machine: () => `Node.js ${process.version}, and whether the run used a proxy`,
  suite: () => 'its version and the digest of its code',
  run: () => 'its id and its seed',
};

function expiry(seconds: number): string {
  const expires = new Date(seconds * 1_000);
  return Number.isNaN(expires.getTime()) ? 'expiry' : `expires ${expires.toISOString()}`;
}
