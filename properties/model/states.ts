import { says } from '../../wire/status.ts';
import type { Exchange } from '../../history/exchange.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { canonicalVersion } from '../history/version-value.ts';
import type { Verdicts } from './verdicts.ts';

/** States that updates caused, by their shown versions: no two states share a version. */
export class States {
  readonly #verdicts: Verdicts;
  readonly #known = new Map<string, { readonly value: string; readonly update: Exchange }>();
  /** The last shown value of changeSomeProperty; undefined if none is known to show. */
  #value: string | undefined;
  /** The version that was shown with this value. */
  #version: string | undefined;
  #update: Exchange | undefined;

  constructor(verdicts: Verdicts) {
    this.#verdicts = verdicts;
  }

  /** The update that caused the last state, if it is known. */
  get update(): Exchange | undefined {
    return this.#update;
  }

  /** An update was accepted: the previous state had the version that it stated. */
  leave(stated: string, exchange: Exchange): void {
    const [value, before] = [this.#value, this.#update];
    this.#update = exchange;
    if (value === undefined || before === undefined) return;
    // The resource has left the last shown state, but not by an update of the model.
    if (this.#version === undefined || !sameNumber(this.#version, stated)) return this.#known.clear();
    const version = canonicalVersion(stated);
    const known = this.#known.get(version);
    if (known !== undefined && known.value !== value)
      return this.#verdicts.breakOff('Versioning/states-differ-in-version', {
        expected: `no other state at version ${stated}`,
        got: `${known.value} and ${value}: an update with version ${stated} was accepted on both`,
        deviation: { kind: 'reused-version' },
        exchanges: [known.update, before, exchange],
      });
    this.#known.set(version, { value, update: exchange });
    this.#verdicts.hold('Versioning/states-differ-in-version');
  }

  /** The value that shows after the update; undefined if the update set none. */
  enter(value: string, { status }: Exchange, shown: Exchange | undefined): void {
    // Another client has written to the resource, or a database was restored: noted states may recur.
    if (shown === undefined && !says({ status }, 'later')) this.#known.clear();
    this.#value = shown === undefined ? undefined : value;
    this.#version = shown && versionOf(shown.value);
  }

  /** A write may have set a value that is not known. */
  blur(): void {
    this.#value = undefined;
  }

  /** An overwrite may have set an unknown value: no update has caused the current state. */
  overwritten(): void {
    this.#value = undefined;
    this.#update = undefined;
  }

  forget(): void {
    this.overwritten();
    this.#known.clear();
  }
}
