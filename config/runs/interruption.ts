import { mkdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createStopSender } from './stop-channel.ts';

/** How long a run may take to tell what it has made, once it is to end at once. */
const patienceMs = 300;

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Takes over SIGINT and SIGTERM from vitest, which would exit without a report. The first signal stops the run, which
 * then cleans up and is reported; a second one writes down what is left behind and ends the process.
 *
 * @returns how to give the signals back
 */
export function takeOverSignals(runId: string, reportDir: string): () => void {
  const sender = createStopSender(runId);
  let interrupted = false;
  const onSignal = (signal: (typeof signals)[number]) => {
    if (!interrupted) {
      interrupted = true;
      process.stderr.write(`\n${signal}: stopping and cleaning up; once more to end at once\n`);
      sender.stop();
      return;
    }
    void sender.ledger(patienceMs).then((left) => {
      mkdirSync(reportDir, { recursive: true });
      writeFileSync(join(reportDir, 'ledger.json'), `${JSON.stringify({ left: left ?? null }, null, 2)}\n`);
      process.exit(128 + constants.signals[signal]);
    });
  };
  for (const signal of signals) {
    process.removeAllListeners(signal);
    process.on(signal, onSignal);
  }
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
    sender.close();
  };
}
