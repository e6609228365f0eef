import { BroadcastChannel } from 'node:worker_threads';
import type { Wait } from '../../../clause/report.ts';

/** Nothing where the wait is over: an `undefined` would arrive as null. */
interface Word {
  readonly wait?: Wait;
}

/** How often the run says what it waits for, in milliseconds. */
const everyMs = 1_000;

/** Says in the worker, while a run is silent, what it waits for; returns how to end that. */
export function tellWaits(runId: string, waiting: () => Wait | undefined): () => void {
  const channel = openChannel(runId);
  let wasSilent = false;
  const timer = setInterval(() => {
    const wait = waiting();
    const isSilent = wait !== undefined && wait.ms >= everyMs;
    if (isSilent || wasSilent) channel.postMessage((isSilent ? { wait } : {}) satisfies Word);
    wasSilent = isSilent;
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    channel.close();
  };
}

/** Hears it in the main thread, undefined when the wait is over; returns how to end that. */
export function hearWaits(runId: string, hear: (wait: Wait | undefined) => void): () => void {
  const channel = openChannel(runId);
  channel.onmessage = (message: unknown) => hear((message as { readonly data: Word }).data.wait);
  return () => channel.close();
}

function openChannel(runId: string): BroadcastChannel {
  const channel = new BroadcastChannel(`conformance waits ${runId}`);
  channel.unref();
  return channel;
}
