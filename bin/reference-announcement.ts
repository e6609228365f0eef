import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mergedObjects, type JsonMembers } from '../config/input/member-of.ts';
import { embeddedTarget, type EmbeddedTarget } from '../config/runs/embedded-target.ts';
import { choices } from '../faults/catalogue.ts';
import { jsonText } from '../reporters/visible.ts';

/** What a reference prints once it listens: where, with which keys and tokens, and how to run the suite against it. */
export function announcement(url: string, changes: readonly string[]): string {
  const target = embeddedTarget();
  const lines = [
    `Reference: ${url}${changes.length === 0 ? '' : ` (${changes.join(', ')})`}`,
    `Project key: ${target.projectKey}; the other project: ${target.otherProjectKey}`,
    'Tokens:',
    ...target.tokens.map(({ name, token }) => `  ${token.padEnd(30)} ${name}`),
    'Further tokens, as --write saves them in tokens.json:',
    ...target.manifestTokens.map(
      ({ token, scopes, expired }) =>
        `  ${token.padEnd(30)} ${scopes.join(' ')}${expired ? ' (expired)' : ''}`,
    ),
    '',
    '# .env',
    ...envLines(url, target),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Writes `.env`, `tokens.json` and `profile.json` (what a vendor with those choices would declare) into a folder.
 * Throws what the file system throws.
 */
export function writeFiles(url: string, into: string, chosen: readonly string[]): void {
  const folder = resolve(into);
  const target = embeddedTarget();
  const declared = choices
    .filter(({ name }) => chosen.includes(name))
    .reduce<JsonMembers>((merged, { profile = {} }) => mergedObjects(merged, { ...profile }), {
      ...target.profile,
    });
  const lines = [
    ...envLines(url, target),
    `CONFORMANCE_TOKENS=${join(folder, 'tokens.json')}`,
    `CONFORMANCE_PROFILE=${join(folder, 'profile.json')}`,
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tokens.json'), jsonText(target.manifestTokens));
  writeFileSync(join(folder, 'profile.json'), jsonText(declared));
  writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`);
}

/** The settings with which the suite runs against the reference as against any vendor's server. */
function envLines(url: string, { projectKey, otherProjectKey, tokens }: EmbeddedTarget): readonly string[] {
  return [
    `CONFORMANCE_BASE_URL=${url}`,
    `CONFORMANCE_PROJECT_KEY=${projectKey}`,
    ...tokens.map(({ name, token }) => `CONFORMANCE_TOKEN_${name.toUpperCase()}=${token}`),
    `CONFORMANCE_OTHER_PROJECT_KEY=${otherProjectKey}`,
    'CONFORMANCE_CONSENT=all',
  ];
}
