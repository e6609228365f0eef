import type { Clock } from '../wire/clock.ts';
import type { Outcome, Transport } from '../wire/exchange.ts';
import {
  outcomeOf,
  readingOf,
  tapedRequest,
  type Asked,
  type Completion,
  type Intervention,
  type Said,
} from './events.ts';
import type { TapedEvents } from './tape.ts';

/** A run that is judged again sends another request than the recorded run did. */
export class Diverged extends Error {
  /** The number of the operation, in the order in which the run began operations. */
  readonly n: number;
  readonly taped: Asked | undefined;
  readonly asked: Asked | undefined;

  constructor(n: number, taped: Asked | undefined, asked: Asked | undefined) {
    super(`operation ${n} is not the one on the tape`);
    this.name = 'Diverged';
    this.n = n;
    this.taped = taped;
    this.asked = asked;
  }
}

export interface Played {
  /** The time of day when the run began, in milliseconds since 1970. */
  readonly began: number;
  readonly events: TapedEvents;
  /** The octets that went over the wire, as the last line of the tape has them. */
  readonly bytes: { readonly written: number; readonly read: number };
  /** Called after each event with the number so far; an exception from it ends the playing. */
  readonly spend?: ((events: number) => void) | undefined;
}

/** The world of a tape: it opens no socket, and waits for no clock. */
export interface TapedWorld {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly renewTokens: () => Promise<ReadonlyMap<string, string>>;
  /** Delivers all events as in the recorded run. Throws `Diverged`. */
  play(intervene: (what: Intervention) => void): Promise<void>;
}

/** The world that a tape has recorded; a run in this world receives the recorded events in their order. */
export function worldOf({ began, events, bytes, spend }: Played): TapedWorld {
  const open = new Map<number, { readonly asked: Asked; readonly end: (said: Said) => void }>();
  let begun = 0;
  let now = 0;

  const perform = <T>(asked: Asked, read: (said: Said) => T): Promise<T> => {
    begun += 1;
    const n = begun;
    // An operation that never ended in the recorded run does not end now either.
    return new Promise((resolve) => {
      open.set(n, {
        asked,
        end: (said) => {
          resolve(read(said));
        },
      });
    });
  };
  const complete = ({ n, asked, said }: Completion): void => {
    const one = open.get(n);
    if (one === undefined || JSON.stringify(one.asked) !== JSON.stringify(asked))
      throw new Diverged(n, asked, one?.asked);
    open.delete(n);
    one.end(said);
  };
  const nothing = (): void => undefined;

  return {
    clock: {
      now: () => now,
      date: () => new Date(began + now),
      sleep: (ms) => perform({ op: 'sleep', ms }, nothing),
    },
    transport: {
      send: (request) =>
        perform({ op: 'send', q: tapedRequest(request) }, (said) => outcomeOf(within(said, 'a').a)),
      sendRaw: (request) =>
        perform({ op: 'raw', q: tapedRequest(request) }, (said) => readingOf(within(said, 'a'))),
      sendOnOneConnection: (requests) => perform({ op: 'row', q: requests.map(tapedRequest) }, allIn),
      race: (requests, via) =>
        perform({ op: 'race', via, q: requests.map(tapedRequest) }, (said) => ({
          transport: within(said, 'all').via ?? via,
          outcomes: allIn(said),
        })),
      raceTransports: () => perform({ op: 'transports' }, (said) => within(said, 'transports').transports),
      bytes: () => bytes,
      close: () => perform({ op: 'close' }, nothing),
    },
    renewTokens: () => perform({ op: 'tokens' }, (said) => new Map(within(said, 'tokens').tokens)),
    play: async (intervene) => {
      let played = 0;
      for (const event of events) {
        await turn();
        now = event.at;
        if ('n' in event) complete(event);
        else intervene(event.did);
        played += 1;
        spend?.(played);
      }
      await turn();
    },
  };
}

function allIn(said: Said): readonly Outcome[] {
  return within(said, 'all').all.map(outcomeOf);
}

/** The reply, which must have this form. */
function within<K extends string>(said: Said, member: K): Extract<Said, { readonly [name in K]: unknown }> {
  if (!(member in said)) throw new TypeError(`Expected what was said to have ${member}`);
  return said as Extract<Said, { readonly [name in K]: unknown }>;
}

/** Waits until the work of this turn of the event loop is done. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
