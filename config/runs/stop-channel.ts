import { BroadcastChannel } from 'node:worker_threads';
import type { LedgerEntry } from '../../target/resources/ledger.ts';

type Word = 'listening' | 'stop' | 'tell' | { readonly ledger: readonly LedgerEntry[] };

/** The main thread's end: signals reach it alone, and the run is in a worker. */
export interface StopSender {
  /** Stops the run, also one that has not begun to listen yet. */
  stop(): void;
  /** What the run has made and not yet removed; undefined if it does not answer in time. */
  ledger(timeoutMs: number): Promise<readonly LedgerEntry[] | undefined>;
  close(): void;
}

/** Opens the main thread's end of the channel of one run. */
export function createStopSender(runId: string): StopSender {
  const channel = openChannel(runId);
  let stopped = false;
  let hear: (entries: readonly LedgerEntry[]) => void = () => undefined;
  listen(channel, (word) => {
    if (word === 'listening' && stopped) say(channel, 'stop');
    if (typeof word === 'object') hear(word.ledger);
  });
  return {
    stop: () => {
      stopped = true;
      say(channel, 'stop');
    },
    ledger: (timeoutMs) =>
      new Promise((resolve) => {
        hear = resolve;
        setTimeout(() => resolve(undefined), timeoutMs);
        say(channel, 'tell');
      }),
    close: () => channel.close(),
  };
}

/** Listens in the worker; returns how to end that. */
export function heedStop(
  runId: string,
  run: { readonly stop: () => void; readonly ledger: () => readonly LedgerEntry[] },
): () => void {
  const channel = openChannel(runId);
  listen(channel, (word) => {
    if (word === 'stop') run.stop();
    if (word === 'tell') say(channel, { ledger: run.ledger() });
  });
  say(channel, 'listening');
  return () => channel.close();
}

function openChannel(runId: string): BroadcastChannel {
  const channel = new BroadcastChannel(`conformance ${runId}`);
  channel.unref();
  return channel;
}

function say(channel: BroadcastChannel, word: Word): void {
  channel.postMessage(word);
}

function listen(channel: BroadcastChannel, hear: (word: Word) => void): void {
  channel.onmessage = (message: unknown) => hear((message as { readonly data: Word }).data);
}
