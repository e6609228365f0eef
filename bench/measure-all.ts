import { referenceWith } from '../faults/catalogue.ts';
import { insteadOfSuccess } from '../faults/rewrite.ts';
import { createReference, type Reference } from '../reference/create.ts';
import { measureHistoryGrowth } from './history-growth.ts';
import { runSuite, runTrivialFile, whileServed, type TimedRun } from './timed-run.ts';

/** The wait of the late sweep, which is evidence and no cost of ours, in milliseconds. */
const lateSweepMs = 2_000;
const latencyMs = 50;

/** Servers on which what depends on state deviates everywhere. */
const deviating: readonly (readonly [label: string, reference: () => Reference])[] = [
  ['HEAD always 404', () => referenceWith({ faults: ['head-answers-404-on-a-match'] })],
  ['never readable by id', () => createReference({ wraps: [insteadOfSuccess(['4.2'], 404)] })],
  ['updates always 409', () => referenceWith({ faults: ['matching-version-conflicts'] })],
];

/** Measures everything in one go, side by side, and prints it as ratios. Asserts nothing. */
export async function measureAll(): Promise<void> {
  say('Each pair of figures is taken in turns on this machine; the ratios are what compares.\n');
  const { trivial, startUp } = await measureEmbedded();
  await measureLatency(startUp);
  await measureDeviating(trivial);
  say('\nThe checker of histories, one legal history of each size:');
  for (const { operations, ms } of measureHistoryGrowth()) {
    const each = `${((ms / operations) * 1e3).toFixed(2)} µs an operation`;
    row(`${operations.toLocaleString('en')} operations`, seconds(ms), each);
  }
}

async function measureEmbedded(): Promise<{ readonly trivial: number; readonly startUp: number }> {
  const [trivials, empties, fulls]: [TimedRun[], TimedRun[], TimedRun[]] = [[], [], []];
  // The first round warms the file system's cache and does not count.
  for (let round = 0; round < 4; round += 1) {
    const runs = [
      await runTrivialFile(),
      await runSuite({}, ['-t', 'no clause has this name']),
      await runSuite(),
    ];
    if (round > 0)
      for (const [at, list] of [trivials, empties, fulls].entries()) list.push(...runs.slice(at, at + 1));
  }
  const trivial = median(trivials.map(({ ms }) => ms));
  const startUp = median(empties.map(({ ms }) => ms));
  const full = median(fulls.map(({ ms }) => ms)) - lateSweepMs;
  const last = fulls.at(-1)?.report;
  say('Against the embedded reference, medians of 3:');
  row('vitest, one trivial file', seconds(trivial));
  row('the suite, nothing selected', seconds(startUp), ratio(startUp, trivial));
  row('the suite, all of it, less the late sweep', seconds(full), ratio(full, trivial));
  row(
    'requests; longest chain',
    `${last?.run.requests ?? '?'}; ${last?.run.longestChain ?? '?'}`,
    last?.verdict,
  );
  return { trivial, startUp };
}

async function measureLatency(startUp: number): Promise<void> {
  const { ms, report } = await whileServed(createReference(), latencyMs, (env) => runSuite(env));
  if (report === undefined) return row('with latency', 'no report');
  const { requests, longestChain, concurrency } = report.run;
  const rounds = Math.max(longestChain, requests / concurrency);
  const wall = ms - lateSweepMs;
  const bound = rounds * latencyMs + startUp;
  say(`\nWith ${latencyMs} ms of latency:`);
  row('requests; longest chain', `${requests}; ${longestChain}`, report.verdict);
  row('max(longest chain, requests ÷ concurrency)', rounds.toFixed(0));
  row('that × latency + start-up', seconds(bound));
  row('wall, less the late sweep', seconds(wall), ratio(wall, bound));
}

async function measureDeviating(trivial: number): Promise<void> {
  say('\nServers that deviate wherever state matters, the late sweep included:');
  for (const [label, reference] of deviating) {
    const { ms, report } = await whileServed(reference(), 0, (env) => runSuite(env));
    const failed = report?.clauses.filter(({ verdict }) => verdict === 'fail').length;
    row(
      label,
      seconds(ms),
      `${ratio(ms, trivial)}, ${report?.verdict ?? 'no report'}, ${failed ?? 0} failed`,
    );
  }
}

function row(label: string, value: string, remark = ''): void {
  say(`  ${label.padEnd(44)} ${value.padStart(12)}   ${remark}`.trimEnd());
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

function ratio(one: number, other: number): string {
  return `${(one / other).toFixed(2)} ×`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
