import { says } from '../../wire/status.ts';
import type { Exchange } from '../../history/exchange.ts';
import { mentions } from '../../wire/json/pointer.ts';
import type { ModelClause, Verdicts } from './verdicts.ts';

/** The content of a refused write never shows. */
type ClauseOfRefusals = Extract<
  ModelClause,
  `4.10/conflict-has-no-effect` | `4.${6 | 7 | 8}/refused-${string}`
>;

/** A refused write, and the string that only this write contained. */
interface Refused {
  readonly canary: string;
  readonly exchange: Exchange;
  readonly clause: ClauseOfRefusals;
}

/** The place where a read shows a text as state, as a JSON Pointer. */
export type PlaceOf = (read: Exchange, text: string) => string | undefined;

/** Strings that only refused writes carried: they never show as state. */
export class RefusedTexts {
  readonly #verdicts: Verdicts;
  readonly #placeOf: PlaceOf;
  #refused: readonly Refused[] = [];
  #denied: readonly string[] = [];
  #isSuspect = false;
  #conflicts = 0;

  constructor(verdicts: Verdicts, placeOf: PlaceOf) {
    this.#verdicts = verdicts;
    this.#placeOf = placeOf;
  }

  /** The text of a refused write shows, but the contract does not state the refusal: suspect, not a violation. */
  get isSuspect(): boolean {
    return this.#isSuspect;
  }

  /** The number of updates refused with 409 that no read or update has yet shown to be without effect. */
  get conflicts(): number {
    return this.#conflicts;
  }

  add(refused: Refused): void {
    this.#refused = [...this.#refused, refused];
    if (refused.clause === '4.10/conflict-has-no-effect' && says(refused.exchange, 'conflict'))
      this.#conflicts += 1;
  }

  /** An update by a caller for whom the contract does not state whether the update is allowed. */
  addDenied(canary: string): void {
    this.#denied = [...this.#denied, canary];
  }

  look(read: Exchange): void {
    if (!read.succeeded) return;
    this.#isSuspect ||= this.#denied.some((canary) => mentions(read.value, canary));
    const found = this.#refused.find(({ canary }) => this.#placeOf(read, canary) !== undefined);
    if (found === undefined) return;
    this.#verdicts.breakOff(found.clause, {
      expected: `nothing of a refused ${writeOf(found.clause)}`,
      got: `${found.canary}, which only a request answered ${found.exchange.label} contained`,
      deviation: { kind: 'holds', exchange: read, text: found.canary },
      exchanges: [
        { exchange: found.exchange, role: 'probe', culprit: true },
        { exchange: read, role: 'look', pointer: this.#placeOf(read, found.canary) },
      ],
    });
  }

  /** Notes an accepted update or a read after these conflicts; returns whether it shows that they had no effect. */
  settle(isShown: boolean): void {
    if (isShown) this.#verdicts.hold('4.10/conflict-has-no-effect', this.#conflicts);
    this.#conflicts = 0;
  }

  forget(): void {
    this.#refused = [];
    this.#denied = [];
  }
}

function writeOf(clause: ClauseOfRefusals): string {
  if (clause === '4.6/refused-create-has-no-effect') return 'create';
  return clause === '4.10/conflict-has-no-effect' ? 'update' : 'overwrite';
}

/** Strings of accepted updates of a resource: none may show in a resource that they did not name. */
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
