import { BroadcastChannel } from 'node:worker_threads';
import type { Progress } from '../../../clause/progress.ts';

/** How often the run says how far it is, in milliseconds. */
const everyMs = 1_000;

/** Says in the worker how far a run is; returns how to end that. */
export function tellProgress(runId: string, now: () => Progress): () => void {
  const channel = openChannel(runId);
  const timer = setInterval(() => channel.postMessage(now()), everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    channel.close();
  };
}

/** Hears it in the main thread; returns how to end that. */
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
