import { says } from '../../wire/status.ts';
import { JsonNumber, type Json, asObject } from '../../wire/json/json.ts';
import { isIntegerSource, sameNumber } from '../../wire/json/numbers.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../facts.ts';
import type { Facts } from '../learnt.ts';

/** What a read says of the version to state: the one just left is of an earlier state. */
export type Shows = 'no resource' | 'no version' | 'an earlier state' | 'the version';

/** A resource that this run made, or was given to change, and that nobody else writes to. */
export class OwnResource {
  readonly id: string;
  readonly key: string | undefined;
  /** Exchange that made it; undefined for those that the operator lent. */
  readonly born: Exchange | undefined;
  /** When it was made, on the run's clock. */
  readonly madeAt: number;
  #lastWriteAt: number;
  #shown: string | undefined;
  /** The version stated in the last accepted update that should have moved: a read that shows it is stale. */
  #left: string | undefined;
  readonly #issued: string[] = [];
  #value: string | undefined;
  /** The last accepted update gave it another value than it had. */
  #changed = false;
  #isUnversioned = false;
  #isConfirmed = false;
  /** It was made, and a read found none. */
  #wasMissed = false;
  #isDeleted = false;
  #isAbandoned = false;

  constructor(id: string, at: number, origin: { key?: string | undefined; born?: Exchange } = {}) {
    this.id = id;
    this.madeAt = at;
    this.#lastWriteAt = at;
    this.key = origin.key;
    this.born = origin.born;
  }

  /** When the suite last sent a write that may have changed it, on the run's clock. */
  get lastWriteAt(): number {
    return this.#lastWriteAt;
  }

  /** The version that an answer or a read last showed; a hint, never a proof. */
  get shown(): string | undefined {
    return this.#shown;
  }

  /** The same, where it may be stated. */
  get toState(): string | undefined {
    return this.#shown === this.#left ? undefined : this.#shown;
  }

  /** An update has moved it on, and no read has contradicted that. */
  get hasMoved(): boolean {
    return this.#left !== undefined;
  }

  /** Versions that the server showed for it, in order, without repetitions in a row. */
  get issued(): readonly string[] {
    return this.#issued;
  }

  /** What the last accepted update changed the property to; an update to the same value may be without effect. */
  get value(): string | undefined {
    return this.#value;
  }

  /** Reads show no integer version, or no resource, for longer than any lag: none can be stated. */
  get isUnversioned(): boolean {
    return this.#isUnversioned;
  }

  /** It was read, so that a read which shows none is no matter of lag. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** Its create was accepted for later (202), and it was not there at once: that is no lag of reads. */
  get cameLater(): boolean {
    return this.#isConfirmed && this.#wasMissed && this.#isForLater;
  }

  /** A delete of it succeeded: whatever it is then answered. */
  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  /** Nobody may use it any more: deleted, or its state is in doubt. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  get #isForLater(): boolean {
    return says(this.born, 'later');
  }

  /** Versions it was seen at and has left, apart from any that equal the given one as doubles. */
  former(current: string): readonly string[] {
    return this.#issued.filter((version) => Number(version) !== Number(current));
  }

  /** A write was sent that may have changed it. */
  written(at: number): void {
    this.#lastWriteAt = Math.max(this.#lastWriteAt, at);
  }

  /** Its version may be another one by now, by a write that was sent then, if it was one: it is read again. */
  mayHaveMoved(at?: number): void {
    this.#shown = undefined;
    if (at !== undefined) this.written(at);
  }

  /** It may still be at the version that it was taken to have left: a read that shows that one is believed. */
  mayHaveStayed(): void {
    this.#left = undefined;
  }

  /** Nothing is known of its version any more: whichever a read shows next is taken. */
  forget(): void {
    this.mayHaveMoved();
    this.mayHaveStayed();
  }

  /** Notes a version that an answer showed. */
  show(version: string | undefined): void {
    if (version === undefined) return;
    this.#shown = version;
    this.#issue(version);
  }

  /** It is no longer at that version: a read that shows it is stale. An answer may have shown the one it is at. */
  leave(version: string, answered?: string): void {
    this.mayHaveMoved();
    this.#left = version;
    if (answered !== undefined && !sameNumber(answered, version)) this.show(answered);
  }

  /** An update with this version was accepted: what its answer shows is a hint, what it left is stale if it moves. */
  updated(
    stated: string,
    actions: readonly UpdateAction[],
    answer: Exchange,
    { moves, answersShowVersion }: Pick<Facts, 'moves' | 'answersShowVersion'>,
  ): void {
    this.#issue(stated);
    const value = actions.findLast((one) => one.action === 'changeSomeProperty')?.someProperty;
    this.#changed = value !== undefined && value !== this.#value;
    this.#value = value ?? this.#value;
    const isLater = says(answer, 'later');
    const hasMoved =
      isLater ||
      (this.#changed && moves.changeSomeProperty === true) ||
      (value === undefined && actions.length > 0 && moves.doSomeThing === true);
    const answered = answersShowVersion ? versionOf(answer.value) : undefined;
    const isKept = answered !== undefined && sameNumber(answered, stated);
    // That doSomeThing changed the version before does not say that it always does, and the answer shows otherwise.
    if (hasMoved && (this.#changed || !isKept || isLater)) return this.leave(stated, answered);
    this.forget();
    if (!hasMoved) this.show(answered);
  }

  /**
   * Notes what a read came to.
   *
   * @returns whether it shows that an earlier one lagged
   */
  found(read: Exchange): boolean {
    if (read.is('turned away') && this.born !== undefined && !this.#isConfirmed && !this.#isDeleted)
      this.#wasMissed = true;
    if (!read.succeeded || versionOf(read.value) === undefined) return false;
    const hasLagged = this.#wasMissed && !this.#isConfirmed && !this.#isForLater;
    this.#isConfirmed = true;
    return hasLagged;
  }

  /** What a read says of the version to state. One that shows the last change is of no earlier state: it has stayed. */
  seek(read: Exchange, pointer: string | undefined): Shows {
    const version = versionOf(read.value);
    this.#isUnversioned = read.succeeded && version === undefined;
    if (version === undefined) return read.succeeded ? 'no version' : 'no resource';
    if (this.#left === undefined || !sameNumber(version, this.#left)) return 'the version';
    const showsChange =
      pointer !== undefined && this.#changed && valueAt(read.value, pointer) === this.#value;
    if (!showsChange) return 'an earlier state';
    this.#left = undefined;
    return 'the version';
  }

  /** No read found it, for longer than any lag. */
  missing(): void {
    this.#isUnversioned = true;
  }

  /** A delete of it succeeded. */
  gone(at: number): void {
    this.written(at);
    this.#isDeleted = true;
  }

  /** It is for nobody else to use. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  /** What answers have shown stands, whatever reads show meanwhile: those may lag behind. */
  async keepingShown<T>(reads: () => Promise<T>): Promise<T> {
    const shown = this.#shown;
    const done = await reads();
    this.#shown = shown ?? this.#shown;
    return done;
  }

  #issue(version: string): void {
    const last = this.#issued.at(-1);
    if (last === undefined || !sameNumber(last, version)) this.#issued.push(version);
  }
}

/** The version of an ExampleResource-shaped value as its source text; undefined if there is no integer. */
export function versionOf(value: Json | undefined): string | undefined {
  const version = asObject(value)?.['version'];
  return version instanceof JsonNumber && isIntegerSource(version.source) ? version.source : undefined;
}
