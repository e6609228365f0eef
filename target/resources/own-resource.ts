import { JsonNumber, type Json, type JsonInput } from '../../wire/json/json.ts';
import { isIntegerSource, sameNumber } from '../../wire/json/numbers.ts';
import type { Caller } from '../../run/caller.ts';
import { asObject, type Exchange } from '../../run/exchange.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import { settles } from '../../run/settle.ts';
import { unlessInVain } from '../haste.ts';
import type { Stage } from '../stage.ts';

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
