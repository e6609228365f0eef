import { visible } from '../../reporters/visible.ts';
import { flag, settingTable, variable, type SettingName } from './table.ts';
import type { Settings } from './settings.ts';
import { tokenSetting } from './tokens.ts';

/** One setting as `--print-settings` shows it; secrets only as present or absent. */
export type DescribedSetting = ReturnType<typeof describeSettings>[number];

/** Every setting with the value in force and its source, in the order of the table. */
export function describeSettings(settings: Settings) {
  return settingTable.map((row) => ({
    name: variable(row.name),
    value: visible(shown(row.name, settings) ?? row.fallback, Infinity),
    source: settings.sources[row.name],
  }));
}

export function asSettingLines(rows: readonly DescribedSetting[]): readonly string[] {
  const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  const [names, values] = [widest(rows.map(({ name }) => name)), widest(rows.map(({ value }) => value))];
  return rows.map(({ name, value, source }) => `${name.padEnd(names)}  ${value.padEnd(values)}  ${source}`);
}

type Value = string | number | boolean | readonly string[] | undefined;

/** Settings without a member of their name; `undefined` if the default in the table states the value. */
const special: Partial<Record<SettingName, (settings: Settings, isSet: boolean) => Value>> = {
  BASE_URL: ({ baseUrl }) => baseUrl,
  CONSENT: ({ consent }) => [...consent],
  SETTLE_MS: ({ settle: { readMs, queryMs } }) => `${readMs},${queryMs}`,
  READ_ONLY: ({ readOnlyGate, readOnly }) => (readOnlyGate ? 'gate' : readOnly),
  HEADERS: ({ headers }, isSet) => (isSet ? Object.keys(headers) : undefined),
  TOKENS_COMMAND: ({ commandTokens: { length } }, isSet) => (isSet ? `${length} further tokens` : undefined),
  TOKENS: ({ manifestTokens: { length } }, isSet) => (isSet ? `${length} further tokens` : undefined),
  PROFILE: ({ profileSha256 }) => profileSha256 && `sha256 ${profileSha256}`,
  TAPE: (_, isSet) => (isSet ? 'present' : undefined),
  AGAINST: ({ against }) => against && `run ${against.run.id}`,
  WAIVERS: ({ waivers }) => waivers && `${waivers.length} waivers`,
  ENV_FILE: ({ envFile }) => envFile ?? 'none',
};

function shown(name: SettingName, settings: Settings): string | undefined {
  if (name.startsWith('TOKEN_'))
    return settings.tokens.some((token) => tokenSetting(token.name) === name) ? 'present' : 'absent';
  const isSet = settings.sources[name] !== 'default';
  const own = special[name];
  if (own !== undefined) return inWords(own(settings, isSet));
  // `MAX_RPS` is `maxRps`.
  const member = flag(name).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  if (!(member in settings)) return isSet ? 'present' : undefined;
  return inWords(settings[member as 'depth' | 'maxRps' | 'trace' | 'reports']);
}

function inWords(value: Value): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'object') return value?.toString();
  return value.length === 0 ? 'none' : value.join(',');
}
