import { referenceWith } from '../faults/catalogue.ts';
import { insteadOfSuccess } from '../faults/rewrite.ts';
import { createReference, type Reference } from '../reference/create.ts';
import { measureHistoryGrowth } from './history-growth.ts';
import { measureFaults, measureHabits, type HabitRun } from './measure-habits.ts';
import { measureMemory } from './measure-memory.ts';
import { measureRenderings } from './measure-renderings.ts';
import { runSuite, runTrivialFile, whileServed, type TimedRun } from './timed-run.ts';

/**
 * The directed checks of the five endpoints that all others need (4.2, 4.5, 4.6, 4.10, 4.11), without generated
 * evidence and races.
 */
const spine = String.raw`^4\.(2|5|6|10|11)/(?!one-winner$)\S+$`;

/** How long the late sweep waits, in milliseconds: the wait is evidence, and no cost of the suite. */
const lateSweepMs = 2_000;
const latencyMs = 50;

/** Servers that deviate in every check for which state matters. */
const deviating: readonly (readonly [label: string, reference: () => Reference])[] = [
  ['HEAD always 404', () => referenceWith({ faults: ['head-answers-404-on-a-match'] })],
  ['never readable by id', () => createReference({ wraps: [insteadOfSuccess(['4.2'], 404)] })],
  ['updates always 409', () => referenceWith({ faults: ['matching-version-conflicts'] })],
];

/** Measures everything in one go, side by side, and prints the results as ratios. Asserts nothing. */
export async function measureAll(): Promise<void> {
  say('Each pair of figures is taken in turns on this machine; the ratios are what compares.\n');
  const { trivial, startUp } = await measureEmbedded();
  await measureLatency(startUp);
  await measureDeviating(trivial);
  await measureHonest();
  await measurePeaks();
  say('\nThe checker of histories, one legal history of each size:');
  for (const { operations, ms } of measureHistoryGrowth()) {
    const each = `${((ms / operations) * 1e3).toFixed(2)} µs an operation`;
    row(`${operations.toLocaleString('en')} operations`, seconds(ms), each);
  }
}

async function measureEmbedded(): Promise<{ readonly trivial: number; readonly startUp: number }> {
  const [trivials, empties, spines, fulls]: [TimedRun[], TimedRun[], TimedRun[], TimedRun[]] = [
    [],
    [],
    [],
    [],
  ];
  // The first round warms the file system's cache and does not count.
  for (let round = 0; round < 4; round += 1) {
    const runs = [
      await runTrivialFile(),
      await runSuite({}, ['-t', 'no clause has this name']),
      await runSuite({}, ['-t', spine]),
      await runSuite(),
    ];
    if (round > 0)
      for (const [at, list] of [trivials, empties, spines, fulls].entries())
        list.push(...runs.slice(at, at + 1));
  }
  const trivial = median(trivials.map(({ ms }) => ms));
  const startUp = median(empties.map(({ ms }) => ms));
  const spineMs = median(spines.map(({ ms }) => ms)) - lateSweepMs;
  const full = median(fulls.map(({ ms }) => ms)) - lateSweepMs;
  say('Against the embedded reference, medians of 3:');
  row('vitest, one trivial file', seconds(trivial));
  row('the suite, nothing selected', seconds(startUp), ratio(startUp, trivial));
  row('its spine, less the late sweep', seconds(spineMs), ratio(spineMs, trivial));
  rowOfRequests(spines.at(-1));
  row('the suite, all of it, less the late sweep', seconds(full), ratio(full, trivial));
  rowOfRequests(fulls.at(-1));
  rowOfRenderings('all renderings of its report', fulls.at(-1));
  return { trivial, startUp };
}

async function measureLatency(startUp: number): Promise<void> {
  say(`\nWith ${latencyMs} ms of latency:`);
  for (const [label, flags] of [
    ['its spine', ['-t', spine]],
    ['all of it', []],
  ] as const) {
    const run = await whileServed(createReference(), latencyMs, (env) => runSuite(env, flags));
    if (run.report === undefined) {
      row(label, 'no report');
      continue;
    }
    const { requests, longestChain, concurrency } = run.report.run;
    const rounds = Math.max(longestChain, requests / concurrency);
    const wall = run.ms - lateSweepMs;
    const bound = rounds * latencyMs + startUp;
    say(`  ${label}:`);
    rowOfRequests(run);
    row('max(longest chain, requests ÷ concurrency)', rounds.toFixed(0));
    row('that × latency + start-up', seconds(bound));
    row('wall, less the late sweep', seconds(wall), ratio(wall, bound));
  }
}

async function measureDeviating(trivial: number): Promise<void> {
  say('\nServers that deviate wherever state matters, the late sweep included:');
  for (const [label, reference] of deviating) {
    const run = await whileServed(reference(), 0, (env) => runSuite(env));
    const { ms, report } = run;
    const failed = report?.clauses.filter(({ verdict }) => verdict === 'fail').length;
    row(
      label,
      seconds(ms),
      `${ratio(ms, trivial)}, ${report?.verdict ?? 'no report'}, ${failed ?? 0} failed`,
    );
    rowOfRenderings('  all renderings of its report', run);
  }
}

/** How long the suite waits on honest servers with other habits, and on servers with one fault. */
export async function measureHonest(): Promise<void> {
  say(
    '\nHonest servers with other habits: wall, and how much of it was busy or silent; × the reference’s wall:',
  );
  let reference: HabitRun | undefined;
  const tell = (run: HabitRun): void => {
    reference ??= run;
    row(
      run.label,
      seconds(run.wallMs),
      `${seconds(run.busyMs)} busy, ${seconds(run.silentMs)} silent, ${ratio(run.wallMs, reference.wallMs)}, ` +
        `${run.verdict}${run.why === undefined ? '' : `; waits for ${run.why}`}`,
    );
  };
  const runs = await measureHabits(tell);
  const quick = runs.filter(({ why }) => why === undefined);
  row(
    'the slowest on which no verdict hinges on a wait',
    seconds(Math.max(...quick.map(({ wallMs }) => wallMs))),
  );
  say('\nServers with one fault each, a sample of the catalogue:');
  const broken = (await measureFaults(tell)).map(({ wallMs }) => wallMs);
  const honest = reference?.wallMs ?? NaN;
  row('median', seconds(median(broken)), `${ratio(median(broken), honest)} the honest one’s`);
  row(
    'worst',
    seconds(Math.max(...broken)),
    `${seconds(Math.max(...broken) - honest)} more than the honest one`,
  );
}

/** How long all renderings of a run take, beside the run itself. */
function rowOfRenderings(label: string, run: TimedRun | undefined): void {
  if (run?.report === undefined) return;
  const { firstMs, medianMs } = measureRenderings(run.report);
  const share = `${((firstMs / run.report.run.durationMs) * 100).toFixed(1)} % of the run`;
  row(label, seconds(firstMs), `${share} at the first time, then ${seconds(medianMs)}`);
}

/** The most resident memory of a run. */
export async function measurePeaks(): Promise<void> {
  say('\nThe most that a run has resident, all its processes together, by what it is answered:');
  await measureMemory(row);
}

function rowOfRequests(last: TimedRun | undefined): void {
  const { requests, longestChain } = last?.report?.run ?? {};
  row('requests; longest chain', `${requests ?? '?'}; ${longestChain ?? '?'}`, last?.report?.verdict);
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
