import type { Exchange } from '../../history/exchange.ts';
import type { PlaceOf } from './refused-texts.ts';
import type { Verdicts } from './verdicts.ts';

/** Strings of accepted updates of a resource: none shows in another resource that they did not name. */
export class BroughtTexts {
  readonly #verdicts: Verdicts;
  readonly #placeOf: PlaceOf;
  #brought: readonly { readonly canary: string; readonly exchange: Exchange }[] = [];

  constructor(verdicts: Verdicts, placeOf: PlaceOf) {
    this.#verdicts = verdicts;
    this.#placeOf = placeOf;
  }

  add(canary: string, exchange: Exchange): void {
    this.#brought = [...this.#brought, { canary, exchange }];
  }

  /** A read of the other resource, at the end. */
  judge(bystander: Exchange): void {
    if (!bystander.succeeded || this.#verdicts.broken !== undefined) return;
    const found = this.#brought.find(({ canary }) => this.#placeOf(bystander, canary) !== undefined);
    if (found === undefined)
      return this.#verdicts.hold('4.10/changes-the-named-resource', this.#brought.length);
    breakWhatIsNamed(this.#verdicts, found.canary, [found.exchange, bystander]);
  }

  forget(): void {
    this.#brought = [];
  }
}

export function breakWhatIsNamed(verdicts: Verdicts, canary: string, exchanges: readonly Exchange[]): void {
  verdicts.breakOff('4.10/changes-the-named-resource', {
    expected: 'a resource that the update did not name to stay as it was',
    got: `${canary}, which an update of another resource contained`,
    deviation: { kind: 'holds', text: canary },
    exchanges,
  });
}
