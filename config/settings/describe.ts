import { visible } from '../../reporters/visible.ts';
import type { Source } from './sources.ts';
import { settingTable, variable, type SettingName } from './table.ts';
import type { Settings } from './settings.ts';
import { tokenSetting } from './tokens.ts';

/** One effective setting as `--print-settings` shows it; secrets only as present or absent. */
export interface DescribedSetting {
  readonly name: `CONFORMANCE_${SettingName}`;
  readonly value: string;
  readonly source: Source;
}

/** Every setting with the value in force and its source, in the order of the table. */
export function describeSettings(settings: Settings): readonly DescribedSetting[] {
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

/** A function that shows the value in force; `undefined` if the default in the table states it. */
const inForce: Partial<Record<SettingName, (settings: Settings, isSet: boolean) => Value>> = {
  BASE_URL: ({ baseUrl }) => baseUrl,
  PROJECT_KEY: ({ projectKey }) => projectKey,
  OTHER_PROJECT_KEY: ({ otherProjectKey }) => otherProjectKey,
  CONSENT: ({ consent }) => [...consent],
  WITHOUT: ({ without }) => without,
  DEPTH: ({ depth }) => depth,
  SEED: ({ seed }) => seed,
  RUNS: ({ runs }) => runs,
  RACE_ROUNDS: ({ raceRounds }) => raceRounds,
  SETTLE_MS: ({ settle: { readMs, queryMs } }) => `${readMs},${queryMs}`,
  READ_ONLY: ({ readOnlyGate, readOnly }) => (readOnlyGate ? 'gate' : readOnly),
  MAX_RPS: ({ maxRps }) => maxRps,
  CONCURRENCY: ({ concurrency }) => concurrency,
  TIMEOUT_MS: ({ timeoutMs }) => timeoutMs,
  BUDGET_REQUESTS: ({ budgetRequests }) => budgetRequests,
  MAX_BODY_BYTES: ({ maxBodyBytes }) => maxBodyBytes,
  MAX_SECONDS: ({ maxSeconds }) => maxSeconds,
  CONTACT: ({ contact }) => contact,
  HTTP2: ({ http2 }) => http2,
  TRACE: ({ trace }) => trace,
  HEADERS: ({ headers }, isSet) => (isSet ? Object.keys(headers) : undefined),
  TOKENS_COMMAND: ({ commandTokens: { length } }, isSet) => (isSet ? `${length} further tokens` : undefined),
  TOKENS: ({ manifestTokens: { length } }, isSet) => (isSet ? `${length} further tokens` : undefined),
  PROFILE: ({ profileSha256 }) => profileSha256 && `sha256 ${profileSha256}`,
  REPORT_DIR: ({ reportDir }) => reportDir,
  REPORTS: ({ reports }) => reports,
  EVIDENCE: ({ evidence }) => evidence,
  MATRIX: ({ matrix }) => matrix,
  OPEN: ({ open }) => open,
  AGAINST: ({ against }) => against && `run ${against.run.id}`,
  WAIVERS: ({ waivers }) => waivers && `${waivers.length} waivers`,
  MAX_FAILURES: ({ maxFailures }) => maxFailures,
  ALLOW_INCOMPLETE: ({ allowIncomplete }) => allowIncomplete,
  ENV_FILE: ({ envFile }) => envFile ?? 'none',
};

function shown(name: SettingName, settings: Settings): string | undefined {
  if (name.startsWith('TOKEN_'))
    return settings.tokens.some((token) => tokenSetting(token.name) === name) ? 'present' : 'absent';
  const isSet = settings.sources[name] !== 'default';
  const value = inForce[name];
  return value === undefined ? (isSet ? 'present' : undefined) : inWords(value(settings, isSet));
}

function inWords(value: Value): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'object') return value?.toString();
  return value.length === 0 ? 'none' : value.join(',');
}
