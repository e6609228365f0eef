import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { absolute, rowOf, type GivenSettings } from './sources.ts';
import { readTextFile, UnreadableFile } from '../input/text-file.ts';
import { cutNote } from './marks.ts';
import { didYouMean } from '../input/did-you-mean.ts';
import { variable, type SettingName } from './table.ts';

/** Reads single settings: the typed value, or `undefined` if none is given. All throw ConfigurationError. */
export interface SettingReader {
  readonly given: GivenSettings;
  /** Notes about the settings that were read and allowed, one sentence each. */
  readonly notes: ReadonlySet<string>;
  note(sentence: string): void;
  text(name: SettingName): string | undefined;
  onOff(name: SettingName, otherwise: boolean): boolean;
  /** A whole number within the bounds of its row. */
  whole(name: SettingName): number | undefined;
  /** A decimal number within the bounds of its row. */
  decimal(name: SettingName): number | undefined;
  oneOf<const T extends string>(name: SettingName, allowed: readonly T[], otherwise: T): T;
  /** The items of a comma-separated list, each once, in the order of `allowed`. */
  list<const T extends string>(name: SettingName, allowed: readonly T[]): readonly T[] | undefined;
  folder(name: SettingName): string;
  file(name: SettingName): { readonly path: string; readonly text: string } | undefined;
}

/** An error about a setting's value; a secret value stays hidden. */
export function refused(
  given: GivenSettings,
  name: SettingName,
  remedy?: string,
  found?: string,
): ConfigurationError {
  const row = rowOf(name);
  const setting = given.given.get(name);
  const value = setting === undefined ? 'nothing' : row.secret ? 'a value' : quoted(setting.text);
  const origin = { flag: ' (flag)', environment: '', '.env': ' (.env)' };
  return new ConfigurationError({
    setting: variable(name),
    found: (found ?? value) + (setting === undefined ? '' : origin[setting.source]),
    expected: row.expects,
    remedy: remedy ?? `For example: ${variable(name)}=${row.example}`,
  });
}

export function settingReader(given: GivenSettings): SettingReader {
  const text = (name: SettingName) => given.given.get(name)?.text;
  // A note may come several times, because some settings are read several times.
  const notes = new Set<string>();
  for (const [name, { cut }] of given.given) if (cut !== undefined) notes.add(cutNote(variable(name), cut));
  const number = (name: SettingName, pattern: RegExp) => {
    const written = text(name)?.trim();
    if (written === undefined) return undefined;
    if (!pattern.test(written) || !isWithin(name, Number(written))) throw refused(given, name);
    return Number(written);
  };
  return {
    given,
    notes,
    note: (sentence) => void notes.add(sentence),
    text,
    whole: (name) => number(name, /^-?\d{1,15}$/),
    decimal: (name) => number(name, /^\d{1,15}(\.\d{1,15})?$/),
    onOff(name, otherwise) {
      const written = text(name)?.trim().toLowerCase();
      if (written === undefined) return otherwise;
      if (written === '1' || written === 'true') return true;
      if (written === '0' || written === 'false') return false;
      throw refused(given, name);
    },
    oneOf(name, allowed, otherwise) {
      const written = text(name)?.trim();
      if (written === undefined) return otherwise;
      const value = allowed.find((candidate) => candidate === written);
      if (value === undefined) throw refused(given, name, didYouMean(written, allowed, exampleOf(name)));
      return value;
    },
    list(name, allowed) {
      const items = text(name)
        ?.split(',')
        .map((item) => item.trim());
      if (items === undefined) return undefined;
      for (const item of items)
        if (!allowed.some((candidate) => candidate === item))
          throw refused(given, name, didYouMean(item, allowed, exampleOf(name)), quoted(item));
      return allowed.filter((candidate) => items.includes(candidate));
    },
    folder: (name) => absolute(given.cwd, text(name) ?? rowOf(name).fallback),
    file(name) {
      const written = text(name);
      if (written === undefined) return undefined;
      // A user who pastes content in place of a path may paste tokens or keys, so messages do not show it.
      if (/^\s*[[{]|-----BEGIN|\n/.test(written))
        throw refused(given, name, 'Put it into a file and give its path.', 'the content of a file');
      const path = absolute(given.cwd, written);
      try {
        return { path, text: readTextFile(path) };
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        const remedy = error.remedy ?? `Looked for ${path}.`;
        throw refused(given, name, remedy, `${quoted(written)}, which ${error.message}`);
      }
    },
  };
}

/** One of the usual variables for proxies; as in other programs, the name in small letters is read first. */
export function proxyVariable(
  { given }: SettingReader,
  name: 'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY',
): string | undefined {
  return (given.lookUp(name.toLowerCase()) ?? given.lookUp(name))?.trim();
}

export function isWithin(name: SettingName, value: number): boolean {
  const { least = -Infinity, most = Infinity } = rowOf(name);
  return value >= least && value <= most;
}

function exampleOf(name: SettingName): string {
  return `For example: ${variable(name)}=${rowOf(name).example}`;
}
