import type { Profile } from '../clause/profile.ts';
import type { Reason } from '../clause/sample.ts';
import type { Caller } from '../history/caller.ts';
import type { Json } from '../wire/json/json.ts';
import type { IdSource, Liveness, UpdateAction } from './facts.ts';

/**
 * What a run has learnt of the target, and never assumes. Discovery (with the meeting of callers and calibration)
 * writes what is read everywhere; below stands what checks learn in passing.
 */
export interface Learnt {
  /** Written by the meeting of callers; read by judgements on refused tokens. */
  liveness: ReadonlyMap<string, Liveness>;
  /** What the operator has to mend, a sentence each. Written by discovery; the report begins with it. */
  mistakes: readonly string[];
  /** A caller that reads the collection and resources. Written by discovery; asks for anyone who names no caller. */
  reader: Caller | undefined;
  /** A caller that holds manage_test for the project. Written by discovery; writes for anyone who names no caller. */
  writer: Caller | undefined;
  /** A caller whose updates (4.10) are accepted, or the likeliest one. Written by calibration; updates likewise. */
  updater: Caller;
  /** Why no resource of our own can be had; undefined when one can. Written by discovery; read where one is lent. */
  noResource: Reason | undefined;
  /** Body of 4.6 that was accepted, as it was answered. Written by discovery; read by what shows open content. */
  createBody: Json | undefined;
  /** Where creates show the id. Written by discovery; read wherever something is created. */
  idSource: IdSource | undefined;
  /** JSON Pointer in an ExampleResource at which the key stands. Written by discovery and, where that finds none, by 4.3. */
  keyPointer: string | undefined;
  /** Two creates gave one id. Written by discovery; read by the schedule and wherever resources are used. */
  upserts: boolean;
  /** A created resource was read by its id. Written by discovery; read where one is lent. */
  readable: boolean;
  /** A create was answered 202, and reads by its id found nothing at first. Written by discovery; read where one is lent. */
  createsLater: boolean;
  /** Reads of resources succeed and show no integer version. Written by discovery; read before updates. */
  unversioned: boolean;
  /**
   * Updates with each action: whether they change the version; undefined when no such update was accepted. Written by
   * calibration; read by races and generated updates.
   */
  moves: {
    readonly doSomeThing: boolean | undefined;
    readonly changeSomeProperty: boolean | undefined;
  };
  /**
   * A known action that the server refuses or fails at, while it accepts the other one. Written by calibration; read where
   * it is chosen what an update carries.
   */
  shutAction: UpdateAction['action'] | undefined;
  /** The outcome of the first matching updates. Written by calibration; read by races. */
  updates: 'accepted' | 'conflict' | 'refused' | 'crash' | 'noise' | 'untried';
  /** Statuses that accepted updates were answered with. Written by calibration; read by races. */
  acceptedStatuses: ReadonlySet<number>;
  /** An update's answer is the resource as the next read shows it. Written by calibration; read before updates. */
  answersShowVersion: boolean;
  /** JSON Pointer at which the value of changeSomeProperty was seen, exactly, twice. Written by calibration. */
  pointer: string | undefined;
  /** All JSON Pointers at which both values of two accepted changes were seen; undefined if two were not accepted. */
  pointers: readonly string[] | undefined;
  /** A write to one resource changed the version that another one shows. Written by calibration. */
  siblingsMove: boolean;

  /** A read was seen to show an earlier state. Written wherever one is; read where waiting is worth it. */
  lags: boolean;
  /** Changes that the first read after them showed. Written where changes are looked for; read by `readsArePrompt`. */
  promptReads: number;
  /** Waits as long as any lag after which reads showed what they had shown before. Read by `waitsInVain`. */
  futileWaits: number;
  /** Updates with the actual version that were accepted. Written by matching updates; read by `neverMatches`. */
  accepted: number;
  /** The same that were answered 409 where no lag explains it. */
  conflicts: number;
  /** 503 at updates was seen to depend on the version that is stated: it speaks of no overload. Read by the session. */
  mismatchesAre503: boolean;
  /**
   * A change was proved to keep the version with more time around it than any clock needs: no pause will help. Written
   * by judgements on versions, read by races.
   */
  keepsVersions: boolean;
  /**
   * How long after its last write a resource was first let go by a delete that had been answered that it is in use;
   * `never` where none was in as long as any lag. Written and read by deletes.
   */
  deletesWantMs: number | 'never';
}

/** The same for anyone who only reads it. */
export type Facts = Readonly<Learnt>;

/** Nothing is known before the first request. */
export function nothingLearnt(noAccess: Caller, { version }: Profile = {}): Learnt {
  return {
    liveness: new Map(),
    mistakes: [],
    reader: undefined,
    writer: undefined,
    updater: noAccess,
    noResource: { code: 'no-id-source', text: 'no resource was created' },
    createBody: undefined,
    idSource: undefined,
    keyPointer: undefined,
    upserts: false,
    readable: false,
    createsLater: false,
    unversioned: false,
    moves: { doSomeThing: undefined, changeSomeProperty: undefined },
    shutAction: undefined,
    updates: 'untried',
    acceptedStatuses: new Set(),
    answersShowVersion: false,
    pointer: undefined,
    pointers: undefined,
    // A version that is declared to move by itself may move with any other request.
    siblingsMove: version?.movesBy !== undefined,
    lags: false,
    promptReads: 0,
    futileWaits: 0,
    accepted: 0,
    conflicts: 0,
    mismatchesAre503: false,
    keepsVersions: false,
    deletesWantMs: 0,
  };
}

/** Updates with the actual version that must have been answered 409 before none is expected to be accepted. */
const conflictsAreFutile = 6;
/** Waits in vain, each as long as any lag, after which lags are no longer expected of a server that showed none. */
const waitsToLearn = 3;

/** No update was ever accepted, and often enough no lag explained that: to wait for one again is in vain. */
export function neverMatches({ accepted, conflicts }: Facts): boolean {
  return accepted === 0 && conflicts >= conflictsAreFutile;
}

/** No read was ever seen to lag, and waiting for one that does was in vain: only a verdict is worth it any more. */
export function waitingIsFutile({ lags, futileWaits }: Facts): boolean {
  return !lags && futileWaits >= waitsToLearn;
}

/** Changes that have to have shown at once before reads are known to be prompt. */
const promptEnough = 3;

/** Reads showed every change at once: only a verdict is worth waiting for a lag. */
export function readsArePrompt({ lags, promptReads }: Facts): boolean {
  return !lags && promptReads >= promptEnough;
}

/** Creates land on one resource, which then nobody has to himself, and beside which there is no other. */
export function isOneForAll({ upserts }: Pick<Facts, 'upserts'>): boolean {
  return upserts;
}

/** A write to one resource may change the version that another one shows. */
export function versionsMoveTogether({ siblingsMove }: Pick<Facts, 'siblingsMove'>): boolean {
  return siblingsMove;
}

/** What is written to one resource leaves all that others show as it is, so that both may be written to at once. */
export function standApart(facts: Pick<Facts, 'upserts' | 'siblingsMove'>): boolean {
  return !isOneForAll(facts) && !versionsMoveTogether(facts);
}

/** What checks may add to what is known. */
export interface Learning {
  /** A read showed an earlier state. */
  lag(): void;
  /** The first read after a change showed it, or it did not and a later one did. */
  shown(at: 'once' | 'last'): void;
  /** After a wait as long as any lag reads showed what they had shown before. */
  futileWait(): void;
  /** Where resources show the key that reads find them by; undefined if that was not found. */
  keysStandAt(pointer: string | undefined): void;
  /** The outcome of an update with the actual version; a `conflict` only if no lag explains it. */
  match(outcome: 'accepted' | 'conflict'): void;
  /** A change was proved to keep the version. */
  versionsAreKept(): void;
  /** Whether 503 at updates depends on the version that is stated. */
  mismatchesAre503(hinges: boolean): void;
  /** How long after its last write a resource could be deleted. */
  deletesWant(ms: number | 'never'): void;
}

/** The verbs in which checks add to what is known. */
export function learningOf(learnt: Learnt): Learning {
  return {
    lag: () => {
      learnt.lags = true;
    },
    shown: (at) => {
      if (at === 'once') learnt.promptReads += 1;
      else learnt.lags = true;
    },
    futileWait: () => {
      learnt.futileWaits += 1;
    },
    keysStandAt: (pointer) => {
      learnt.keyPointer = pointer;
    },
    match: (outcome) => {
      if (outcome === 'accepted') learnt.accepted += 1;
      else learnt.conflicts += 1;
    },
    versionsAreKept: () => {
      learnt.keepsVersions = true;
    },
    mismatchesAre503: (hinges) => {
      learnt.mismatchesAre503 = hinges;
    },
    deletesWant: (ms) => {
      const known = learnt.deletesWantMs;
      learnt.deletesWantMs = ms === 'never' || known === 'never' ? ms : Math.max(known, ms);
    },
  };
}
