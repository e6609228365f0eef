import { defined } from '../../clause/defined.ts';
import type { RunRecord } from '../../clause/report.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { RefusedWrite, StrayGrant } from '../refused-writes.ts';
import type { Sharing } from '../stage.ts';
import type { MissedConflict, SpuriousConflict, MismatchBatch } from '../updates/mismatch-batch.ts';

/** Notes of checks for others to judge. */
export class Noted {
  readonly #now: () => number;
  readonly #passed: (answer: Exchange) => void;
  readonly #refusedWrites: RefusedWrite[] = [];
  readonly #batches: MismatchBatch[] = [];
  readonly #missedConflicts: MissedConflict[] = [];
  readonly #spuriousConflicts: SpuriousConflict[] = [];
  readonly #grants: StrayGrant[] = [];
  #races: Pick<RunRecord, 'races' | 'raced'> = {};
  #restedMs: number | undefined;
  #lastRefusal = -Infinity;

  /** @param by.passed - reported of each answer that came and went */
  constructor(by: { readonly now: () => number; readonly passed: (answer: Exchange) => void }) {
    this.#now = by.now;
    this.#passed = by.passed;
  }

  /** What the record of a run says of races and of rests. */
  get power(): Pick<RunRecord, 'races' | 'raced' | 'restedMs'> {
    return { ...this.#races, ...defined({ restedMs: this.#restedMs }) };
  }

  /**
   * The time of the last refused write that is looked for only at the end, on the clock of the run; long ago if there
   * was none.
   */
  get lastRefusal(): number {
    return this.#lastRefusal;
  }

  /** The same as checks see it. */
  sharing({ shared, hasSent }: Pick<Sharing, 'shared' | 'hasSent'>): Sharing {
    return {
      shared,
      hasSent,
      refusedWrite: (write) => {
        this.#refusedWrites.push(write);
        if (write.isLookedAfter !== true) this.#lastRefusal = this.#now();
      },
      refusedWrites: this.#refusedWrites,
      noteMismatches: (batch) => void this.#batches.push(batch),
      batches: this.#batches,
      noteMissedConflict: (missed) => void this.#missedConflicts.push(missed),
      missedConflicts: this.#missedConflicts,
      noteSpuriousConflict: (spurious) => {
        this.#spuriousConflicts.push(spurious);
        this.#passed(spurious.exchange);
      },
      spuriousConflicts: this.#spuriousConflicts,
      noteGrant: (grant) => void this.#grants.push(grant),
      grants: this.#grants,
      noteRest: (ms) => void (this.#restedMs = Math.max(ms, this.#restedMs ?? 0)),
      noteRaces: (raced, races) => void (this.#races = { races, raced }),
    };
  }
}
