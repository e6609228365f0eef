import type { Profile } from '../clause/profile.ts';
import type { Reason } from '../clause/sample.ts';
import type { Caller } from '../history/caller.ts';
import type { Json } from '../wire/json/json.ts';
import type { IdSource, Liveness, UpdateAction } from './facts.ts';

/**
 * Facts about the target that a run has learnt, and never assumes. Discovery (with the first requests of callers and
 * calibration) writes facts that all checks read; checks learn the rest below in passing.
 */
class LearntFacts {
  /** Written by the meeting of callers; read by judgements on refused tokens. */
  liveness: ReadonlyMap<string, Liveness> = new Map();
  /** Mistakes for the operator to mend, a sentence each. Written by discovery; the report begins with it. */
  mistakes: readonly string[] = [];
  /** Reads the collection and resources, and sends reads that name no caller. Written by discovery. */
  reader: Caller | undefined;
  /** Holds manage_test for the project, and sends writes that name no caller. Written by discovery. */
  writer: Caller | undefined;
  /** A caller whose updates (4.10) are accepted, or the likeliest one. Written by calibration; updates likewise. */
  updater: Caller;
  /** Why the run can have no resource of its own; undefined if it can. Written by discovery. */
  noResource: Reason | undefined = { code: 'no-id-source', text: 'no resource was created' };
  /** Body of 4.6 that was accepted, as it was answered. Written by discovery; read by code that shows open content. */
  createBody: Json | undefined;
  /** The place of the id in answers to creates. Written by discovery; read wherever something is created. */
  idSource: IdSource | undefined;
  /** JSON Pointer in an ExampleResource to the key. Written by discovery and, if discovery finds none, by 4.3. */
  keyPointer: string | undefined;
  /** Two creates gave one id. Written by discovery; read by the schedule and wherever resources are used. */
  upserts = false;
  /** A created resource was read by its id. Written by discovery; read if a resource is provided. */
  readable = false;
  /** A create was answered 202, and reads by its id found nothing at first. Written by discovery. */
  createsLater = false;
  /** Reads of resources succeed and show no integer version. Written by discovery; read before updates. */
  unversioned = false;
  /** Whether accepted updates with the action change the version. Written by calibration. */
  moves: Readonly<Record<UpdateAction['action'], boolean | undefined>> = {
    doSomeThing: undefined,
    changeSomeProperty: undefined,
  };
  /** A known action that is never accepted, while the other action is. Written by calibration. */
  shutAction: UpdateAction['action'] | undefined;
  /** The outcome of the first matching updates. Written by calibration; read by races. */
  updates: 'accepted' | 'conflict' | 'refused' | 'crash' | 'noise' | 'untried' = 'untried';
  /** The statuses of answers to accepted updates. Written by calibration; read by races. */
  acceptedStatuses: ReadonlySet<number> = new Set();
  /** An update's answer is the resource as the next read shows it. Written by calibration; read before updates. */
  answersShowVersion = false;
  /** JSON Pointer at which the value of changeSomeProperty was seen, exactly, twice. Written by calibration. */
  pointer: string | undefined;
  /** All JSON Pointers at which both values of two accepted changes were seen; undefined if two were not accepted. */
  pointers: readonly string[] | undefined;
  /** A write to one resource changed the version of another resource. Written by calibration. */
  siblingsMove: boolean;

  /** A read was seen to show an earlier state. Written at each wait; read to decide whether a wait is worthwhile. */
  lags = false;
  /** Changes that the first read after them showed. Written by reads that wait for changes; read by `readsArePrompt`. */
  promptReads = 0;
  /** Waits as long as the longest lag, after which reads showed the same as before. Read by `waitsInVain`. */
  futileWaits = 0;
  /** Updates with the actual version that were accepted. Written by matching updates; read by `neverMatches`. */
  accepted = 0;
  /** Of these updates, the number with a 409 that no lag explains. */
  conflicts = 0;
  /** 503 at updates was seen to depend on the version that is stated: it speaks of no overload. Read by the session. */
  mismatchesAre503 = false;
  /** A change was proved to keep the version, after pauses of any length. Written by judgements on versions. */
  keepsVersions = false;
  /** How long after its last write a resource could be deleted; `never`: not within the longest lag. */
  deletesWantMs: number | 'never' = 0;
  /** How long after its create a resource first took an update that a gateway had answered before. */
  updatesWantMs = 0;

  constructor(noAccess: Caller, { version }: Profile = {}) {
    this.updater = noAccess;
    // A version that is declared to change by itself may change with any other request.
    this.siblingsMove = version?.movesBy !== undefined;
  }
}

/** The same facts as plain data. */
export type Learnt = Pick<LearntFacts, keyof LearntFacts>;

/** The same data, for callers that only read it. */
export type Facts = Readonly<Learnt>;

/** Nothing is known before the first request. */
export function nothingLearnt(noAccess: Caller, profile?: Profile): Learnt {
  return new LearntFacts(noAccess, profile);
}

/** After this many 409 answers to the actual version, no update is expected to be accepted. */
const conflictsAreFutile = 6;
/** After this many futile waits, each as long as the longest lag, no lag is expected. */
const waitsToLearn = 3;

/** No update was ever accepted, too often without a lag as the reason: further waits are in vain. */
export function neverMatches({ accepted, conflicts }: Facts): boolean {
  return accepted === 0 && conflicts >= conflictsAreFutile;
}

/** No read ever lagged, and waits for lagging reads were in vain: only a verdict is worth a wait. */
export function waitingIsFutile({ lags, futileWaits }: Facts): boolean {
  return !lags && futileWaits >= waitsToLearn;
}

/** The number of changes that must show immediately before reads count as prompt. */
const promptEnough = 3;

/** Reads showed every change immediately: only a verdict is worth waiting for a lag. */
export function readsArePrompt({ lags, promptReads }: Facts): boolean {
  return !lags && promptReads >= promptEnough;
}

/** All creates update one resource, so that no check has its own resource. */
export function isOneForAll({ upserts }: Pick<Facts, 'upserts'>): boolean {
  return upserts;
}

/** A write to one resource may change the version of another resource. */
export function versionsMoveTogether({ siblingsMove }: Pick<Facts, 'siblingsMove'>): boolean {
  return siblingsMove;
}

/** A write to one resource changes nothing in other resources, so that several may be written to at once. */
export function standApart(facts: Pick<Facts, 'upserts' | 'siblingsMove'>): boolean {
  return !isOneForAll(facts) && !versionsMoveTogether(facts);
}

/** The verbs with which checks add facts. */
export type Learning = ReturnType<typeof learningOf>;

export function learningOf(learnt: Learnt) {
  return {
    /** A read showed an earlier state. */
    lag(): void {
      learnt.lags = true;
    },
    /** The first read after a change showed it, or a later read did. */
    shown(at: 'once' | 'last'): void {
      if (at === 'once') learnt.promptReads += 1;
      else learnt.lags = true;
    },
    /** After a wait as long as any lag, reads showed the same as before. */
    futileWait(): void {
      learnt.futileWaits += 1;
    },
    /** The place of the key in resources; undefined if it was not found. */
    keysStandAt(pointer: string | undefined): void {
      learnt.keyPointer = pointer;
    },
    /** The outcome of an update with the actual version; a `conflict` only if no lag explains it. */
    match(outcome: 'accepted' | 'conflict'): void {
      if (outcome === 'accepted') learnt.accepted += 1;
      else learnt.conflicts += 1;
    },
    /** A change was proved to keep the version. */
    versionsAreKept(): void {
      learnt.keepsVersions = true;
    },
    /** Whether 503 at updates depends on the version that is stated. */
    mismatchesAre503(hinges: boolean): void {
      learnt.mismatchesAre503 = hinges;
    },
    /** How long after its last write a resource could be deleted. */
    deletesWant(ms: number | 'never'): void {
      const known = learnt.deletesWantMs;
      learnt.deletesWantMs = ms === 'never' || known === 'never' ? ms : Math.max(known, ms);
    },
  } as const;
}
