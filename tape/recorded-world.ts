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
import { atLeastTaped, Sequencer, taped } from './sequencer.ts';

/** All inputs that a run gets from outside. */
export interface World {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The time of day when the run begins. */
  readonly began: Date;
  /** Reads again the present tokens, by label. */
  readonly renewTokens?: ((...given: never[]) => Promise<ReadonlyMap<string, string>>) | undefined;
}

/** A world whose events are all recorded. */
export interface RecordedWorld<W extends World> {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly renewTokens: W['renewTokens'];
  /** Does something to the run, in its turn. */
  readonly intervene: (what: Intervention, work: () => void) => void;
}

/** Gets each event before the run learns of it; makes the event only if there is room for it. */
export type WriteEvent = (event: () => TapeEvent) => void;

/** Delivers everything that a run gets from outside in one event per turn, and records each as it comes in. */
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
