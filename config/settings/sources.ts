import { defined } from '../../clause/defined.ts';
import { parse } from 'dotenv';
import { isAbsolute, resolve } from 'node:path';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { didYouMean } from '../input/did-you-mean.ts';
import { readTextFile, UnreadableFile } from '../input/text-file.ts';
import { assignmentsIn, unpairedQuote } from '../env-file/assignments.ts';
import { unmarked, type Unmarked } from './marks.ts';
import { flag, settingTable, variable, type SettingName, type SettingRow } from './table.ts';

export type Source = 'default' | 'environment' | '.env' | 'flag';

/** The sources of settings: environment, folder for relative paths, and flags of the command. */
export interface SettingInput {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Flags by their kebab-case names, without leading dashes. */
  readonly flags?: Readonly<Record<string, string>>;
  /** The command prints nothing: a program reads the report. */
  readonly silent?: boolean;
  /** No request names the suite: for users whose server may know the suite. */
  readonly quiet?: boolean;
  /** The target without a base URL, if known: the embedded reference, or the target of merged blobs. */
  readonly withoutBaseUrl?: 'reference' | 'merged';
}

/** The text given for a setting, before it is judged. */
interface GivenSetting extends Unmarked {
  readonly source: Exclude<Source, 'default'>;
}

/** The place of an empty setting; a flag is never empty. */
type Blank = Exclude<Source, 'default' | 'flag'>;

export type GivenSettings = ReturnType<typeof gatherSettings>;

const prefix = 'CONFORMANCE_';

/**
 * Gathers flags, environment and `.env`, in this order; an empty variable is unset.
 *
 * @throws ConfigurationError
 */
export function gatherSettings({ env, cwd, flags = {} }: SettingInput) {
  const fromFlags = byName(flags, flag, '--');
  const fromEnvironment = byName(own(env), (name) => name, prefix);
  const file = readEnvFile(cwd, (fromFlags.get('ENV_FILE') ?? fromEnvironment.get('ENV_FILE'))?.text);
  const fromFile = byName(own(file.variables), (name) => name, prefix);
  if (fromFile.has('ENV_FILE'))
    throw new ConfigurationError({
      setting: variable('ENV_FILE'),
      found: `the setting inside ${file.path ?? 'the file'}, which is read too late`,
      expected: 'it in the environment or as a flag',
      remedy: 'Remove the line, or pass --env-file.',
    });
  const given = new Map<SettingName, GivenSetting>();
  for (const { name } of settingTable) {
    const sources = { flag: fromFlags, environment: fromEnvironment, '.env': fromFile } as const;
    for (const source of ['flag', 'environment', '.env'] as const) {
      const written = sources[source].get(name);
      if (written !== undefined && !given.has(name)) given.set(name, { ...written, source });
    }
  }
  return {
    cwd,
    given,
    /** Settings that are empty in the environment file, and have no value elsewhere. */
    blank: blanksIn({ environment: env, '.env': file.variables }, given),
    ...defined({ envFile: file.path }),
    /** Any variable of the environment, or else of the file: a manifest may name the variable of a token. */
    lookUp: (name: string): string | undefined =>
      nonEmpty(variableIn(env, name)) ?? nonEmpty(variableIn(file.variables, name)),
  };
}

function blanksIn(
  sources: Readonly<Record<Blank, Readonly<Record<string, string | undefined>>>>,
  given: ReadonlyMap<SettingName, GivenSetting>,
): ReadonlyMap<SettingName, Blank> {
  const blank = new Map<SettingName, Blank>();
  for (const { name } of settingTable)
    for (const source of ['.env', 'environment'] as const)
      if (isBlank(sources[source][variable(name)]) && !given.has(name)) blank.set(name, source);
  return blank;
}

function isBlank(text: string | undefined): boolean {
  return text !== undefined && unmarked(text).text === '';
}

export function rowOf(name: SettingName): SettingRow {
  const row = settingTable.find((candidate) => candidate.name === name);
  if (row === undefined) throw new Error(`setting-table.ts has no row ${name}`);
  return row;
}

/** A manifest may name any variable, so inherited members of an object do not count. */
function variableIn(
  variables: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || isBlank(text) ? undefined : text;
}

/** The variables with our prefix, by their names without the prefix. */
function own(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, text]) =>
      text !== undefined && name.startsWith(prefix) ? [[name.slice(prefix.length), text]] : [],
    ),
  );
}

function byName(
  texts: Readonly<Record<string, string>>,
  spell: (name: SettingName) => string,
  before: string,
): Map<SettingName, Unmarked> {
  const names = new Map(settingTable.map(({ name }) => [spell(name), name]));
  const found = new Map<SettingName, Unmarked>();
  for (const [spelling, text] of Object.entries(texts)) {
    const written = unmarked(text);
    if (written.text === '') continue;
    const name = names.get(spelling);
    if (name === undefined) throw unknownName(spelling, [...names.keys()], before);
    found.set(name, written);
  }
  return found;
}

/** Refuses an unknown name without its value, which may be a token under a misspelt name. */
function unknownName(spelling: string, known: readonly string[], before: string): ConfigurationError {
  return new ConfigurationError({
    setting: `${before}${spelling}`,
    found: 'a name that is not known',
    expected: before === '--' ? 'a flag that --help lists' : 'a setting that .env.example lists',
    remedy: didYouMean(
      spelling,
      known,
      before === '--' ? 'Remove it, or see --help.' : 'Remove it, or see .env.example.',
    ).replace(/(?<=Did you mean )/, before),
  });
}

function readEnvFile(
  cwd: string,
  named: string | undefined,
): { readonly path?: string; readonly variables: Readonly<Record<string, string>> } {
  if (named === 'none') return { variables: {} };
  const path = absolute(cwd, named ?? '.env');
  try {
    const text = readTextFile(path);
    refuseUnpaired(text, path);
    refuseTwice(text, path);
    return { path, variables: parse(text) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (named === undefined && error.message === 'is missing') return { variables: {} };
    throw new ConfigurationError({
      setting: variable('ENV_FILE'),
      found: `${quoted(named ?? '.env')}, which ${error.message}`,
      expected: 'a readable file of variables, or none',
      remedy: error.remedy ?? `Looked for ${path}; CONFORMANCE_ENV_FILE=none reads no file.`,
    });
  }
}

/** The text after an unpaired quotation mark may be a token, so messages do not show it. */
function refuseUnpaired(text: string, path: string): void {
  const unpaired = unpairedQuote(text, prefix);
  if (unpaired === undefined) return;
  const { name, mark, line, swallowed } = unpaired;
  throw new ConfigurationError({
    setting: name,
    found:
      `a quotation mark (${mark}) without its pair in line ${line} of ${path}` +
      (swallowed === undefined ? '' : `, so that the value goes on to the line of ${swallowed}`),
    expected: 'a value between two quotation marks on its line, or without quotation marks',
    remedy: 'Use the other kind of mark, or remove this mark.',
  });
}

/** If a file has a name twice, dotenv uses only the last line, and does not warn. */
function refuseTwice(text: string, path: string): void {
  const seen = new Set<string>();
  for (const { name } of assignmentsIn(text))
    if (name.startsWith(prefix) && seen.size === seen.add(name).size)
      throw new ConfigurationError({
        setting: name,
        found: `the setting twice in ${path}`,
        expected: 'it once',
        remedy:
          'Keep one of the two lines; write the values of a list on one line: CONFORMANCE_CONSENT=records,upload.',
      });
}

export function absolute(cwd: string, path: string): string {
  return isAbsolute(path) ? path : resolve(cwd, path);
}
