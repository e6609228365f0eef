import { JsonNumber } from '../../wire/json/json.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';

/** What a 2xx answer to an insufficient caller amounts to. */
export type Grant =
  /** It discloses, changes, or cannot be told from a success. */
  | 'granted'
  /** It is recognisably none. */
  | 'refused'
  /** It may be a refusal in the form of a success, as the vendor may declare; the contract does not say. */
  | 'open';

/** One operation as its rules of access are tested. */
export interface AccessCase {
  readonly endpoint: EndpointName;
  /** Readies what the asks need; once a run. Throws `Inconclusive` where it cannot be had. */
  readonly prepare: (on: Stage) => Promise<AccessTarget>;
}

/** An operation on a certain target, that any caller may try. */
export interface AccessTarget {
  readonly ask: (on: Stage, as: Caller) => Promise<Exchange>;
  /** The answer of a sufficient caller shows what there is to refuse. */
  readonly shows: (control: Exchange) => boolean;
  /** Judges a 2xx answer to an insufficient caller beside the answer to a sufficient one. */
  readonly grants: (probe: Exchange, control: Exchange, again: Exchange) => Grant;
  /** Sufficient callers' asks have an effect: only one of them is asked, after all others. */
  readonly once?: boolean;
  /** The line that may help where no sufficient caller is granted access. */
  readonly supply?: string;
  /** What a refusal must not tell, because it is what is refused. */
  readonly leaks?: (refusal: Exchange) => boolean;
  /** Why a refusal shows nothing, where there was nothing to refuse: a sentence. Such callers are asked again, once. */
  readonly refusesNothing?: (on: Stage, refusal: Exchange) => Promise<string | undefined>;
  /** A sufficient ask of the same kind, where it has an effect that must not come first. */
  readonly control?: (on: Stage, as: Caller) => Promise<Exchange>;
  /** Decides where `grants` finds `open`, by looking further. */
  readonly decideOpen?: (
    on: Stage,
    asked: { readonly caller: Caller; readonly controller: Caller },
    probe: Exchange,
    control: Exchange,
  ) => Promise<Grant>;
  /**
   * Where `grants` finds `open` because the control shows nothing: waits until a lag can no longer explain that.
   *
   * @returns whether there is something to tell now, so that both are worth asking again
   */
  readonly becomesTelling?: (on: Stage, control: Exchange) => Promise<boolean>;
  /** Insufficient callers on whom the contract can be read either way: they are not asked. */
  readonly exempts?: (caller: Caller) => boolean;
  /** Waits until no lag can explain that one caller sees what another does not. */
  readonly outwaitLag?: (on: Stage) => Promise<void>;
}

/** Status and shape (names and JSON types of the members at the top) are those of the other answer. */
export function sameShape(a: Exchange, b: Exchange): boolean {
  return a.status === b.status && shapeOf(a) === shapeOf(b);
}

function shapeOf(exchange: Exchange): string {
  const { value, object } = exchange;
  if (exchange.body.length === 0) return 'no body';
  if (object === undefined) return Array.isArray(value) ? 'array' : `other ${kind(value)}`;
  return Object.keys(object)
    .toSorted()
    .map((name) => `${name}:${kind(object[name])}`)
    .join();
}

/** The JSON type: a number is kept as it is written, in an object of its own. */
function kind(value: unknown): string {
  if (value instanceof JsonNumber) return 'number';
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
