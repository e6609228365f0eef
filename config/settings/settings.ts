import { defined } from '../../clause/defined.ts';
import { longSeed, type Seed } from '../../clause/reported/seed.ts';
import { readContact, refuseProductionHosts } from './production-hosts.ts';
import { statSync } from 'node:fs';
import type { Profile } from '../../clause/profile.ts';
import { renderingNames, type Rendering } from '../../reporters/renderings.ts';
import { depthNames } from '../../clause/waivers.ts';
import { readWaivers } from './waivers.ts';
import { readBaseUrl } from './address/base-url.ts';
import { refuseUnnamedTarget } from './address/named-target.ts';
import { readConsent, readReadOnly, readLimits } from './consent.ts';
import { readPem, refuseBadPems, refuseUnverified } from './pem-files.ts';
import { readHeaders } from './extra-headers.ts';
import { loadProfile } from '../profile/profile.ts';
import { refuseClashes, notesOn } from './clashes.ts';
import { reasonOf } from '../input/text-file.ts';
import { gatherSettings, rowOf, type SettingInput, type Source } from './sources.ts';
import { settingTable, variable, type SettingName } from './table.ts';
import { isQuoted } from './marks.ts';
import { isWithin, proxyVariable, refused, settingReader, type SettingReader } from './values.ts';
import { printedTokens } from './tokens-command.ts';
import { readTokens } from './tokens.ts';
import type { ComparedReport } from '../../clause/report.ts';
import { mostNesting } from '../input/json-file.ts';
import { breachOfJson } from '../../wire/json/json-flaw.ts';
import { membersOf, plainJson } from '../../wire/json/plain-json.ts';

/** About twice the requests of a run at each depth, so that lags and confirmations do not end it early. */
const budgets = { ci: 3_000, release: 10_000, certify: 30_000 } as const;

/** Many times as long as a run at each depth takes on a fast target, in seconds. */
const mostSeconds = { ci: 300, release: 900, certify: 3_600 } as const;

const evidences = ['full', 'shape', 'none'] as const;
const embeddedProject = 'demo';

/** The sources of tokens, which are read again once a token expires. Plain JSON. */
export interface TokenSources {
  readonly input: SettingInput;
  readonly projectKey: string;
  readonly otherProjectKey?: string;
}

/** All input of a run from outside, validated and frozen. Paths are absolute, durations in ms. */
export type Settings = Readonly<ReturnType<typeof loadSettings>>;

/** Reads all settings, and the files that they name, on each call. @throws ConfigurationError */
export function loadSettings(input: SettingInput) {
  const reader = settingReader(gatherSettings(input));
  refuseUnverified(input);
  refuseUnnamedTarget(reader, input);
  const baseUrl = readBaseUrl(reader);
  const depth = reader.oneOf('DEPTH', depthNames, 'ci');
  const { readOnly, readOnlyGate } = readReadOnly(reader);
  const settings = defined({
    /** Without a slash at the end; `undefined` starts the embedded reference. */
    baseUrl,
    projectKey: readProjectKey(reader, 'PROJECT_KEY') ?? embeddedProject,
    otherProjectKey: readProjectKey(reader, 'OTHER_PROJECT_KEY'),
    ...readTokens(reader, (command) => printedTokens(command, input)),
    /** Absent if the source of the tokens does not change during a run. */
    tokenSources: renewalOf(reader, input),
    ...readProfile(reader),
    consent: readConsent(reader, baseUrl === undefined && !readOnly),
    without: readLimits(reader),
    depth,
    seed: readSeed(reader),
    runs: reader.whole('RUNS'),
    raceRounds: reader.whole('RACE_ROUNDS'),
    settle: readSettle(reader),
    readOnly,
    /** A run that only reads ends with 0 if everything passes that reads can decide. */
    readOnlyGate,
    maxRps: reader.decimal('MAX_RPS'),
    concurrency: reader.whole('CONCURRENCY') ?? Number(rowOf('CONCURRENCY').fallback),
    timeoutMs: reader.whole('TIMEOUT_MS') ?? Number(rowOf('TIMEOUT_MS').fallback),
    budgetRequests: reader.whole('BUDGET_REQUESTS') ?? budgets[depth],
    maxBodyBytes: reader.whole('MAX_BODY_BYTES') ?? Number(rowOf('MAX_BODY_BYTES').fallback),
    maxSeconds: reader.whole('MAX_SECONDS') ?? mostSeconds[depth],
    contact: readContact(reader),
    /** No request names the suite. */
    quiet: input.quiet === true,
    tls: defined({
      ca: readPem(reader, 'CA_FILE'),
      cert: readPem(reader, 'CLIENT_CERT'),
      key: readPem(reader, 'CLIENT_KEY'),
    }),
    proxy: defined({
      https: proxyVariable(reader, 'HTTPS_PROXY'),
      http: proxyVariable(reader, 'HTTP_PROXY'),
      none: proxyVariable(reader, 'NO_PROXY'),
    }),
    http2: reader.oneOf('HTTP2', ['auto', 'off', 'prior-knowledge'], 'auto'),
    trace: reader.onOff('TRACE', true),
    headers: readHeaders(reader),
    reportDir: readReportDir(reader),
    reports: withJson(reader.list('REPORTS', renderingNames) ?? ['json', 'markdown', 'html']),
    evidence: reader.oneOf('EVIDENCE', evidences, 'full'),
    // Pipelines keep only the files that they name, and a tape would show the withheld values of bodies.
    tape: reader.onOff('TAPE', !input.env['CI']) && reader.oneOf('EVIDENCE', evidences, 'full') === 'full',
    matrix: reader.onOff('MATRIX', false),
    open: reader.onOff('OPEN', false),
    against: readEarlierReport(reader),
    waivers: readWaivers(reader, new Date().toISOString().slice(0, 10)),
    maxFailures: reader.whole('MAX_FAILURES'),
    allowIncomplete: reader.onOff('ALLOW_INCOMPLETE', false),
    envFile: reader.given.envFile,
    sources: sourcesOf(reader),
  });
  refuseClashes(reader, input);
  refuseProductionHosts(reader, { baseUrl, readOnly });
  refuseBadPems(reader, settings.tls);
  return frozen({ ...settings, notes: notesOn(reader) });
}

function withJson(reports: readonly Rendering[]): readonly Rendering[] {
  return reports.includes('json') ? reports : ['json', ...reports];
}

function readProjectKey(
  reader: SettingReader,
  name: 'PROJECT_KEY' | 'OTHER_PROJECT_KEY',
): string | undefined {
  const key = reader.text(name);
  if (key === undefined) return undefined;
  // URL parsers remove dot segments even when they are percent-encoded.
  if (key === '.' || key === '..' || key !== key.trim() || /\p{Cc}/u.test(key))
    throw refused(reader.given, name, 'Give the key as in the path, without slashes or spaces around it.');
  if (/^\/|\/$/.test(key)) throw refused(reader.given, name, 'Leave out the slash.');
  if (isQuoted(key)) reader.note(`${variable(name)} is in quotation marks, which become part of the key.`);
  return key;
}

function renewalOf(reader: SettingReader, { env, cwd, flags }: SettingInput): TokenSources | undefined {
  const isFixed = reader.text('TOKENS') === undefined && reader.text('TOKENS_COMMAND') === undefined;
  if (isFixed && reader.given.envFile === undefined) return undefined;
  const input = { env: { ...env }, cwd, ...(flags === undefined ? {} : { flags: { ...flags } }) };
  return {
    input,
    projectKey: readProjectKey(reader, 'PROJECT_KEY') ?? embeddedProject,
    ...defined({ otherProjectKey: readProjectKey(reader, 'OTHER_PROJECT_KEY') }),
  };
}

function readProfile(reader: SettingReader): {
  readonly profile: Profile;
  readonly profileSha256?: string;
  readonly profileText?: string;
} {
  const file = reader.file('PROFILE');
  if (file === undefined) return { profile: {} };
  const { profile, sha256 } = loadProfile(file.text, reader.text('PROFILE') ?? file.path);
  return { profile, profileSha256: sha256, profileText: file.text };
}

function readSettle(reader: SettingReader): { readonly readMs: number; readonly queryMs: number } {
  const text = reader.text('SETTLE_MS') ?? rowOf('SETTLE_MS').fallback;
  const match = /^\s*(\d{1,9})\s*,\s*(\d{1,9})\s*$/.exec(text);
  const [readMs, queryMs] = [Number(match?.[1]), Number(match?.[2])];
  if (!isWithin('SETTLE_MS', readMs) || !isWithin('SETTLE_MS', queryMs))
    throw refused(reader.given, 'SETTLE_MS');
  return { readMs, queryMs };
}

function readReportDir(reader: SettingReader): string {
  const path = reader.folder('REPORT_DIR');
  if (kindOf(path, reader) === 'other')
    throw refused(reader.given, 'REPORT_DIR', `${path} is not a folder: name another.`, 'the path of a file');
  return path;
}

function kindOf(path: string, reader: SettingReader): 'folder' | 'other' | 'absent' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'is missing') return 'absent';
    throw refused(reader.given, 'REPORT_DIR', `Name another folder than ${path}.`, `a path that ${reason}`);
  }
}

/** The source of the value of each setting. */
function sourcesOf(reader: SettingReader): Readonly<Record<SettingName, Source>> {
  const sources = settingTable.map(
    ({ name }) => [name, reader.given.given.get(name)?.source ?? 'default'] as const,
  );
  return Object.fromEntries(sources) as Record<SettingName, Source>;
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

function readSeed(reader: SettingReader): Seed | undefined {
  const text = reader.text('SEED')?.trim();
  return text !== undefined && longSeed.test(text) ? text : reader.whole('SEED');
}

/** The report to compare with, if it is named. @throws ConfigurationError for a file that is no report */
function readEarlierReport(reader: SettingReader): ComparedReport | undefined {
  const file = reader.file('AGAINST');
  if (file === undefined) return undefined;
  const report = parsed(file.text);
  if (isReport(report)) return report;
  throw refused(
    reader.given,
    'AGAINST',
    'Keep the conformance.json of an earlier run, and name it here.',
    `a file that is not a report of this suite, ${file.path}`,
  );
}

function parsed(text: string): unknown {
  const breach = breachOfJson(text, { levels: mostNesting, values: Infinity });
  return breach === undefined ? plainJson(text) : undefined;
}

/** The parts of a report that a comparison reads: reports of other versions may have unknown members. */
function isReport(value: unknown): value is ComparedReport {
  const report = membersOf(value);
  const { clauses } = report;
  return (
    report['schemaVersion'] === 1 &&
    isText(membersOf(report['suite'])['version']) &&
    isText(membersOf(report['target'])['baseUrl']) &&
    ['id', 'startedAt', 'depth'].every((name) => isText(membersOf(report['run'])[name])) &&
    Array.isArray(clauses) &&
    clauses.every((clause: unknown) =>
      ['id', 'level', 'verdict', 'blocks', 'statement'].every((name) => isText(membersOf(clause)[name])),
    )
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
