import { spawn } from 'node:child_process';
import type { ScriptShowed } from '../../clause/sample.ts';
import type { TriedScript, TryScript } from '../../reporters/reproduce/report-scripts.ts';
import { variableOf } from '../../reporters/reproduce/request-line.ts';
import { redactionOf } from '../secrets/brief-redaction.ts';
import type { DescribedSetting } from '../settings/describe.ts';
import type { RunBrief } from '../runs/run-brief.ts';

/** Milliseconds that all scripts of a report may take; a script beyond them counts as undecided. */
const mostTime = 10_000;

/** Limits of the run that a script does not keep. */
const limits: readonly string[] = [
  'CONFORMANCE_MAX_RPS',
  'CONFORMANCE_CONCURRENCY',
  'CONFORMANCE_BUDGET_REQUESTS',
];

const byCode: Readonly<Record<number, ScriptShowed>> = { 0: 'nothing', 1: 'deviation' };

export interface TrialParts {
  readonly brief: RunBrief;
  readonly settings: readonly DescribedSetting[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/**
 * Runs the scripts of a report once, as its reader would. Undefined if scripts cannot meet the conditions of the run: a
 * set limit, a client certificate, or requests without the name of the sender.
 */
export function createScriptTrial({ brief, settings, env, cwd }: TrialParts): TryScript | undefined {
  const { embedded, options, transport, secrets, quiet } = brief;
  const isLimited = settings.some(({ name, source }) => limits.includes(name) && source !== 'default');
  if (embedded || isLimited || transport.cert !== undefined || quiet !== undefined) return undefined;
  const { redact } = redactionOf(brief);
  const { readMs, queryMs } = options.settle;
  const authority = settings.find(({ name }) => name === 'CONFORMANCE_CA_FILE');
  const environment = {
    ...env,
    ...Object.fromEntries(secrets.map(({ label, secret }) => [variableOf(label), secret])),
    CONFORMANCE_BASE_URL: options.baseUrl,
    CONFORMANCE_CONSENT: options.consent.join(','),
    CONFORMANCE_SETTLE_MS: `${readMs},${queryMs}`,
    ...(authority === undefined || transport.ca === undefined
      ? {}
      : { CONFORMANCE_CA_FILE: authority.value }),
  };
  let deadline: AbortSignal | undefined;
  return async (script) => {
    deadline ??= AbortSignal.timeout(mostTime);
    const tried = await shownBy(script, { env: environment, cwd, signal: deadline });
    // A server may have put a token into the ids of its resources.
    return tried && { ...tried, left: tried.left.map(redact) };
  };
}

/** A stopped script still deletes its resources, once the current request has ended. */
const mostCleaning = 40_000;
const mostSaid = 65_536;

async function shownBy(
  script: string,
  {
    signal,
    ...options
  }: { readonly env: NodeJS.ProcessEnv; readonly cwd: string; readonly signal: AbortSignal },
): Promise<TriedScript | undefined> {
  if (signal.aborted) return undefined;
  return await new Promise((resolve) => {
    const child = spawn('sh', ['-s'], { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
    let said = '';
    let impatient: NodeJS.Timeout | undefined;
    const stop = (): void => {
      child.kill('SIGTERM');
      impatient = setTimeout(() => child.kill('SIGKILL'), mostCleaning);
    };
    const ended = (showed: ScriptShowed): void => {
      signal.removeEventListener('abort', stop);
      clearTimeout(impatient);
      const left = [...said.matchAll(/^left behind: ([\w.~-]+)$/gm)].flatMap(([, id]) => id ?? []);
      resolve({ showed, left });
    };
    signal.addEventListener('abort', stop, { once: true });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < mostSaid) said += text;
    });
    child.once('error', () => ended('unknown'));
    child.once('close', (code) => ended(byCode[code ?? -1] ?? 'unknown'));
    // Without a shell nothing reads the input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(script);
  });
}
