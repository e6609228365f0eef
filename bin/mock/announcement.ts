import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Profile } from '../../clause/profile.ts';
import { mergedObjects, type JsonMembers } from '../../config/input/member-of.ts';
import { embeddedTarget } from '../../config/runs/embedded-target.ts';
import { choices } from '../../faults/catalogue.ts';
import { settingsFor } from '../../mock/published.ts';
import { jsonText } from '../../reporters/visible.ts';

/** The lines that a listening server prints: its address, keys and tokens, and the settings of the suite. */
export function announcement(title: string, url: string, changes: readonly string[]): string {
  const target = embeddedTarget();
  const lines = [
    `${title}${changes.length === 0 ? '' : ` (${changes.join(', ')})`}`,
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
    ...envLines(url),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

/** Writes `.env`, `tokens.json` and a profile: of a vendor with these choices, or this profile. */
export function writeFiles(
  url: string,
  into: string,
  chosen: readonly string[],
  profile: Profile = {},
): void {
  const folder = resolve(into);
  const target = embeddedTarget();
  const ofChoices = choices
    .filter(({ name }) => chosen.includes(name))
    .reduce<JsonMembers>((merged, { profile = {} }) => mergedObjects(merged, { ...profile }), {
      ...target.profile,
    });
  const lines = [
    ...envLines(url),
    `CONFORMANCE_TOKENS=${join(folder, 'tokens.json')}`,
    `CONFORMANCE_PROFILE=${join(folder, 'profile.json')}`,
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tokens.json'), jsonText(target.manifestTokens));
  writeFileSync(join(folder, 'profile.json'), jsonText(mergedObjects(ofChoices, { ...profile })));
  writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`);
}

function envLines(url: string): readonly string[] {
  return Object.entries(settingsFor(url)).map(([name, value]) => `${name}=${value}`);
}
