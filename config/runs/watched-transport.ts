import type { Outcome, Request, Transport } from '../../wire/exchange.ts';

export interface Passed {
  /** The part of the run in which the request began. */
  readonly part: string;
  readonly request: Request;
  readonly outcome: Outcome;
  /** The special way of sending, if any: `race of 8`, `one connection`. */
  readonly manner?: string;
}

/** A transport that reports every exchange at its end, whichever way it was sent. */
export function watchedTransport(
  inner: Transport,
  tell: (passed: Passed) => void,
  partNow = (): string => '',
): Transport {
  const teller = (requests: readonly Request[]) => {
    const part = partNow();
    return (outcomes: readonly Outcome[], manner: string): void =>
      requests.forEach((request, at) => {
        const outcome = outcomes[at];
        if (outcome !== undefined) tell({ part, request, outcome, manner });
      });
  };
  return {
    ...inner,
    send: async (request, limits) => {
      const part = partNow();
      const outcome = await inner.send(request, limits);
      tell({ part, request, outcome });
      return outcome;
    },
    sendRaw: async (request, limits) => {
      const tellOf = teller([request]);
      const reading = await inner.sendRaw(request, limits);
      tellOf([reading.outcome], `${reading.octets.length} octets after the header section`);
      return reading;
    },
    sendOnOneConnection: async (requests, limits) => {
      const tellOf = teller(requests);
      const outcomes = await inner.sendOnOneConnection(requests, limits);
      tellOf(outcomes, 'one connection');
      return outcomes;
    },
    race: async (requests, transport, limits) => {
      const tellOf = teller(requests);
      const reading = await inner.race(requests, transport, limits);
      tellOf(reading.outcomes, `race of ${requests.length}`);
      return reading;
    },
  };
}
