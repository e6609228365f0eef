import { BroadcastChannel } from 'node:worker_threads';
import type { Progress } from '../../clause/progress.ts';

type Word = 'listening' | 'stop';

/** The end of the main thread: only this thread gets signals, and the run is in a worker. Stops the run even before it listens. */
export function createStopSender(runId: string): { readonly stop: () => void; readonly close: () => void } {
  let stopped = false;
  const channel = openChannel<Word>(runId, (word) => {
    if (word === 'listening' && stopped) channel.postMessage('stop');
  });
  return {
    stop: () => {
      stopped = true;
      channel.postMessage('stop');
    },
    close: () => channel.close(),
  };
}

/** Listens in the worker; returns a function that ends the listening. */
export function heedStop(runId: string, stop: () => void): () => void {
  const channel = openChannel<Word>(runId, (word) => {
    if (word === 'stop') stop();
  });
  channel.postMessage('listening');
  return () => channel.close();
}

const everyMs = 1_000;

/** Reports the progress of a run from the worker; returns a function that ends the reports. */
export function tellProgress(runId: string, now: () => Progress): () => void {
  const channel = openChannel(`progress ${runId}`);
  const timer = setInterval(() => channel.postMessage(now()), everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    channel.close();
  };
}

/** Receives the progress in the main thread; returns a function that ends the reception. */
export function hearProgress(runId: string, hear: (progress: Progress) => void): () => void {
  const channel = openChannel(`progress ${runId}`, hear);
  return () => channel.close();
}

function openChannel<T>(name: string, hear?: (message: T) => void): BroadcastChannel {
  const channel = new BroadcastChannel(`conformance ${name}`);
  channel.unref();
  if (hear !== undefined)
    channel.onmessage = (message: unknown) => hear((message as { readonly data: T }).data);
  return channel;
}
