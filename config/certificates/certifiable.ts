import { existsSync, readdirSync, statSync } from 'node:fs';
import { defined } from '../../clause/defined.ts';
import { quoted, refusal } from '../input/configuration-error.ts';
import { judgeIdentity, unreleased, contractDocument, suiteVersion } from '../packaging/package-folder.ts';
import type { Settings } from '../settings/settings.ts';
import { variable, type SettingName } from '../settings/table.ts';
import { embeddedTarget } from '../runs/embedded-target.ts';
import { tokensOf } from './public-facts.ts';
import { strictJson } from './package/strict-json.ts';
import { shortestDisguised } from '../../tape/placeholders.ts';
import { seedOfNonce } from './nonce.ts';

/** Options of `certify` that are no settings. */
export interface CertifyOptions {
  /** The nonce from the registry, or one that the vendor has drawn. */
  readonly nonce: string;
  /** The folder that is written, absolute. */
  readonly out: string;
  /** The public or private key that signs; absolute. */
  readonly key: string | undefined;
}

/** Settings that let a run show less than a certificate claims. */
const excluded: readonly (readonly [SettingName, string])[] = [
  ['WAIVERS', 'A certificate waives nothing'],
  ['AGAINST', 'A certificate is about one run'],
  ['RUNS', 'A certificate is of the depth certify'],
  ['RACE_ROUNDS', 'A certificate is of the depth certify'],
  ['READ_ONLY', 'A certificate needs writes as well'],
  ['MAX_FAILURES', 'A certificate is of a whole run'],
  ['ALLOW_INCOMPLETE', 'A certificate names its incomplete parts'],
  ['SEED', 'The seed of a certificate follows from its nonce'],
];

/** Refuses runs that cannot be certified; returns the seed of the nonce. @throws ConfigurationError */
export function checkCertifiable(settings: Settings, { nonce, out, key }: CertifyOptions): string {
  for (const [name, why] of excluded)
    if (settings.sources[name] !== 'default')
      throw refusal(variable(name), 'a value', 'none', `${why}: leave it out.`);
  if (settings.evidence !== 'full')
    throw refusal(
      variable('EVIDENCE'),
      settings.evidence,
      'full',
      'Without evidence there are no exchanges to judge again.',
    );
  // A shorter token has no placeholder, and would be readable on the tape.
  const short = tokensOf(settings).find(({ token }) => token.length < shortestDisguised);
  if (short !== undefined)
    throw refusal(
      short.label,
      `fewer than ${shortestDisguised} characters`,
      'a token that can be hidden',
      'It would become public: have a longer token issued.',
    );
  const profileFlaw = flawOf(settings.profileText);
  if (profileFlaw !== undefined)
    throw refusal(
      variable('PROFILE'),
      `a file that ${profileFlaw}`,
      'JSON that everybody reads alike',
      'It becomes a part of the certificate: correct it.',
    );
  if (existsSync(out) && !(statSync(out).isDirectory() && readdirSync(out).length === 0))
    throw refusal(
      '--out',
      `${quoted(out)}, which is in use`,
      'a folder that is new',
      'Name another folder, or remove the existing folder.',
    );
  if (key !== undefined && !existsSync(key))
    throw refusal(
      '--key',
      `${quoted(key)}, which is missing`,
      'a key of ssh-keygen',
      'For example: --key ~/.ssh/id_ed25519',
    );
  const { baseUrl, profile } = settings;
  const { implementation = {} } = profile;
  if (baseUrl !== undefined)
    for (const member of ['name', 'version'] as const)
      if (implementation[member] === undefined)
        throw refusal(
          `implementation.${member}`,
          'nothing',
          'what the certificate is about',
          `Name it in the profile (CONFORMANCE_PROFILE): "implementation": { "name": "…", "version": "…" }`,
        );
  // Compiling takes longest, so all other problems are reported first.
  if (judgeIdentity() === unreleased)
    throw refusal(
      'this judge',
      'sources that run as they are',
      'a judge that has a name',
      'Compile it: npm run build.',
    );
  return seedFor(settings, nonce);
}

function flawOf(text: string | undefined): string | undefined {
  const read = text === undefined ? undefined : strictJson(Buffer.from(text));
  return read !== undefined && 'flaw' in read ? read.flaw : undefined;
}

function seedFor({ baseUrl, projectKey, profile }: Settings, nonce: string): string {
  const target = {
    embedded: baseUrl === undefined,
    baseUrl: baseUrl ?? '',
    projectKey: baseUrl === undefined ? embeddedTarget().projectKey : projectKey,
    ...defined({ implementation: profile.implementation && { ...profile.implementation } }),
  };
  return seedOfNonce(nonce, { suite: { ...suiteVersion(), contract: contractDocument() }, target });
}
