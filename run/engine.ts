import { runMark } from '../clause/mark.ts';
import type { Phase } from '../clause/clause.ts';
import type { Profile } from '../clause/profile.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { compileSchemas } from '../schemas/compile.ts';
import type { Clock } from '../wire/clock.ts';
import type { Transport } from '../wire/exchange.ts';
import type { Redact, Secret } from '../wire/redaction.ts';
import { History } from '../history/history.ts';
import { World } from '../world/world.ts';
import { createCallers, type Callers } from './callers.ts';
import { createContext, type InContext } from './evidence/context.ts';
import type { ToEvidence } from '../world/shapes/recorded.ts';
import { createEvidence } from './evidence/evidence.ts';
import { Governor } from './session/governor.ts';
import { Memo } from './memo.ts';
import type { RunOptions } from './options.ts';
import type { SuppliedToken } from '../history/caller.ts';
import { clauseSeed, createRandom } from './random.ts';
import { createRunClock, type RunClock } from './run-clock.ts';
import { Schedule } from './schedule.ts';
import { Session } from './session/session.ts';
import { Ban } from './session/ban.ts';
import { TokenMonitor } from './session/token-monitor.ts';

/** The parts that every run needs before anything is known about the target. */
export interface Engine {
  readonly options: RunOptions;
  /** Waits on this clock end when the run is stopped. */
  readonly clock: RunClock;
  readonly governor: Governor;
  readonly callers: Callers;
  readonly session: Session;
  /** The expired tokens. */
  readonly tokenMonitor: TokenMonitor;
  readonly ban: Pick<Ban, 'told'>;
  /** When the run was made, by its clock, and when each phase was opened. */
  readonly startedAt: number;
  readonly opened: ReadonlyMap<Phase, number>;
  readonly schedule: Schedule;
  readonly history: History;
  readonly world: World;
  readonly memo: Memo;
  /** Makes an exchange into evidence that may be shown. */
  readonly evidence: ToEvidence;
  /** Adds to a finding the writes before it. */
  readonly inContext: InContext;
  /** A unique word that contains the mark of the run. */
  readonly word: () => string;
  readonly close: () => Promise<void>;
  readonly bytes: Transport['bytes'];
}

/** The inputs of an engine. */
export interface EngineParts {
  readonly options: RunOptions;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly redact: Redact;
  /** Hides a further secret, before it is sent. */
  readonly hide?: (secret: Secret) => void;
  /** Reads the sources of tokens again; undefined if the sources cannot change. */
  readonly renewTokens?: RenewTokens;
}

/** Reads the sources of tokens again: the current value of each supplied token. Never throws. */
export type RenewTokens = (current: readonly SuppliedToken[]) => Promise<ReadonlyMap<string, string>>;

/** @param isOverload - whether 503 at an endpoint means overload */
export function createEngine(
  { options, transport, clock: time, redact, hide, renewTokens }: EngineParts,
  isOverload: (name: EndpointName) => boolean,
): Engine {
  const random = createRandom(clauseSeed(options.seed, 'run'));
  // Separate draws: other draws then depend neither on the length of tokens nor on the number of altered tokens.
  const callers = createCallers(options.tokens, createRandom(clauseSeed(options.seed, 'callers')), hide);
  const evidence = createEvidence(options, redact);
  const governor = new Governor(time, options);
  const schemas = compileSchemas({ int32Signed: options.profile.int32?.signed });
  const mark = runMark(options.runId);
  const history = new History({
    projectKey: options.projectKey,
    mark,
    namedAt: placesOf(options.profile),
    queryLagMs: options.profile.consistency?.queryLagMs ?? options.settle.queryMs,
  });
  const world = new World({ history, profile: options.profile, schemas, evidence });
  const opened = new Map<Phase, number>();
  const ban = new Ban({
    clock: time,
    sleep: (ms, what) => governor.sleep(ms, what),
    isStopped: () => governor.stopped,
  });
  const tokenMonitor = new TokenMonitor({
    outwaitBan: (look, how) => ban.outwait(look, how),
    clock: time,
    answers: world.answers,
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
  const session: Session = new Session({
    ban,
    tokenMonitor,
    options,
    clock: time,
    governor,
    transport,
    history,
    world,
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
    ban,
    startedAt: time.now(),
    opened,
    schedule: new Schedule(
      () => session.longestChain,
      (phase) => void opened.set(phase, time.now()),
    ),
    history,
    world,
    memo: new Memo(),
    evidence,
    inContext: createContext(history, evidence),
    word: () => {
      words += 1;
      // All have the same length, so no name is part of another name; they differ from their beginning on.
      return `${random.word(2)}${words.toString(36).padStart(3, '0')}${mark}`;
    },
    close: () => transport.close(),
    bytes: () => transport.bytes(),
  };
}

function placesOf({ resource }: Profile): readonly string[] {
  return [resource?.idSource, resource?.keySource].flatMap((source) =>
    source?.startsWith('body:') === true ? [source.slice('body:'.length)] : [],
  );
}
