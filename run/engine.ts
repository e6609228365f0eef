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
import { createCallers } from './callers.ts';
import { createContext } from './evidence/context.ts';
import { createEvidence } from './evidence/evidence.ts';
import { Governor } from './session/governor.ts';
import { Memo } from './memo.ts';
import type { RunOptions } from './options.ts';
import type { SuppliedToken } from '../history/caller.ts';
import { clauseSeed, createRandom } from './random.ts';
import { createRunClock } from './run-clock.ts';
import { Schedule } from './schedule.ts';
import { Session } from './session/session.ts';
import { Ban } from './session/ban.ts';
import { TokenMonitor } from './session/token-monitor.ts';

/** The needs of every run, before anything is known about the target. */
export type Engine = ReturnType<typeof createEngine>;

/** The inputs of an engine. */
export interface EngineParts {
  readonly options: RunOptions;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly redact: Redact;
  /** Has a further secret hidden, before it is sent. */
  readonly hide?: (secret: Secret) => void;
  /** Reads the sources of tokens again; undefined if no source can change. */
  readonly renewTokens?: RenewTokens;
}

/** Reads the sources of tokens again: the current value of each supplied token. Never throws. */
export type RenewTokens = (current: readonly SuppliedToken[]) => Promise<ReadonlyMap<string, string>>;

/** @param isOverload - whether 503 at an endpoint speaks of load */
export function createEngine(
  { options, transport, clock: time, redact, hide, renewTokens }: EngineParts,
  isOverload: (name: EndpointName) => boolean,
) {
  const random = createRandom(clauseSeed(options.seed, 'run'));
  // Draws of their own: other draws do not depend on the length of tokens, nor on the number of altered ones.
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
    /** Waits on it end when the run is stopped. */
    clock: createRunClock(time, governor),
    governor,
    callers,
    session,
    tokenMonitor,
    ban,
    /** When the run was made, by its clock, and which phases were opened when. */
    startedAt: time.now(),
    opened,
    schedule: new Schedule(
      () => session.longestChain,
      (phase) => void opened.set(phase, time.now()),
    ),
    history,
    world,
    memo: new Memo(),
    /** An exchange as it may be shown. */
    evidence,
    /** A finding with the writes before it. */
    inContext: createContext(history, evidence),
    /** A unique word that contains the mark of the run. */
    word: () => {
      words += 1;
      // All of one length, so that none is part of another; they differ from the first characters on.
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
