import { ConfigurationError, quoted } from '../../input/configuration-error.ts';
import type { SettingInput, Source } from '../sources.ts';
import { variable, type SettingName } from '../table.ts';
import { tokenNames, tokenSetting } from '../tokens.ts';
import type { SettingReader } from '../values.ts';
import { embeddedReference } from './base-url.ts';

/** Settings about an implementation under test, which mean nothing for the embedded reference. */
const ofTarget: readonly SettingName[] = [
  'PROJECT_KEY',
  ...tokenNames.map(tokenSetting),
  'OTHER_PROJECT_KEY',
  'TOKENS',
  'TOKENS_COMMAND',
];

/** Settings that users give only for a certain target. */
const terms: readonly SettingName[] = ['CONSENT', 'WITHOUT', 'PROFILE', 'AGAINST', 'WAIVERS'];

const byName = `${variable('BASE_URL')}=${embeddedReference} judges the embedded reference.`;

/**
 * Refuses a missing target if the user may have meant one. This is so with empty settings, as in a pipeline that has
 * lost its secrets, and in any pipeline without a base URL. An empty line of the environment file counts as unset,
 * except for the base URL, which is the purpose of the file.
 *
 * @throws ConfigurationError
 */
export function refuseUnnamedTarget(reader: SettingReader, { env, withoutBaseUrl }: SettingInput): void {
  const names: readonly SettingName[] = ['BASE_URL', 'REGION', 'CLOUD_PROVIDER', ...ofTarget];
  const blank = names.filter(
    (name) =>
      reader.given.blank.get(name) === 'environment' || (name === 'BASE_URL' && reader.given.blank.has(name)),
  );
  if (blank.length > 0) throw blankRefusal(blank, reader);
  if (reader.text('BASE_URL') !== undefined || withoutBaseUrl !== undefined || !isPipeline(env['CI'])) return;
  throw new ConfigurationError({
    setting: variable('BASE_URL'),
    found: 'no base URL, while CI is set',
    expected: `the base URL of the implementation under test, or ${embeddedReference}`,
    remedy: `Set it; ${byName}`,
  });
}

function blankRefusal(blank: readonly SettingName[], reader: SettingReader): ConfigurationError {
  const [first = 'BASE_URL', ...others] = blank;
  const also =
    others.length === 0 ? '' : `, as ${others.map(variable).join(', ')} ${others.length > 1 ? 'are' : 'is'}`;
  const isFile = reader.given.blank.get(first) === '.env';
  return new ConfigurationError({
    setting: variable(first),
    found: `it empty${isFile ? ' (.env)' : ''}${also}`,
    expected: 'a value, or no such variable',
    remedy: isFile
      ? `Fill it in, or remove the line; ${byName}`
      : `Is a variable or secret of the pipeline missing? Fill it in, or remove it${first === 'BASE_URL' ? `; ${byName}` : '.'}`,
  });
}

/** Whether a build service set the variable; `false` means no pipeline. */
function isPipeline(text = ''): boolean {
  return !['', '0', 'false'].includes(text.trim().toLowerCase());
}

/**
 * Refuses settings of a target beside the embedded reference, and a target without its project.
 *
 * @throws ConfigurationError
 */
export function refuseStrayTarget(reader: SettingReader): void {
  const has = (name: SettingName): boolean => reader.text(name) !== undefined;
  const isReference = reader.text('BASE_URL')?.trim() === embeddedReference;
  const stray = has('BASE_URL') && !isReference ? undefined : ofTarget.find(has);
  if (stray !== undefined)
    throw new ConfigurationError({
      setting: variable(stray),
      found: `a value, ${isReference ? `beside ${variable('BASE_URL')}=${embeddedReference}` : `but no ${variable('BASE_URL')}`}`,
      expected: 'a base URL as well, or neither, to run against the embedded reference',
      remedy: `Set ${variable('BASE_URL')} to the base URL of the implementation, or leave ${variable(stray)} out.`,
    });
  if (has('BASE_URL') && !isReference && !has('PROJECT_KEY'))
    throw new ConfigurationError({
      setting: variable('PROJECT_KEY'),
      found: `no project key, but a ${variable('BASE_URL')}`,
      expected: 'the project key under test',
      remedy: `Set ${variable('PROJECT_KEY')}: it is the first segment of every path.`,
    });
}

/** Refuses terms of a verdict without the target that they are about. @throws ConfigurationError */
export function refuseStrayTerms(reader: SettingReader, { withoutBaseUrl }: SettingInput): void {
  if (reader.text('BASE_URL') !== undefined || withoutBaseUrl === 'merged') return;
  const stray = terms.find((name) => reader.text(name) !== undefined);
  if (stray === undefined) return;
  throw new ConfigurationError({
    setting: variable(stray),
    found: `${quoted(reader.text(stray))}, but no ${variable('BASE_URL')}`,
    expected: 'both, or neither',
    remedy: `Set ${variable('BASE_URL')}, or leave ${variable(stray)} out; ${byName}`,
  });
}

/**
 * Refuses the embedded reference if it is the target only because none was named.
 *
 * @throws ConfigurationError
 */
export function refuseUnnamedReference({
  baseUrl,
  sources,
}: {
  readonly baseUrl?: string;
  readonly sources: { readonly BASE_URL: Source };
}): void {
  if (baseUrl !== undefined || sources.BASE_URL !== 'default') return;
  throw new ConfigurationError({
    setting: variable('BASE_URL'),
    found: 'nothing',
    expected: 'the base URL of the implementation that is to be observed',
    remedy: `Set it; ${variable('BASE_URL')}=${embeddedReference} observes the embedded reference.`,
  });
}
