import { constants } from 'node:os';
import { countLeft, ledgersIn } from './ledgers/found-ledgers.ts';
import { watchStarter } from './starter-watch.ts';
import { createStopSender } from './channels.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Takes over SIGINT, SIGTERM and SIGHUP from vitest, which would exit without a report. The first signal, or
 * the end of the starting process, stops the run, which then cleans up and reports. A second signal names the leftovers
 * and ends the process.
 *
 * @returns a function that gives the signals back
 */
export function takeOverSignals(runId: string, ledgers: string | undefined): () => void {
  const sender = createStopSender(runId);
  let interrupted = false;
  const stop = (why: string): void => {
    interrupted = true;
    say(why);
    sender.stop();
  };
  const onSignal = (signal: (typeof signals)[number]) => {
    if (!interrupted) return stop(`\n${signal}: stopping and cleaning up; repeat to end at once`);
    const own = ledgers === undefined ? [] : ledgersIn(ledgers).filter(({ head }) => head.runId === runId);
    const left = countLeft(own);
    if (left > 0) say(offer('this run', left));
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of signals) {
    process.removeAllListeners(signal);
    process.on(signal, onSignal);
  }
  const unwatch = watchStarter(() => {
    if (!interrupted) stop('the process that started the run is gone: stopping and cleaning up');
  });
  return () => {
    unwatch();
    for (const signal of signals) process.off(signal, onSignal);
    sender.close();
  };
}

/** The resources that ledgers of finished runs name, and how to remove them; undefined if there are none. */
export function offerToClean(ledgers: string): string | undefined {
  const left = countLeft(ledgersIn(ledgers).filter(({ isLiving }) => !isLiving));
  return left === 0 ? undefined : offer('an earlier run', left);
}

function offer(who: string, left: number): string {
  return `${who} left ${left} ${left === 1 ? 'resource' : 'resources'}: ${commandLine('clean')}`;
}

/** A terminal that has hung up receives no more output. */
function say(line: string): void {
  try {
    process.stderr.write(`${line}\n`);
  } catch {
    // The run goes on to its clean-up all the same.
  }
}
