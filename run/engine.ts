import { runMark } from '../clause/mark.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { compileSchemas } from '../schemas/compile.ts';
import type { Clock } from '../wire/clock.ts';
import type { Transport } from '../wire/exchange.ts';
import type { Redact, Secret } from '../wire/redaction.ts';
import { PresenceBook } from './books/presence.ts';
import { Recorder } from './books/recorder.ts';
import { DisturbanceBook } from './books/disturbances.ts';
import { WriteBook } from './books/writes.ts';
import { createCallers, type Callers } from './caller.ts';
import { createContext, type InContext } from './evidence/context.ts';
import { createEvidence, type ToEvidence } from './evidence/evidence.ts';
import { Governor } from './session/governor.ts';
import { Memo } from './memo.ts';
import type { Exchange } from './exchange.ts';
import type { RunOptions, SuppliedToken } from './options.ts';
import { clauseSeed, createRandom } from './random.ts';
import { createRunClock, type RunClock } from './run-clock.ts';
import { Schedule } from './schedule.ts';
import { Session } from './session/session.ts';
import { TokenMonitor } from './session/token-monitor.ts';

/** What every run stands on, before anything is known of the target. */
export interface Engine {
  readonly options: RunOptions;
  /** Waits on it end when the run is stopped. */
  readonly clock: RunClock;
  readonly governor: Governor;
  readonly callers: Callers;
  readonly session: Session;
  /** Which tokens have come to their end. */
  readonly tokenMonitor: TokenMonitor;
  /** What the network, limits and others did to the run. */
  readonly weather: DisturbanceBook;
  /** Which resources are gone without a delete of the run. */
  readonly presence: PresenceBook;
  readonly schedule: Schedule;
  readonly recorder: Recorder;
  /** Enters an exchange into all books. */
  readonly record: (exchange: Exchange) => void;
  readonly memo: Memo;
  /** An exchange as it may be shown. */
  readonly evidence: ToEvidence;
  /** A finding with what came before it. */
  readonly inContext: InContext;
  /** A word that occurs nowhere else, and holds the run's mark. */
  readonly word: () => string;
  /** Closes the connections. */
  readonly close: () => Promise<void>;
  /** Octets that went over the wire. */
  readonly bytes: Transport['bytes'];
}

/** What an engine is made from. */
export interface EngineParts {
  readonly options: RunOptions;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly redact: Redact;
  /** Has a further secret hidden, before it is sent. */
  readonly hide?: (secret: Secret) => void;
  /** Reads again where tokens come from; undefined where they come from nowhere that changes. */
  readonly renewTokens?: RenewTokens;
}

/** Reads again where tokens come from: what each supplied token is now. Never throws. */
export type RenewTokens = (current: readonly SuppliedToken[]) => Promise<ReadonlyMap<string, string>>;

/** @param isOverload - whether 503 at an endpoint speaks of load */
export function createEngine(
  { options, transport, clock: time, redact, hide, renewTokens }: EngineParts,
  isOverload: (name: EndpointName) => boolean,
): Engine {
  const random = createRandom(clauseSeed(options.seed, 'run'));
  // Of their own: what is drawn elsewhere does not depend on how long tokens are, nor how often one is altered.
  const callers = createCallers(options.tokens, createRandom(clauseSeed(options.seed, 'callers')), hide);
  const evidence = createEvidence(options, redact);
  const governor = new Governor(time, options);
  const schemas = compileSchemas({ int32Signed: options.profile.int32?.signed });
  const mark = runMark(options.runId);
  const recorder = new Recorder({ schemas, projectKey: options.projectKey, mark, evidence });
  const presence = new PresenceBook(options.projectKey);
  const writes = new WriteBook(options.profile);
  const weather = new DisturbanceBook(time, governor.timeline, () => governor.learnt);
  const tokenMonitor = new TokenMonitor({
    clock: time,
    answers: recorder.answers,
    send: (name, ask) => session.sendUnlooked(name, ask),
    projectKey: options.projectKey,
    sleep: (milliseconds, what) => governor.sleep(milliseconds, what),
    ...(renewTokens === undefined
      ? {}
      : {
          renew: async () => {
            const { all } = callers;
            const supplied = all.flatMap((one) =>
              one.supplied === undefined ? [] : [{ ...one.supplied, token: one.token ?? '' }],
            );
            const renewed = await renewTokens(supplied);
            for (const one of all) callers.renew(one, renewed.get(one.label) ?? one.token ?? '');
          },
        }),
    changed: (caller, state) => {
      if (state === 'over') callers.withdraw(caller, tokenMonitor.sentence(caller));
      else callers.readmit(caller);
    },
  });
  const record = (exchange: Exchange): void => {
    recorder.record(exchange);
    presence.note(exchange);
    writes.note(exchange);
  };
  const session: Session = new Session({
    tokenMonitor,
    options,
    clock: time,
    governor,
    transport,
    record,
    weather,
    passing: recorder.passing,
    pages: recorder.pages,
    isOverload,
  });
  let words = 0;
  return {
    options,
    clock: createRunClock(time, governor),
    governor,
    callers,
    session,
    tokenMonitor,
    weather,
    presence,
    schedule: new Schedule(
      () => session.longestChain,
      (phase) => governor.timeline.open(phase),
    ),
    recorder,
    record,
    memo: new Memo(),
    evidence,
    inContext: createContext(writes, evidence),
    word: () => {
      words += 1;
      // All of one length, so that none is part of another; they differ from the first signs on.
      return `${random.word(2)}${words.toString(36).padStart(3, '0')}${mark}`;
    },
    close: () => transport.close(),
    bytes: () => transport.bytes(),
  };
}
