import { JsonNumber, type Json, asObject } from '../../wire/json/json.ts';
import { isIntegerSource, sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../run/exchange.ts';

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

/** Its create was accepted for later (202): that it is not there yet is no lag of reads. */
export function isForLater({ born }: OwnResource): boolean {
  return born?.status === 202;
}

/** The version of an ExampleResource-shaped value as its source text; undefined where there is no integer. */
export function versionOf(value: Json | undefined): string | undefined {
  const version = asObject(value)?.['version'];
  return version instanceof JsonNumber && isIntegerSource(version.source) ? version.source : undefined;
}
