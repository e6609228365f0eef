import type { BodyIntent } from '../../run/body-intent.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../facts.ts';
import type { JsonInput } from '../../wire/json/json.ts';

/** The outcome of an update that states the supposed actual version. */
export type Match =
  | {
      readonly kind: 'accepted';
      readonly exchange: Exchange;
      readonly stated: string;
      /** 409 answers to the same version before it was accepted. */
      readonly spurious: readonly Exchange[];
      /**
       * How many of these 409 answers neither a lag nor concurrent requests explain: reads showed the version
       * before and after.
       */
      readonly unexplained: number;
    }
  /** Always 409, although reads after the longest lag showed the stated version before and after. */
  | {
      readonly kind: 'conflict';
      readonly exchanges: readonly Exchange[];
      readonly stated: string;
      readonly settled: number;
    }
  | { readonly kind: 'refused' | 'crash' | 'noise'; readonly exchange: Exchange; readonly stated: string }
  | { readonly kind: 'unreadable' };

/** An update that states a version other than the actual version. */
export interface Mismatch {
  /** The kind of version that it states: `one above`, `an earlier version`. */
  readonly label: string;
  /** The version was replaced by an update. */
  readonly former?: true;
  /** The version as JSON text. */
  readonly version: string;
  /** One deviating answer suffices: no other write could have made this version actual. */
  readonly far: boolean;
  /** Actions in place of the actions of the batch. */
  readonly actions?: JsonInput;
  /** The content is intentionally not a list of actions. */
  readonly bodyIs?: BodyIntent;
  /** How its body is labelled and written, if not as usual. */
  readonly contentType?: string;
  readonly spelling?: (body: JsonInput) => string;
}

export interface SentMismatch {
  readonly probe: Mismatch;
  readonly exchange: Exchange;
}

/** The result of a batch: probes, then the same actions with the actual version. */
export interface MismatchBatch {
  readonly mismatches: readonly SentMismatch[];
  readonly match: Match;
  /** The version that was supposedly actual when the suite chose the mismatches. */
  readonly aimed: string;
  /** The matching update was accepted at that very version: no probe changed it; the actions were valid. */
  readonly proven: boolean;
}

/** A mismatch with a refusal other than 409, if the same list of actions is accepted with the actual version (4.10). */
export interface MissedConflict {
  readonly probe: Mismatch;
  readonly exchange: Exchange;
  readonly aimed: string;
  readonly actions: readonly UpdateAction[];
  /** No other request of the run was under way at the resource; otherwise a lock may have refused it. */
  readonly isAlone: boolean;
}

/** A 409 to an update that stated the version just shown; the same version was accepted later (4.10). */
export interface SpuriousConflict {
  readonly exchange: Exchange;
  /** The explanation: a lag of an earlier write, or a lock that another request of the run held. */
  readonly explainedBy: 'lag' | 'company' | undefined;
  /** Milliseconds until the version was accepted. */
  readonly costMs: number;
}
