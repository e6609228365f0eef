import type { Exchange } from '../../history/exchange.ts';
import { asObject, JsonNumber } from '../../wire/json/json.ts';
import { integerValue } from '../../wire/json/numbers.ts';
import { valueAt } from '../../wire/json/pointer.ts';

/** What an answer showed of a resource: its version, and the value that updates change. */
export interface ShownState {
  readonly version: bigint;
  /** Undefined where it shows none yet. */
  readonly value: string | undefined;
  readonly exchange: Exchange;
}

/** Two states with one version, on each of which an update that stated it was accepted. */
export interface ReusedVersion {
  readonly first: ShownState;
  readonly second: ShownState;
  /** The update that was accepted on the second. */
  readonly update: Exchange;
  /** No update that stated another version was accepted between: no data base that was restored explains it. */
  readonly inARow: boolean;
}

/** The states of one resource that answers have shown, and on which updates with their versions were accepted. */
export class AcceptedStates {
  readonly #accepted = new Map<bigint, ShownState>();
  #last: ShownState | undefined;
  /** The state on which the last update was accepted. */
  #before: ShownState | undefined;

  /** The state that was last shown; undefined where a write may have changed it since. */
  get last(): ShownState | undefined {
    return this.#last;
  }

  /**
   * @param pointer - where the value shows that updates change
   * @param isBelieved - whether the answer tells the state, by the value that it shows
   */
  show(
    exchange: Exchange,
    pointer: string | undefined,
    isBelieved: (value: string | undefined) => boolean = () => true,
  ): void {
    const shown = asObject(exchange.value)?.['version'];
    const version = shown instanceof JsonNumber ? integerValue(shown.source) : undefined;
    const value = pointer === undefined ? null : valueAt(exchange.value, pointer);
    const isTold = value === undefined || typeof value === 'string';
    this.#last =
      version === undefined || !isTold || !isBelieved(value) ? undefined : { version, value, exchange };
  }

  /** A write was sent that may have changed it. */
  blur(): void {
    this.#last = undefined;
  }

  /**
   * An update was accepted.
   *
   * @param before - what was shown last before it was sent
   * @param stated - the version that it stated
   */
  accept(before: ShownState | undefined, stated: string, update: Exchange): ReusedVersion | undefined {
    const previous = this.#before;
    this.#before = undefined;
    if (before === undefined || before.version !== integerValue(stated)) return undefined;
    this.#before = before;
    const first = this.#accepted.get(before.version) ?? before;
    this.#accepted.set(before.version, first);
    const inARow = previous?.version === before.version && previous.value !== before.value;
    return first.value === before.value && !inARow
      ? undefined
      : { first: inARow ? previous : first, second: before, update, inARow };
  }
}
