import { BroadcastChannel } from 'node:worker_threads';

type Word = 'listening' | 'stop';

/** The main thread's end: signals reach it alone, and the run is in a worker. */
export interface StopSender {
  /** Stops the run, even before it listens. */
  stop(): void;
  close(): void;
}

/** Opens the main thread's end of the channel of one run. */
export function createStopSender(runId: string): StopSender {
  const channel = openChannel(runId);
  let stopped = false;
  listen(channel, (word) => {
    if (word === 'listening' && stopped) say(channel, 'stop');
  });
  return {
    stop: () => {
      stopped = true;
      say(channel, 'stop');
    },
    close: () => channel.close(),
  };
}

/** Listens in the worker; returns a function that ends this. */
export function heedStop(runId: string, stop: () => void): () => void {
  const channel = openChannel(runId);
  listen(channel, (word) => {
    if (word === 'stop') stop();
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
