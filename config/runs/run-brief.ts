import { randomBytes, randomInt } from 'node:crypto';
import { defined } from '../../clause/defined.ts';
import { runMark } from '../../clause/mark.ts';
import type { ComparedReport } from '../../clause/report.ts';
import type { Waiver } from '../../clause/waivers.ts';
import { depths, type Consent, type RunOptions } from '../../run/options.ts';
import { proxyFor, type ProxySettings } from '../../wire/sockets/proxy.ts';
import type { Secret } from '../../wire/redaction.ts';
import { parseTarget } from '../../wire/target.ts';
import type { TransportOptions } from '../../wire/undici-transport.ts';
import { ConfigurationError } from '../input/configuration-error.ts';
import { suiteVersion } from '../packaging/package-folder.ts';
import { embeddedTarget } from './embedded-target.ts';
import type { Settings, TokenSources } from '../settings/settings.ts';
import { ledgerFolder } from './ledgers/ledger-file.ts';
import { secretsOf } from '../secrets/secrets-of-settings.ts';
import { suppliedTokens } from './supplied-tokens.ts';

/** The options of a run as plain JSON, for another thread. */
export interface PlainOptions extends Omit<RunOptions, 'consent' | 'without'> {
  readonly consent: readonly Consent[];
  readonly without: readonly string[];
}

/** Everything that a run needs to know, as plain JSON; contains the tokens. */
export interface RunBrief {
  readonly options: PlainOptions;
  readonly transport: Omit<TransportOptions, 'clock' | 'baseUrl'>;
  readonly secrets: readonly Secret[];
  /** The sources of tokens, for use once a token has expired. */
  readonly tokenSources?: TokenSources;
  /** Longest time of the run, in seconds, clean-up included. */
  readonly maxSeconds: number;
  /** The run stops when this number of clauses have failed, known fails not counted. */
  readonly stopAfter?: { readonly failures: number; readonly known: readonly string[] };
  /** Requests that each of several shards may send in any case, unless the operator has set a budget. */
  readonly leastShardBudget?: number;
  /** The target is the embedded reference, whose base URL is known once it listens. */
  readonly embedded: boolean;
  /** The folder for the recording of exchanges; none unless given. */
  readonly tapes?: string;
  readonly heldAgainst?: { readonly against?: ComparedReport; readonly waivers?: readonly Waiver[] };
  /** The id of a quiet run: no request names the suite, and words of the run are sent in another form. */
  readonly quiet?: string;
  /** The folder for ledgers; absent for the embedded reference, which ends with the run. */
  readonly ledgers?: string;
}

export type RunIdentity = ReturnType<typeof identified>;

/** The facts that distinguish this run from other runs. */
export function identified({ seed = randomInt(-(2 ** 31), 2 ** 31) }: Settings) {
  return { id: randomBytes(16).toString('hex'), seed, suite: suiteVersion() };
}

/** The brief of a run by the settings. Without a base URL, the target is the embedded reference. */
export function briefRun(settings: Settings, identity: RunIdentity): RunBrief {
  const embedded = settings.baseUrl === undefined;
  const target = embedded ? embeddedTarget() : settings;
  const { projectKey, otherProjectKey } = target;
  const profile = settings.sources.PROFILE === 'default' ? target.profile : settings.profile;
  const tokens = suppliedTokens(target);
  const headers = Object.entries(settings.headers);
  const proxies = embedded ? {} : proxyOf(settings);
  const proxy = embedded ? undefined : proxyFor(parseTarget(settings.baseUrl), proxies);
  return {
    embedded,
    ...(embedded || settings.tokenSources === undefined ? {} : { tokenSources: settings.tokenSources }),
    maxSeconds: settings.maxSeconds,
    ...(embedded ? {} : { ledgers: ledgerFolder(settings.reportDir) }),
    ...(settings.quiet ? { quiet: identity.id } : {}),
    ...(settings.tape ? { tapes: settings.reportDir } : {}),
    heldAgainst: defined({ against: settings.against, waivers: settings.waivers }),
    // Each shard learns all facts by itself, for which a small part of the usual budget would not suffice.
    ...(settings.sources['BUDGET_REQUESTS'] === 'default'
      ? { leastShardBudget: Math.ceil(settings.budgetRequests / 2) }
      : {}),
    ...(settings.maxFailures === undefined
      ? {}
      : { stopAfter: { failures: settings.maxFailures, known: knownFailures(settings) } }),
    options: {
      baseUrl: settings.baseUrl ?? '',
      projectKey,
      ...defined({ otherProjectKey }),
      tokens,
      profile,
      consent: [...settings.consent],
      without: settings.without,
      depth: depthOf(settings),
      seed: identity.seed,
      settle: settings.settle,
      readOnly: settings.readOnly,
      ...defined({ maxRps: settings.maxRps }),
      concurrency: settings.concurrency,
      timeoutMs: settings.timeoutMs,
      ...(proxy !== undefined ? { viaProxy: true } : {}),
      budgetRequests: settings.budgetRequests,
      maxBytes: settings.maxBodyBytes,
      headers,
      trace: settings.trace && !settings.quiet,
      runId: identity.id,
      userAgent: userAgentOf(settings, identity),
      evidence: settings.evidence,
    },
    transport: {
      ...settings.tls,
      connections: settings.concurrency,
      http2: settings.http2,
      proxy: proxies,
    },
    secrets: secretsOf(settings, tokens),
  };
}

/** Names suite, run, mark of its resources, and contact; a quiet run looks like any program. */
function userAgentOf({ contact, quiet }: Settings, { suite, id }: RunIdentity): string {
  if (quiet) return 'node';
  const asks = contact === undefined ? '' : `; ${contact}`;
  return `${suite.name}/${suite.version} (run ${id}; mark ${runMark(id)}${asks})`;
}

/** The same run, which stops at this number of failures unless a setting states another. */
export function stoppingAfter(brief: RunBrief, settings: Settings, failures: number): RunBrief {
  return { ...brief, stopAfter: brief.stopAfter ?? { failures, known: knownFailures(settings) } };
}

/** A gate against an earlier report ignores known fails and waived fails. */
function knownFailures({ against, waivers = [] }: Settings): readonly string[] {
  const failed = (against?.clauses ?? []).filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  return [...failed, ...waivers.map(({ clause }) => clause)];
}

/** @throws ConfigurationError for an invalid proxy */
function proxyOf({ baseUrl = '', proxy }: Settings): ProxySettings {
  const settings = {
    ...defined({ httpProxy: proxy.http, httpsProxy: proxy.https, noProxy: proxy.none }),
  };
  try {
    proxyFor(parseTarget(baseUrl), settings);
    return settings;
  } catch {
    // The value may hold a password and is not shown.
    throw new ConfigurationError({
      setting: baseUrl.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY',
      found: 'a value that is not an http or https URL',
      expected: 'the URL of a proxy, or nothing',
      remedy: 'Correct it, unset it, or name the host in NO_PROXY.',
    });
  }
}

function depthOf({ depth, runs, raceRounds }: Settings): RunOptions['depth'] {
  const usual = depths[depth];
  const [first] = usual.races;
  return {
    ...usual,
    ...defined({ reach: runs }),
    ...(raceRounds === undefined || first === undefined
      ? {}
      : { races: [{ rounds: raceRounds, racers: first.racers }] }),
  };
}

/** The part of a brief for one of several shards: the shards share the caps, and the budget if it was set. */
export function briefShard(brief: RunBrief, count: number): RunBrief {
  const { maxRps, concurrency, budgetRequests } = brief.options;
  const share = Math.max(1, Math.floor(concurrency / count));
  return {
    ...brief,
    options: {
      ...brief.options,
      ...(maxRps === undefined ? {} : { maxRps: maxRps / count }),
      concurrency: share,
      budgetRequests: Math.max(brief.leastShardBudget ?? 1, Math.ceil(budgetRequests / count)),
    },
    transport: { ...brief.transport, connections: share },
  };
}

/** The brief of the embedded reference, now that it listens. */
export function briefOn(brief: RunBrief, baseUrl: string): RunBrief {
  return { ...brief, options: { ...brief.options, baseUrl } };
}
