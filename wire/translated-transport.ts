import type { Outcome, Request, Transport } from './exchange.ts';

/** The translations of a transport: for requests, for answers, and for the octets after a header section. */
export interface Translation {
  readonly out: (request: Request) => Request;
  readonly back: (outcome: Outcome) => Outcome;
  readonly octetsBack: (octets: Uint8Array) => Uint8Array;
}

/** A transport that translates each request before it is sent, and each answer before it is handed on. */
export function translatedTransport(transport: Transport, { out, back, octetsBack }: Translation): Transport {
  return {
    send: async (request, limits) => back(await transport.send(out(request), limits)),
    sendRaw: async (request, limits) => {
      const { outcome, octets } = await transport.sendRaw(out(request), limits);
      return { outcome: back(outcome), octets: octetsBack(octets) };
    },
    sendOnOneConnection: async (requests, limits) =>
      (await transport.sendOnOneConnection(requests.map(out), limits)).map(back),
    race: async (requests, via, limits) => {
      const reading = await transport.race(requests.map(out), via, limits);
      return { ...reading, outcomes: reading.outcomes.map(back) };
    },
    raceTransports: () => transport.raceTransports(),
    bytes: () => transport.bytes(),
    close: () => transport.close(),
  };
}
