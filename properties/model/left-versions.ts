import { says } from '../../wire/status.ts';
import type { Exchange } from '../../history/exchange.ts';
import { sameNumber } from '../../wire/json/numbers.ts';

/**
 * Versions that accepted updates stated. Each update stored a unique string, so the resource has left these
 * versions since.
 */
export class LeftVersions {
  #left: readonly string[] = [];
  /** The version that an accepted deferred update stated. */
  #later: string | undefined;

  get last(): string | undefined {
    return this.#left.at(-1);
  }

  /** A deferred update may still be pending. */
  get isOneToBeLeft(): boolean {
    return this.#later !== undefined;
  }

  /** One of these versions, counted from the last. */
  back(by: number): string | undefined {
    return this.#left.at(-1 - (by % Math.max(1, this.#left.length)));
  }

  add(version: string): void {
    this.#left = [...this.#left, version];
  }

  /** A deferred update replaces its version once a further update is accepted: until then, reads may lag. */
  leave(stated: string, { status }: Exchange): void {
    if (this.#later !== undefined && !sameNumber(this.#later, stated)) this.add(this.#later);
    this.#later = says({ status }, 'later') ? stated : undefined;
    if (!says({ status }, 'later')) this.add(stated);
  }

  forget(): void {
    this.#left = [];
  }
}
