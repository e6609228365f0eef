import { isIntegerSource, sameNumber } from '../wire/numbers.ts';
import { JsonNumber, type Json, type JsonInput } from '../wire/json.ts';
import type { Caller } from './caller.ts';
import { asObject, type Exchange } from './exchange.ts';
import type { UpdateAction } from './facts.ts';
import type { Stage } from './stage.ts';
import { valueAt } from './pointer.ts';
import { settles } from './settle.ts';
import { unlessInVain } from './short-looks.ts';

/** A resource that this run made, or was given to change, and that nobody else writes to. */
export class OwnResource {
  readonly id: string;
  readonly key: string | undefined;
  /** Exchange that made it; undefined for those that the operator lent. */
  readonly born: Exchange | undefined;
  /** When it was made, on the run's clock. */
  readonly madeAt: number;
  /** When the suite last sent a write that may have changed it, on the run's clock. */
  lastWriteAt: number;
  /** The version that an answer or a read last showed; a hint, never a proof. */
  shown: string | undefined;
  /** The version stated in the last accepted update that should have moved: a read that shows it is stale. */
  left: string | undefined;
  /** Versions that the server showed for it, in order, without repetitions in a row. */
  readonly issued: string[] = [];
  /** What the last accepted update changed the property to; an update to the same value may be without effect. */
  value: string | undefined;
  /** The last accepted update gave it another value than it had. */
  changed = false;
  /** Reads show no integer version, or no resource, for longer than any lag: none can be stated. */
  unversioned = false;
  /** It was read, so that a read which shows none is no matter of lag. */
  confirmed = false;
  /** It was made, and a read found none. */
  missed = false;
  /** A delete of it succeeded: whatever it is then answered. */
  deleted = false;
  /** Its end is known: deleted, or its state is in doubt. */
  abandoned = false;

  constructor(id: string, at: number, origin: { key?: string | undefined; born?: Exchange } = {}) {
    this.id = id;
    this.madeAt = at;
    this.lastWriteAt = at;
    this.key = origin.key;
    this.born = origin.born;
  }

  /** Notes a version that an answer showed. */
  show(version: string | undefined): void {
    if (version === undefined) return;
    this.shown = version;
    const last = this.issued.at(-1);
    if (last === undefined || !sameNumber(last, version)) this.issued.push(version);
  }

  /** Versions it was seen at and has left, apart from any that equal the given one as doubles. */
  former(current: string): readonly string[] {
    return this.issued.filter((version) => Number(version) !== Number(current));
  }
}

/** The version of an ExampleResource-shaped value as its source text; undefined where there is no integer. */
export function versionOf(value: Json | undefined): string | undefined {
  const version = asObject(value)?.['version'];
  return version instanceof JsonNumber && isIntegerSource(version.source) ? version.source : undefined;
}

/** GET by id. */
export async function readOwn(on: Stage, own: OwnResource, as = on.reader): Promise<Exchange> {
  const settled = own.confirmed || (!on.hasty && on.clock.now() - own.madeAt >= on.grace.readMs);
  const unknownTarget = own.deleted || !settled;
  const exchange = await on.ask('readById', { path: { id: own.id }, as, unknownTarget });
  const version = versionOf(exchange.value);
  if (exchange.kind === 'refusal' && own.born !== undefined && !own.confirmed && !own.deleted)
    own.missed = true;
  if (exchange.succeeded && version !== undefined) {
    if (own.missed && !own.confirmed) on.recorder.noteLag();
    own.confirmed = true;
  }
  if (exchange.succeeded && as === on.reader) own.show(version);
  return exchange;
}

/**
 * The version to state: what an answer showed, or what a read shows that is not the one just left.
 *
 * @returns undefined when no read within the window of lag showed an integer version
 */
export async function versionToState(on: Stage, own: OwnResource): Promise<string | undefined> {
  if (own.shown !== undefined && own.shown !== own.left) return own.shown;
  if (own.unversioned || on.facts.unversioned) return undefined;
  const stage = unlessInVain(on);
  let found: string | undefined;
  let last: Exchange | undefined;
  let isBehind = false;
  let wasBehind = false;
  await settles(on.clock, { since: own.lastWriteAt, ms: stage.grace.readMs }, async () => {
    const read = await readOwn(stage, own);
    found = versionOf(read.value);
    own.unversioned = read.succeeded && found === undefined;
    isBehind = found !== undefined && own.left !== undefined && sameNumber(found, own.left);
    // The last change shows, so that this is no earlier state: the version has stayed.
    if (isBehind && showsLastChange(on, own, read)) {
      own.left = undefined;
      isBehind = false;
    }
    wasBehind ||= isBehind;
    last = read;
    return own.unversioned || (found !== undefined && !isBehind);
  });
  if (wasBehind && !isBehind && found !== undefined) on.recorder.noteLag();
  if (stage.hasty || own.unversioned) return found;
  const isMissing = last?.kind === 'refusal';
  if (isMissing || isBehind) on.recorder.noteVainWait();
  own.unversioned = isMissing;
  return found;
}

function showsLastChange(on: Stage, own: OwnResource, read: Exchange): boolean {
  const { pointer } = on.facts;
  return pointer !== undefined && own.changed && valueAt(read.value, pointer) === own.value;
}

/** One update with the version as it is given; notes what it may have done. */
export async function update(
  on: Stage,
  own: OwnResource,
  version: JsonInput,
  actions: JsonInput,
  ask: {
    readonly as?: Caller;
    /** When no other request of the run is under way. */
    readonly alone?: boolean;
  } = {},
): Promise<Exchange> {
  const sent = on.clock.now();
  const exchange = await on.ask('update', {
    path: { id: own.id },
    json: { version, actions },
    as: ask.as ?? on.facts.updater,
    ...(ask.alone === undefined ? {} : { alone: ask.alone }),
  });
  if (exchange.status !== 409) own.lastWriteAt = Math.max(own.lastWriteAt, sent, on.clock.now());
  return exchange;
}

/** What became of an update that states the version which the suite believes to be the actual one. */
export type Match =
  | {
      readonly kind: 'accepted';
      readonly exchange: Exchange;
      readonly stated: string;
      /** 409 to the same version before it was accepted. */
      readonly spurious: readonly Exchange[];
    }
  /** 409 every time, though reads later than the lag showed the stated version before and after. */
  | {
      readonly kind: 'conflict';
      readonly exchanges: readonly Exchange[];
      readonly stated: string;
      readonly settled: number;
    }
  | { readonly kind: 'refused' | 'crash' | 'noise'; readonly exchange: Exchange; readonly stated: string }
  | { readonly kind: 'unreadable' };

const attempts = 4;
/** The resource, or what it lies in, is being written to (WebDAV's status). */
const locked = 423;

/** Sends a fully valid update until it is accepted; after a 409 the version is read anew, later than any lag. */
export async function matchingUpdate(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  ask: {
    readonly as?: Caller;
    /** Also where the run has learnt that it is in vain. */
    readonly insist?: boolean;
    /** When no other request of the run is under way, from the first attempt on. */
    readonly alone?: boolean;
  } = {},
): Promise<Match> {
  const conflicts: Exchange[] = [];
  const spurious = new Map<string, readonly Exchange[]>();
  let settled = 0;
  let waited = false;
  let again = false;
  let rested = false;
  let last: Match = { kind: 'unreadable' };
  for (let attempt = 0; attempt < attempts + (again ? 1 : 0); attempt += 1) {
    const stated = await versionToState(on, own);
    if (stated === undefined) return last;
    // What was refused in the company of other requests is judged without any.
    const exchange = await update(on, own, new JsonNumber(stated), actions, {
      ...ask,
      alone: attempt > 0 || ask.alone === true,
    });
    if (exchange.succeeded) {
      on.recorder.noteMatch('accepted');
      accepted(on, own, stated, actions, exchange);
      return { kind: 'accepted', exchange, stated, spurious: spurious.get(stated) ?? [] };
    }
    if (exchange.status === 409) {
      conflicts.push(exchange);
      if (rested) on.recorder.noteVainWait();
      rested = false;
      if (on.recorder.neverMatches && ask.insist !== true)
        return { kind: 'conflict', exchanges: conflicts, stated, settled };
      spurious.set(stated, [...(spurious.get(stated) ?? []), exchange]);
      last = { kind: 'conflict', exchanges: conflicts, stated, settled };
      if (ask.insist !== true && !again && mayLag(on, own)) {
        // Before any wait once more: whatever it was may be over, and then no time is lost on it.
        again = true;
        own.left = undefined;
        await readOwn(on, own);
        continue;
      }
      const stage = ask.insist === true ? on : unlessInVain(on);
      if ((await stillShows(stage, own, stated)) && !stage.hasty) {
        settled += 1;
        on.recorder.noteMatch('conflict');
      } else if (conflicts.length > (again ? 2 : 1)) {
        await rest(stage, own);
        rested = !stage.hasty;
      }
      last = { kind: 'conflict', exchanges: conflicts, stated, settled };
      continue;
    }
    const kind = exchange.kind === 'noise' ? 'noise' : exchange.kind === 'crash' ? 'crash' : 'refused';
    last = { kind, exchange, stated };
    if (kind === 'refused' && exchange.status !== locked) {
      if (waited || !on.recorder.lags || !(await showsAnother(on, own, stated))) return last;
      waited = true;
    }
    own.shown = undefined;
  }
  return last;
}

/** Waits until no lag can explain what reads show: some show one earlier version after another. */
async function rest(on: Stage, own: OwnResource): Promise<void> {
  const wait = own.lastWriteAt + on.grace.readMs - on.clock.now();
  if (wait > 0) await on.clock.sleep(wait);
  own.shown = undefined;
}

/** A read may show an earlier state: the last write is younger than any lag, and none was seen that would tell. */
function mayLag(on: Stage, own: OwnResource): boolean {
  return !on.recorder.lags && on.clock.now() - own.lastWriteAt < on.grace.readMs;
}

/** Notes an accepted update: what its answer shows is a hint, what it left is known not to be actual if it moves. */
function accepted(
  on: Stage,
  own: OwnResource,
  stated: string,
  actions: readonly UpdateAction[],
  exchange: Exchange,
): void {
  const last = own.issued.at(-1);
  if (last === undefined || !sameNumber(last, stated)) own.issued.push(stated);
  const value = actions.findLast((one) => one.action === 'changeSomeProperty')?.someProperty;
  const changes = value !== undefined && value !== own.value;
  const moves =
    exchange.status === 202 ||
    (changes && on.facts.moves.changeSomeProperty === true) ||
    (value === undefined && actions.length > 0 && on.facts.moves.doSomeThing === true);
  if (value !== undefined) own.value = value;
  own.changed = changes;
  own.left = moves ? stated : undefined;
  own.shown = undefined;
  const answered = on.facts.answersShowVersion ? versionOf(exchange.value) : undefined;
  if (answered !== undefined && !(moves && sameNumber(answered, stated))) own.show(answered);
}

/**
 * Where reads lag, a refusal may be the wrong answer to a version that a stale read showed: true when a read later than
 * any lag shows another one.
 */
async function showsAnother(on: Stage, own: OwnResource, stated: string): Promise<boolean> {
  const since = own.lastWriteAt;
  if (on.clock.now() - since >= on.grace.readMs) return false;
  own.shown = undefined;
  own.left = undefined;
  return await settles(on.clock, { since, ms: on.grace.readMs }, async () => {
    const shown = versionOf((await readOwn(on, own)).value);
    return shown !== undefined && !sameNumber(shown, stated);
  });
}

/**
 * After a 409: reads later than any lag of an earlier write. True when the version that was stated is still shown
 * before and after, so that the refusal cannot be blamed on it.
 */
async function stillShows(on: Stage, own: OwnResource, stated: string): Promise<boolean> {
  own.shown = undefined;
  own.left = undefined;
  const late = on.clock.now() - own.lastWriteAt >= on.grace.readMs;
  let now: string | undefined;
  let wasBehind = false;
  const moved = await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, async () => {
    now = versionOf((await readOwn(on, own)).value);
    if (now === undefined || !sameNumber(now, stated)) return now !== undefined;
    wasBehind = true;
    return false;
  });
  if (moved && wasBehind) on.recorder.noteLag();
  else if (!moved && !late && !on.hasty) on.recorder.noteVainWait();
  return late && now !== undefined && sameNumber(now, stated);
}
