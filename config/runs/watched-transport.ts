import type { Outcome, Request, Transport } from '../../wire/exchange.ts';

/** One request with the outcome of it. */
export interface Passed {
  readonly request: Request;
  readonly outcome: Outcome;
}

/** A transport that reports every exchange at its end, for each way of sending. */
export function watchedTransport(inner: Transport, tell: (passed: Passed) => void): Transport {
  const tellAll = (requests: readonly Request[], outcomes: readonly Outcome[]): void =>
    requests.forEach((request, at) => {
      const outcome = outcomes[at];
      if (outcome !== undefined) tell({ request, outcome });
    });
  return {
    send: async (request, limits) => {
      const outcome = await inner.send(request, limits);
      tell({ request, outcome });
      return outcome;
    },
    sendRaw: async (request, limits) => {
      const reading = await inner.sendRaw(request, limits);
      tell({ request, outcome: reading.outcome });
      return reading;
    },
    sendOnOneConnection: async (requests, limits) => {
      const outcomes = await inner.sendOnOneConnection(requests, limits);
      tellAll(requests, outcomes);
      return outcomes;
    },
    race: async (requests, transport, limits) => {
      const reading = await inner.race(requests, transport, limits);
      tellAll(requests, reading.outcomes);
      return reading;
    },
    raceTransports: () => inner.raceTransports(),
    bytes: () => inner.bytes(),
    close: () => inner.close(),
  };
}
