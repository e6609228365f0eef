import type { Forecast, Measured } from '../config/runs/forecast.ts';
import type { SettingInput } from '../config/settings/sources.ts';
import { loadSettings } from '../config/settings/settings.ts';
import type { Wait } from '../clause/report.ts';
import type { RunOptions } from '../run/options.ts';
import { counted, duration } from '../reporters/text-layout.ts';
import { waitsLine } from '../reporters/text/run-lines.ts';
import { visible, jsonText } from '../reporters/visible.ts';
import { flagsOf, type Command } from './help.ts';
import { endAborted } from './start/say.ts';

const flags = flagsOf({
  '--json': 'Print JSON for tools',
});

/** Prints the requests that a run with these settings would send; sends only a few reads for that. */
export const planCommand: Command = {
  name: 'plan',
  about:
    'Forecast what a run writes, how many requests it sends and how long it takes; sends only a few reads',
  flags,
  exitCodes: 'Exit codes: 0 planned; 2 settings or usage; 4 target unreachable.',
  run: async ({ own }, input) => await printPlan(input, own['json'] !== undefined),
};

async function printPlan(input: SettingInput, asJson: boolean): Promise<void> {
  const settings = loadSettings(input);
  const { reachTarget } = await import('../config/runs/executed-run.ts');
  const { forecast, measureLatency } = await import('../config/runs/forecast.ts');
  const { plan } = await import('../config/plan.ts');
  for (const note of settings.notes) process.stderr.write(`note: ${visible(note, 4_000)}\n`);
  const target = await reachTarget(settings);
  try {
    const parts = target.equip(target.brief.options.seed);
    const measured = await measureLatency(parts);
    if ('aborted' in measured) return endAborted(measured.aborted);
    const foreseen = await forecast(plan, parts.options, measured.latencyMs);
    if (asJson) return void process.stdout.write(jsonText(planFacts(parts.options, measured, foreseen)));
    const lines = planLines(parts.options, measured, foreseen, settings.readOnlyGate);
    process.stdout.write(`${lines.map((line) => visible(line)).join('\n')}\n`);
  } finally {
    await target.close();
  }
}

function planFacts(
  { baseUrl, projectKey, depth, budgetRequests }: RunOptions,
  measured: Measured,
  foreseen: Forecast,
) {
  return {
    target: { baseUrl, projectKey },
    depth: depth.name,
    budgetRequests,
    sentForThisPlan: measured.reads,
    latencyMs: measured.latencyMs,
    mistakes: measured.mistakes,
    ...foreseen,
  };
}

const mostWanting = 6;

/** The plan in lines for people. */
export function planLines(
  options: RunOptions,
  measured: Measured,
  foreseen: Forecast,
  isGate = false,
): readonly string[] {
  const { rows, requests, longestChain, took, workMs, waits, wanting } = foreseen;
  const isRead = ({ method }: Forecast['rows'][number]): boolean => method === 'GET' || method === 'HEAD';
  const written = rows.filter((row) => !isRead(row));
  const reads = rows.filter(isRead).reduce((sum, row) => sum + row.requests, 0);
  const known = rows.reduce((sum, row) => sum + row.requests, 0);
  const budget = options.budgetRequests;
  return [
    ...measured.mistakes.flatMap((mistake) => [`Fix first: ${mistake}`, '']),
    `Plan for ${options.baseUrl}, project ${options.projectKey}, depth ${options.depth.name}`,
    `Sent for this plan: ${measured.reads} reads of the collection; nothing was written.`,
    '',
    written.length === 0
      ? 'Writes: none'
      : 'Writes (approximate requests; created resources are deleted again):',
    ...written.map((row) => {
      const path = row.path.replace('{projectKey}', options.projectKey);
      return `  ${String(row.requests).padStart(5)}  ${row.section.padEnd(5)} ${row.method.padEnd(6)} ${path}`;
    }),
    `Reads: about ${reads}`,
    ...decidableLine(foreseen, isGate),
    ...(requests > known ? [`Other requests: about ${requests - known}`] : []),
    '',
    `Requests: about ${requests} of a budget of ${budget}${requests >= budget ? '; the least important checks would be left out' : ''}`,
    `Time: about ${Math.max(1, Math.round((took + workMs) / 1_000))} s at the measured latency of ${measured.latencyMs.toFixed(1)} ms`,
    `  (${longestChain} requests one after the other, up to ${options.concurrency} at a time` +
      `${options.maxRps === undefined ? '' : `, at most ${options.maxRps} a second`})`,
    ...waitLines(options, waits),
    'The figures come from a rehearsal against the embedded reference with these',
    'settings; lags and unusual answers add to them, and requests that deviate are',
    'repeated.',
    '',
    ...gateLines(options, foreseen, isGate),
    ...(wanting.length === 0 ? [] : ['', 'Not tested with these settings (clauses, and what enables them):']),
    ...wanting
      .slice(0, mostWanting)
      .map(({ supply, clauses }) => `  ${String(clauses.length).padStart(5)}  ${supply}`),
    ...(wanting.length > mostWanting ? [`         and ${wanting.length - mostWanting} more`] : []),
  ];
}

/** Seconds that a token has to stay valid if a pipeline is to use it. */
const leastLife = 3_600;

function gateLines(
  { tokens, readOnly }: RunOptions,
  { lacking }: Forecast,
  isGate: boolean,
): readonly string[] {
  const now = Date.now() / 1_000;
  const short = tokens.filter(
    ({ claims, expired = false }) => !expired && (claims?.expires ?? Infinity) - now < leastLife,
  );
  const ends =
    readOnly && isGate
      ? 'As a gate: exit code 0 if every clause that reads can decide passes'
      : lacking === 0 && !readOnly
        ? 'As a gate: the rehearsal finds no missing means'
        : `As a gate: exit code 3 (INCOMPLETE) at best; ${counted(lacking, 'MUST clause')} lack what is listed below`;
  return [
    ends,
    ...(lacking === 0 || (readOnly && isGate)
      ? []
      : ['  Supply it, or state in CONFORMANCE_WITHOUT that you leave it out.']),
    ...short.map(
      ({ label }) => `  ${label} expires within an hour: name a CONFORMANCE_TOKENS_COMMAND, which renews it.`,
    ),
  ];
}

function decidableLine({ decidable }: Forecast, isGate: boolean): readonly string[] {
  if (decidable === undefined) return [];
  const end = isGate ? '; the run exits with 0 if all of them pass' : '';
  return [`Decided by reads: up to ${counted(decidable, 'clause')}${end}`];
}

function waitLines({ settle, profile }: RunOptions, waits: readonly Wait[]): readonly string[] {
  const total = waits.reduce((sum, { ms }) => sum + ms, 0);
  const { readAfterWriteMs = settle.readMs, queryLagMs = settle.queryMs } = profile.consistency ?? {};
  return [
    ...(waits.length === 0 ? [] : [`Waits: ${duration(total)} of that (${waitsLine(waits)})`]),
    `  (in addition, if a verdict depends on it: up to ${duration(readAfterWriteMs)} for reads, ${duration(queryLagMs)} for queries)`,
  ];
}
