import { JsonNumber } from '../../wire/json/json.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';

/** The meaning of a 2xx answer to an insufficient caller. */
export type Grant =
  /** The answer discloses or changes something, or cannot be distinguished from a success. */
  | 'granted'
  /** The answer is recognisably no success. */
  | 'refused'
  /** The answer may be a refusal in the form of a success: the contract allows it, and a vendor may declare it. */
  | 'open';

/** One operation as its rules of access are tested. */
export interface AccessCase {
  readonly endpoint: EndpointName;
  /** Prepares the target of the requests; once per run. Throws `Inconclusive` if there is no target. */
  readonly prepare: (on: Stage) => Promise<AccessTarget>;
}

/** An operation on a certain target; any caller may send it. */
export interface AccessTarget {
  readonly ask: (on: Stage, as: Caller) => Promise<Exchange>;
  /** Whether the answer to a sufficient caller shows content that a refusal would hide. */
  readonly shows: (control: Exchange) => boolean;
  /** Judges a 2xx answer to an insufficient caller beside the answer to a sufficient caller. */
  readonly grants: (probe: Exchange, control: Exchange, again: Exchange) => Grant;
  /** Requests of sufficient callers have an effect: only one sends the request, after all other callers. */
  readonly once?: boolean;
  /** The line that may help if no sufficient caller is granted access. */
  readonly supply?: string;
  /** Content that a refusal must not show, because it is refused. */
  readonly leaks?: (refusal: Exchange) => boolean;
  /** If there was nothing to refuse: the reason why a refusal proves nothing, as a sentence. These callers send the request again, once. */
  readonly refusesNothing?: (on: Stage, refusal: Exchange) => Promise<string | undefined>;
  /** A similar request of a sufficient caller, if the effect of the request itself must not come first. */
  readonly control?: (on: Stage, as: Caller) => Promise<Exchange>;
  /** Decides by further requests if `grants` finds `open`. */
  readonly decideOpen?: (
    on: Stage,
    asked: { readonly caller: Caller; readonly controller: Caller },
    probe: Exchange,
    control: Exchange,
  ) => Promise<Grant>;
  /** If `grants` finds `open`, because the control shows nothing: outwaits any lag; returns whether the control now shows something. */
  readonly becomesTelling?: (on: Stage, control: Exchange) => Promise<boolean>;
  /** Insufficient callers for whom the contract has two readings: no request is sent for them. */
  readonly exempts?: (caller: Caller) => boolean;
  /** Waits until no lag can explain why one caller sees no content, while another caller sees some. */
  readonly outwaitLag?: (on: Stage, caller: Caller) => Promise<unknown>;
}

/** Both answers have the same status and shape (names and JSON types of the top-level members). */
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

/** The JSON type: a number is kept in its spelling, in an object of its own. */
function kind(value: unknown): string {
  if (value instanceof JsonNumber) return 'number';
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
