import { accessSync, constants, existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'dotenv';
import { jsonText, visible } from '../../reporters/visible.ts';
import { withSetting } from '../env-file/with-setting.ts';
import { packageFolder } from '../packaging/package-folder.ts';
import { ConfigurationError } from '../input/configuration-error.ts';
import { readTextFile, reasonOf } from '../input/text-file.ts';
import { asLine, type ProfileDraft } from './profile-draft.ts';
import { implementationToName } from '../profile/profile.ts';
import { publishedSchema } from '../profile/schema.ts';
import type { Undecided } from './undecided.ts';
import { gatherSettings, rowOf, type SettingInput } from '../settings/sources.ts';
import { settingTable, variable, type SettingName } from '../settings/table.ts';

/** The files of a draft, in the folder of the command. */
export const draftedFiles = {
  env: '.env',
  profile: 'conformance.profile.json',
  notes: 'conformance.profile.md',
} as const;

/** Makes sure, before the first request, that a draft can be written. @throws ConfigurationError */
export function refuseToOverwrite(cwd: string, force: boolean): void {
  try {
    accessSync(cwd, constants.W_OK);
  } catch (error) {
    throw unwritable(cwd, error);
  }
  const there = [draftedFiles.profile, draftedFiles.notes].find((name) => existsSync(join(cwd, name)));
  if (force || there === undefined) return;
  throw new ConfigurationError({
    setting: 'init',
    found: `${there}, which already exists`,
    expected: 'no file of that name, or --force',
    remedy: 'Move it away, or pass --force to overwrite it.',
  });
}

function unwritable(folder: string, error: unknown): ConfigurationError {
  return new ConfigurationError({
    setting: 'init',
    found: `${folder}, which ${reasonOf(error)}`,
    expected: 'a writable folder',
    remedy: 'Start it in another folder, or make this one writable.',
  });
}

interface Found {
  readonly undecided?: readonly Undecided[];
  readonly missing?: readonly string[];
  readonly unshown?: readonly string[];
}

/** Writes the draft; returns a line per file. @throws ConfigurationError if it cannot be written */
export function writeDraft(
  draft: ProfileDraft,
  input: SettingInput,
  force: boolean,
  found: Found = {},
): readonly string[] {
  try {
    return writeFiles(draft, input, force, found);
  } catch (error) {
    throw unwritable(input.cwd, error);
  }
}

function writeFiles(
  draft: ProfileDraft,
  input: SettingInput,
  force: boolean,
  { undecided = [], missing = [], unshown = [] }: Found,
): readonly string[] {
  const { cwd } = input;
  const profile = { $schema: schemaFrom(cwd), implementation: implementationToName, ...draft.profile };
  writeFileSync(join(cwd, draftedFiles.profile), jsonText(profile));
  writeFileSync(join(cwd, draftedFiles.notes), draftNotes(draft, undecided));
  const env = gatherSettings(input).envFile ?? join(cwd, draftedFiles.env);
  const name = relative(cwd, env);
  const lines = [
    `${draftedFiles.profile}: ${draft.members.length} choices that were observed`,
    `${draftedFiles.notes}: the observations behind each of them`,
    ...(profile.implementation === implementationToName
      ? [`only you know: "implementation" in ${draftedFiles.profile}; a certificate needs it`]
      : []),
  ];
  const limits = limitsWith(input, [...missing, ...unshown]);
  if (existsSync(env) && !force) return [...lines, ...namedIn(env, name), ...limitsIn(env, name, limits)];
  writeFileSync(env, draftEnv(input, existsSync(env) ? readTextFile(env) : ''));
  return [...lines, `${name}: settings without secrets; fill in the tokens`, ...limitsIn(env, name, limits)];
}

/** The stated limits of scope and the limits for missing parts; undefined if every missing part has a limit. */
function limitsWith(input: SettingInput, missing: readonly string[]): string | undefined {
  const stated =
    gatherSettings(input)
      .given.get('WITHOUT')
      ?.text.split(/\s*,\s*/) ?? [];
  const further = missing.filter((section) => !stated.includes(section));
  return further.length === 0 ? undefined : [...stated, ...further].join(',');
}

/** Sets limits of scope for missing parts: the verdict names these limits. */
function limitsIn(env: string, name: string, limits: string | undefined): readonly string[] {
  if (limits === undefined) return [];
  writeFileSync(env, withSetting(readTextFile(env), variable('WITHOUT'), limits));
  return [
    `${name}: ${variable('WITHOUT')}=${limits} set, since the run found nothing there; remove each item that you implement later`,
  ];
}

/** Adds the profile to the existing settings, unless they name a profile. */
function namedIn(env: string, name: string): readonly string[] {
  const before = readTextFile(env);
  const line = `${variable('PROFILE')}=${draftedFiles.profile}`;
  const named = parse(before)[variable('PROFILE')] ?? '';
  if (named === draftedFiles.profile) return [`${name}: kept unchanged`];
  if (named !== '')
    return [
      `${name}: kept unchanged; it names another profile. To use the new profile, set ${line} (--force rewrites the file)`,
    ];
  writeFileSync(env, withSetting(before, variable('PROFILE'), draftedFiles.profile));
  return [`${name}: ${line} set, the rest kept unchanged`];
}

function schemaFrom(cwd: string): string {
  const path = relative(cwd, join(packageFolder, publishedSchema)).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Names that a newcomer needs, even if they are not set. */
const shown: readonly SettingName[] = ['BASE_URL', 'PROJECT_KEY', 'OTHER_PROJECT_KEY', 'CONSENT'];

/** The text of `.env`: the settings, without secrets except those already in the file, and every token by name. */
export function draftEnv(input: SettingInput, before: string): string {
  const { given } = gatherSettings(input);
  const kept = parse(before);
  const written = settingTable.flatMap(({ name }): readonly (readonly [string, string, string?])[] => {
    const { about, secret } = rowOf(name);
    if (name === 'ENV_FILE') return [];
    if (name === 'PROFILE') return [[variable(name), draftedFiles.profile]];
    const before = kept[variable(name)];
    if (secret === true)
      return before === undefined && !name.startsWith('TOKEN_')
        ? []
        : [[variable(name), before ?? '', about]];
    const text = given.get(name)?.text;
    return text === undefined && !shown.includes(name) ? [] : [[variable(name), text ?? '', about]];
  });
  const others = Object.entries(kept).filter(([name]) => !name.startsWith('CONFORMANCE_'));
  return [...written, ...others].reduce(
    (text, [name, value, about]) =>
      withSetting(about === undefined ? text : `${text}# ${about}\n`, name, value),
    '',
  );
}

function draftNotes({ members, proposed, leftOut }: ProfileDraft, undecided: readonly Undecided[]): string {
  const cell = (text: string): string => visible(text.replace(/\s+/g, ' '), 1_000).replaceAll('|', '\\|');
  return [
    '# A profile drafted from observations',
    '',
    `\`${draftedFiles.profile}\` declares only what was observed. Each line becomes a requirement: read it, and`,
    'remove each line that you do not promise. An open point without a line is observed in every run and never fails.',
    '',
    '## Observed',
    '',
    '| key | value | observed |',
    '| --- | --- | --- |',
    ...members.map(
      ({ key, value, grounds }) =>
        `| \`${key}\` | \`${cell(JSON.stringify(value)).slice(0, 300)}\` | ${cell(grounds)} |`,
    ),
    '',
    ...titled(
      '## Proposed',
      'Limits that only you can state: operations that the runs did not find may still exist. Add the limits that are true.',
      proposed.map((one) => `- \`${cell(asLine(one))}\`: ${cell(one.grounds)}`),
    ),
    ...titled(
      '## Undecided',
      'MUST clauses that were not decided, with the setting that decides them or leaves them out.',
      undecided.map(
        ({ supply, why, clauses }) =>
          `- ${clauses.length} (${clauses[0] ?? ''}${clauses.length > 1 ? ', …' : ''}): ${cell(why).slice(0, 300)}${supply === undefined ? '' : `; supply ${cell(supply)}`}`,
      ),
    ),
    '## Left open',
    '',
    ...leftOut.map(({ key, why }) => `- \`${key}\`: ${cell(why).slice(0, 300)}`),
    '',
  ].join('\n');
}

function titled(title: string, about: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, '', about, '', ...lines, ''];
}
