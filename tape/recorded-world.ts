import type { Clock } from '../wire/clock.ts';
import type { Transport } from '../wire/exchange.ts';
import {
  tapedOutcome,
  tapedReading,
  tapedRequest,
  type Asked,
  type Completion,
  type Intervention,
  type Said,
  type TapeEvent,
} from './events.ts';
import { allIn, oneIn, raceIn, readingIn, tokensIn, transportsIn } from './said.ts';
import { Sequencer, taped } from './sequencer.ts';

/** All that a run gets from outside itself. */
export interface World {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The time of day when the run begins. */
  readonly began: Date;
  /** Reads again what tokens are now, by label. */
  readonly renewTokens?: ((...given: never[]) => Promise<ReadonlyMap<string, string>>) | undefined;
}

/** A world of which everything is written down. */
export interface RecordedWorld<W extends World> {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly renewTokens: W['renewTokens'];
  /** Does something to the run, in its turn. */
  readonly intervene: (what: Intervention, work: () => void) => void;
}

/**
 * Has all that a run gets from outside come in one event per turn, and each written down as it comes in.
 *
 * @param write - is handed each event before the run learns of it
 */
export function recordWorld<W extends World>(world: W, write: (event: TapeEvent) => void): RecordedWorld<W> {
  const { transport, clock, renewTokens } = world;
  const [origin, began] = [clock.now(), world.began.getTime()];
  const sequencer = new Sequencer(() => clock.now() - origin);
  const moment = (at: number): number => taped(at - origin);
  let begun = 0;

  /** One operation: the run learns what came of it as the tape has it. */
  const perform = <T>(asked: Asked, work: () => Promise<Said>, read: (said: Said) => T): Promise<T> => {
    begun += 1;
    const n = begun;
    return new Promise((resolve, reject) => {
      const done = (said: Said): void => {
        sequencer.admit((at) => {
          const event: Completion = { n, at, asked, said };
          write(event);
          resolve(read(said));
        });
      };
      // What a transport throws is a mistake of the suite's: it has no place on a tape.
      work().then(done, reject);
    });
  };

  return {
    clock: {
      now: () => sequencer.now,
      date: () => new Date(began + sequencer.now),
      sleep: (ms) =>
        perform(
          { op: 'sleep', ms },
          async () => (await clock.sleep(ms), { done: true }),
          () => undefined,
        ),
    },
    transport: {
      send: (request, limits) =>
        perform(
          { op: 'send', q: tapedRequest(request) },
          async () => ({ a: tapedOutcome(await transport.send(request, limits), moment) }),
          oneIn,
        ),
      sendRaw: (request, limits) =>
        perform(
          { op: 'raw', q: tapedRequest(request) },
          async () => tapedReading(await transport.sendRaw(request, limits), moment),
          readingIn,
        ),
      sendOnOneConnection: (requests, limits) =>
        perform(
          { op: 'row', q: requests.map(tapedRequest) },
          async () => {
            const outcomes = await transport.sendOnOneConnection(requests, limits);
            return { all: outcomes.map((one) => tapedOutcome(one, moment)) };
          },
          allIn,
        ),
      race: (requests, via, limits) =>
        perform(
          { op: 'race', via, q: requests.map(tapedRequest) },
          async () => {
            const reading = await transport.race(requests, via, limits);
            return { all: reading.outcomes.map((one) => tapedOutcome(one, moment)), via: reading.transport };
          },
          raceIn(via),
        ),
      raceTransports: () =>
        perform(
          { op: 'transports' },
          async () => ({ transports: await transport.raceTransports() }),
          transportsIn,
        ),
      bytes: () => transport.bytes(),
      close: () =>
        perform(
          { op: 'close' },
          async () => (await transport.close(), { done: true }),
          () => undefined,
        ),
    },
    renewTokens:
      renewTokens === undefined
        ? undefined
        : (...given: never[]) =>
            perform({ op: 'tokens' }, async () => ({ tokens: [...(await renewTokens(...given))] }), tokensIn),
    intervene: (did, work) =>
      sequencer.admit((at) => {
        write({ at, did });
        work();
      }),
  };
}
