import { BroadcastChannel } from 'node:worker_threads';
import type { Progress } from '../../../clause/progress.ts';

/** The interval between two reports of progress, in milliseconds. */
const everyMs = 1_000;

/** Reports in the worker the progress of a run; returns a function that ends this. */
export function tellProgress(runId: string, now: () => Progress): () => void {
  const channel = openChannel(runId);
  const timer = setInterval(() => channel.postMessage(now()), everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    channel.close();
  };
}

/** Receives the progress in the main thread; returns a function that ends this. */
export function hearProgress(runId: string, hear: (progress: Progress) => void): () => void {
  const channel = openChannel(runId);
  channel.onmessage = (message: unknown) => hear((message as { readonly data: Progress }).data);
  return () => channel.close();
}

function openChannel(runId: string): BroadcastChannel {
  const channel = new BroadcastChannel(`conformance progress ${runId}`);
  channel.unref();
  return channel;
}
