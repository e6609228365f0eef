import { visible } from '../../reporters/visible.ts';
import type { Source } from './sources.ts';
import { settingTable, variable, type SettingName } from './table.ts';
import type { Settings } from './settings.ts';
import type { TokenName } from './tokens.ts';

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

/** The described settings as lines of aligned columns. */
export function asSettingLines(rows: readonly DescribedSetting[]): readonly string[] {
  const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  const [names, values] = [widest(rows.map(({ name }) => name)), widest(rows.map(({ value }) => value))];
  return rows.map(({ name, value, source }) => `${name.padEnd(names)}  ${value.padEnd(values)}  ${source}`);
}

/** The value in force; `undefined` where the table's words for the default say it. */
function shown(name: SettingName, settings: Settings): string | undefined {
  if (name.startsWith('TOKEN_')) return tokenState(name, settings);
  const isSet = settings.sources[name] !== 'default';
  switch (name) {
    case 'BASE_URL':
      return settings.baseUrl;
    case 'PROJECT_KEY':
      return settings.projectKey;
    case 'OTHER_PROJECT_KEY':
      return settings.otherProjectKey;
    case 'CONSENT':
      return listed([...settings.consent]);
    case 'WITHOUT':
      return listed(settings.without);
    case 'DEPTH':
      return settings.depth;
    case 'SEED':
      return settings.seed?.toString();
    case 'RUNS':
      return settings.runs?.toString();
    case 'RACE_ROUNDS':
      return settings.raceRounds?.toString();
    case 'SETTLE_MS':
      return `${settings.settle.readMs},${settings.settle.queryMs}`;
    case 'READ_ONLY':
      return settings.readOnlyGate ? 'gate' : onOff(settings.readOnly);
    case 'MAX_RPS':
      return settings.maxRps?.toString();
    case 'CONCURRENCY':
      return settings.concurrency.toString();
    case 'TIMEOUT_MS':
      return settings.timeoutMs.toString();
    case 'BUDGET_REQUESTS':
      return settings.budgetRequests.toString();
    case 'MAX_BODY_BYTES':
      return settings.maxBodyBytes.toString();
    case 'MAX_SECONDS':
      return settings.maxSeconds.toString();
    case 'CONTACT':
      return settings.contact;
    case 'HTTP2':
      return settings.http2;
    case 'TRACE':
      return onOff(settings.trace);
    case 'HEADERS':
      return isSet ? listed(Object.keys(settings.headers)) : undefined;
    case 'TOKENS_COMMAND':
      return isSet ? `${settings.commandTokens.length} further tokens` : undefined;
    case 'TOKENS':
      return isSet ? `${settings.manifestTokens.length} further tokens` : undefined;
    case 'PROFILE':
      return settings.profileSha256 === undefined ? undefined : `sha256 ${settings.profileSha256}`;
    case 'REPORT_DIR':
      return settings.reportDir;
    case 'REPORTS':
      return listed(settings.reports);
    case 'EVIDENCE':
      return settings.evidence;
    case 'MATRIX':
      return onOff(settings.matrix);
    case 'OPEN':
      return onOff(settings.open);
    case 'AGAINST':
      return settings.against === undefined ? undefined : `run ${settings.against.run.id}`;
    case 'WAIVERS':
      return settings.waivers === undefined ? undefined : `${settings.waivers.length} waivers`;
    case 'MAX_FAILURES':
      return settings.maxFailures?.toString();
    case 'ALLOW_INCOMPLETE':
      return onOff(settings.allowIncomplete);
    case 'ENV_FILE':
      return settings.envFile ?? 'none';
    default:
      return isSet ? 'present' : undefined;
  }
}

function tokenState(name: SettingName, { tokens }: Settings): string {
  const scope = name.slice('TOKEN_'.length).toLowerCase();
  return tokens.some((token) => token.name === (scope satisfies string as TokenName)) ? 'present' : 'absent';
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? 'none' : items.join(',');
}

function onOff(value: boolean): string {
  return value ? '1' : '0';
}
