import { says } from '../../wire/status.ts';
import { JsonNumber, type Json, asObject } from '../../wire/json/json.ts';
import { isIntegerSource, sameNumber } from '../../wire/json/numbers.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../facts.ts';
import type { Facts } from '../learnt.ts';

/** What a read shows about the version to state; a read of the version just replaced shows an earlier state. */
export type Shows = 'no resource' | 'no version' | 'an earlier state' | 'the version';

/** A resource that this run made, or may change; no other client writes to it. */
export class OwnResource {
  readonly id: string;
  readonly key: string | undefined;
  /** The exchange that created the resource; undefined for provided resources. */
  readonly born: Exchange | undefined;
  /** When the resource was made, on the run's clock. */
  readonly madeAt: number;
  #lastWriteAt: number;
  #shown: string | undefined;
  /** The version stated in the last accepted update that should have changed it: a read that shows it is stale. */
  #left: string | undefined;
  /** The version stated in an update that was accepted for later, until a read shows another version. */
  #pending: string | undefined;
  readonly #issued: string[] = [];
  readonly #replaced: string[] = [];
  #value: string | undefined;
  /** Whether the last accepted update gave the property a new value. */
  #changed = false;
  #isUnversioned = false;
  #isConfirmed = false;
  /** Whether a read did not find the created resource. */
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

  /** When the suite last sent a write that may have changed the resource, on the run's clock. */
  get lastWriteAt(): number {
    return this.#lastWriteAt;
  }

  /** The version that an answer or a read last showed; a hint, never a proof. */
  get shown(): string | undefined {
    return this.#shown;
  }

  /** The last shown version, if it may be stated. */
  get toState(): string | undefined {
    return this.#shown === this.#left ? undefined : this.#shown;
  }

  /** An update has changed the version, and no read has contradicted this. */
  get hasMoved(): boolean {
    return this.#left !== undefined;
  }

  /** The versions that the server showed for the resource, in order, without immediate repetitions. */
  get issued(): readonly string[] {
    return this.#issued;
  }

  /** The value that the last accepted update set; an update to the same value may have no effect. */
  get value(): string | undefined {
    return this.#value;
  }

  /** No version can be stated: reads show no integer version, or no resource, beyond the longest lag. */
  get isUnversioned(): boolean {
    return this.#isUnversioned;
  }

  /** A read has found the resource, so a later read that does not find it shows no lag. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** The create was accepted for later (202), and the resource was missing at first: no lag of reads. */
  get cameLater(): boolean {
    return this.#isConfirmed && this.#wasMissed && this.#isForLater;
  }

  /** A delete of the resource succeeded: any answer is possible afterwards. */
  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  /** No check may use the resource any more: it is deleted, or its state is in doubt. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  get #isForLater(): boolean {
    return says(this.born, 'later');
  }

  /** Former versions, except versions that equal the given version as doubles. */
  former(current: string): readonly string[] {
    return this.#issued.filter((version) => Number(version) !== Number(current));
  }

  /** Former versions that accepted updates have replaced: a read may show a version before the update is answered. */
  replaced(current: string): readonly string[] {
    return this.#replaced.filter((version) => Number(version) !== Number(current));
  }

  /** A write that may have changed the resource was sent. */
  written(at: number): void {
    this.#lastWriteAt = Math.max(this.#lastWriteAt, at);
  }

  /** The version may differ by now, if a sent write took effect: the resource is read again. */
  mayHaveMoved(at?: number): void {
    this.#shown = undefined;
    if (at !== undefined) this.written(at);
  }

  /** The version that counted as replaced may still be actual: a read that shows it is believed. */
  mayHaveStayed(): void {
    this.#left = undefined;
  }

  /** Its version is unknown: the next read decides, unless an update is still to take effect. */
  forget(): void {
    this.mayHaveMoved();
    this.#left = this.#pending;
  }

  /** An update with this version was accepted for later (202). */
  accepted(version: string): void {
    this.leave(version);
    this.#pending = version;
    this.#changed = false;
  }

  show(version: string | undefined): void {
    if (version === undefined) return;
    this.#shown = version;
    this.#issue(version);
  }

  /** It is no longer at that version: a read that shows it is stale. The answer may show the current version. */
  leave(version: string, answered?: string): void {
    this.mayHaveMoved();
    this.#left = version;
    if (answered !== undefined && !sameNumber(answered, version)) this.show(answered);
  }

  /** An update with this version was accepted: if it changes the version, this version is stale, and the version in the answer is a hint. */
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
    if (!isLater) this.#replaced.push(stated);
    const hasMoved =
      isLater ||
      (this.#changed && moves.changeSomeProperty === true) ||
      (value === undefined && actions.length > 0 && moves.doSomeThing === true);
    const answered = answersShowVersion ? versionOf(answer.value) : undefined;
    const isKept = answered !== undefined && sameNumber(answered, stated);
    // doSomeThing need not change the version each time, even if it did before; the answer shows this.
    if (hasMoved && (this.#changed || !isKept || isLater)) return this.leave(stated, answered);
    this.forget();
    if (!hasMoved) this.show(answered);
  }

  /** Notes the result of a read; returns whether it shows that an earlier read lagged. */
  found(read: Exchange): boolean {
    if (read.is('turned away') && this.born !== undefined && !this.#isConfirmed && !this.#isDeleted)
      this.#wasMissed = true;
    if (!read.succeeded || versionOf(read.value) === undefined) return false;
    const hasLagged = this.#wasMissed && !this.#isConfirmed && !this.#isForLater;
    this.#isConfirmed = true;
    return hasLagged;
  }

  /** Concludes from a read which version it shows. If it shows the last change, the version has stayed. */
  seek(read: Exchange, pointer: string | undefined): Shows {
    const version = versionOf(read.value);
    this.#isUnversioned = read.succeeded && version === undefined;
    if (version === undefined) return read.succeeded ? 'no version' : 'no resource';
    if (this.#left === undefined || !sameNumber(version, this.#left)) {
      this.#pending = undefined;
      return 'the version';
    }
    const showsChange =
      pointer !== undefined && this.#changed && valueAt(read.value, pointer) === this.#value;
    if (!showsChange) return 'an earlier state';
    this.#pending = undefined;
    this.#left = undefined;
    return 'the version';
  }

  /** No read found the resource, for longer than any lag. */
  missing(): void {
    this.#isUnversioned = true;
  }

  gone(at: number): void {
    this.written(at);
    this.#isDeleted = true;
  }

  abandon(): void {
    this.#isAbandoned = true;
  }

  /** Versions from answers stay known while `reads` runs, because reads may lag. */
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

/** The version of a value like an ExampleResource, as source text; undefined if it is no integer. */
export function versionOf(value: Json | undefined): string | undefined {
  const version = asObject(value)?.['version'];
  return version instanceof JsonNumber && isIntegerSource(version.source) ? version.source : undefined;
}
