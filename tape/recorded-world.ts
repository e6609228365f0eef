import type { Clock } from '../wire/clock.ts';
import type { Outcome, Transport } from '../wire/exchange.ts';
import {
  tapedOutcome,
  tapedReading,
  tapedRequest,
  type Asked,
  type Intervention,
  type Said,
  type TapeEvent,
} from './events.ts';

export interface World {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The time of day when the run begins. */
  readonly began: Date;
  /** Reads again the present tokens, by label. */
  readonly renewTokens?: ((...given: never[]) => Promise<ReadonlyMap<string, string>>) | undefined;
}

export interface RecordedWorld<W extends World> {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly renewTokens: W['renewTokens'];
  /** Performs an action on the run, in its turn. */
  readonly intervene: (what: Intervention, work: () => void) => void;
}

/** Gets each event before the run learns of it; makes the event only if there is room for it. */
export type WriteEvent = (event: () => TapeEvent) => void;

/** Delivers all input of a run in one event per turn, and records each event as it comes in. */
export function recordWorld<W extends World>(world: W, write: WriteEvent): RecordedWorld<W> {
  const { transport, clock, renewTokens } = world;
  const [origin, began] = [clock.now(), world.began.getTime()];
  const sequencer = new Sequencer(() => clock.now() - origin);
  let begun = 0;

  /** One operation; the run learns its result in turn. */
  const perform = <T>(asked: () => Asked, work: () => Promise<T>, say: (value: T) => Said): Promise<T> => {
    begun += 1;
    const n = begun;
    return new Promise((resolve, reject) => {
      const done = (value: T): void => {
        sequencer.admit((at) => {
          write(() => ({ n, at, asked: asked(), said: say(value) }));
          resolve(value);
        });
      };
      // An exception of a transport is a mistake of the suite: it has no place on a tape.
      work().then(done, reject);
    });
  };
  const timed = (outcome: Outcome): Outcome => ({
    ...outcome,
    sentAt: taped(outcome.sentAt - origin),
    answeredAt: taped(outcome.answeredAt - origin),
  });
  const done = (): Said => ({ done: true });

  return {
    clock: {
      now: () => sequencer.now,
      date: () => new Date(began + sequencer.now),
      sleep: (ms) =>
        perform(
          () => ({ op: 'sleep', ms }),
          () => clock.sleep(atLeastTaped(ms)),
          done,
        ),
    },
    transport: {
      send: (request, limits) =>
        perform(
          () => ({ op: 'send', q: tapedRequest(request) }),
          async () => timed(await transport.send(request, limits)),
          (outcome) => ({ a: tapedOutcome(outcome) }),
        ),
      sendRaw: (request, limits) =>
        perform(
          () => ({ op: 'raw', q: tapedRequest(request) }),
          async () => {
            const { outcome, octets } = await transport.sendRaw(request, limits);
            return { outcome: timed(outcome), octets };
          },
          tapedReading,
        ),
      sendOnOneConnection: (requests, limits) =>
        perform(
          () => ({ op: 'row', q: requests.map(tapedRequest) }),
          async () => (await transport.sendOnOneConnection(requests, limits)).map(timed),
          (outcomes) => ({ all: outcomes.map(tapedOutcome) }),
        ),
      race: (requests, via, limits) =>
        perform(
          () => ({ op: 'race', via, q: requests.map(tapedRequest) }),
          async () => {
            const reading = await transport.race(requests, via, limits);
            return { ...reading, outcomes: reading.outcomes.map(timed) };
          },
          (reading) => ({ all: reading.outcomes.map(tapedOutcome), via: reading.transport }),
        ),
      raceTransports: () =>
        perform(
          () => ({ op: 'transports' }),
          () => transport.raceTransports(),
          (transports) => ({ transports }),
        ),
      bytes: () => transport.bytes(),
      close: () =>
        perform(
          () => ({ op: 'close' }),
          () => transport.close(),
          done,
        ),
    },
    renewTokens:
      renewTokens === undefined
        ? undefined
        : (...given: never[]) =>
            perform(
              () => ({ op: 'tokens' }),
              () => renewTokens(...given),
              (tokens) => ({ tokens: [...tokens] }),
            ),
    intervene: (did, work) =>
      sequencer.admit((at) => {
        write(() => ({ at, did }));
        work();
      }),
  };
}

/** Times on a tape have this many digits after the point of a millisecond: verdicts rest on the recorded values. */
const perMillisecond = 1_000;

function taped(milliseconds: number): number {
  return Math.round(milliseconds * perMillisecond) / perMillisecond;
}

/** The clock shows only the taped digits, so a shorter sleep might not change the time. */
function atLeastTaped(milliseconds: number): number {
  return Math.ceil(milliseconds * perMillisecond) / perMillisecond;
}

/**
 * Admits events from outside, one per turn of the event loop. Between two events time stands still: the
 * actions of a run in a turn follow from the events so far, in their order, and from nothing else.
 */
class Sequencer {
  readonly #elapsed: () => number;
  readonly #waiting: (() => void)[] = [];
  #isStepping = false;
  #now = 0;

  /** @param elapsed - milliseconds since the run began, on a clock that never goes back */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  get now(): number {
    return this.#now;
  }

  /** Delivers an event after the earlier events were delivered, and their consequences are done. */
  admit(event: (at: number) => void): void {
    this.#waiting.push(() => {
      this.#now = Math.max(this.#now, taped(this.#elapsed()));
      event(this.#now);
    });
    this.#step();
  }

  #step(): void {
    if (this.#isStepping || this.#waiting.length === 0) return;
    this.#isStepping = true;
    setImmediate(() => {
      this.#isStepping = false;
      this.#waiting.shift()?.();
      this.#step();
    });
  }
}
