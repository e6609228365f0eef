import type { Exchange } from '../history/exchange.ts';
import {
  judgeWithControl,
  type Confirmed,
  type DrawnSampling,
  type Sampling,
  type ControlledProbe,
} from './confirm.ts';

/** Judges a server error that depends on one part, between accepted control requests without this part. */
export async function judgeCrash(
  on: DrawnSampling,
  what: string,
  controls: Omit<ControlledProbe, 'deviates'>,
): Promise<Confirmed> {
  return await judgeWithControl(on, {
    ...controls,
    deviates: (one) => one.is('fault'),
    words: { expected: `no server error for ${what}`, deviation: `${what} provoked a server error` },
  });
}

/** If all parts together caused a server error, judges each part; the error may depend on no single part. */
export async function judgeCrashes<Part>(
  on: Sampling,
  all: Exchange,
  parts: readonly Part[],
  judge: (part: Part) => Promise<Confirmed>,
): Promise<void> {
  let isExplained = false;
  for (const part of parts) {
    const { kind } = await judge(part);
    isExplained ||= kind !== 'met' && kind !== 'no-premise' && kind !== 'lost';
  }
  if (all.is('fault') && !isExplained)
    on.undecided('server-error', 'all parts together provoked a server error, but no single part did', {
      exchanges: [all],
    });
}
