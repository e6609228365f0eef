import { defined } from '../../clause/defined.ts';
import type { RunRecord } from '../../clause/report.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { RefusedWrite, Sharing, StrayGrant } from '../stage.ts';
import type { MissedConflict, SpuriousConflict, MismatchBatch } from '../updates/mismatch-batch.ts';

/** Notes of checks for others to judge. */
export class Noted {
  readonly #now: () => number;
  readonly #passed: (answer: Exchange) => void;
  readonly #notes = {
    refusedWrites: [] as RefusedWrite[],
    batches: [] as MismatchBatch[],
    missedConflicts: [] as MissedConflict[],
    spuriousConflicts: [] as SpuriousConflict[],
    grants: [] as StrayGrant[],
  };
  #races: Pick<RunRecord, 'races' | 'raced'> = {};
  #restedMs: number | undefined;
  #lastRefusal = -Infinity;

  /** @param by.passed - reported of each answer that came and went */
  constructor(by: { readonly now: () => number; readonly passed: (answer: Exchange) => void }) {
    this.#now = by.now;
    this.#passed = by.passed;
  }

  /** The lines about races and rests for the record of the run. */
  get power(): Pick<RunRecord, 'races' | 'raced' | 'restedMs'> {
    return { ...this.#races, ...defined({ restedMs: this.#restedMs }) };
  }

  /** The time, on the clock of the run, of the last refused write whose effect is searched for only at the end. */
  get lastRefusal(): number {
    return this.#lastRefusal;
  }

  sharing(by: Pick<Sharing, 'shared' | 'hasSent'>): Sharing {
    const notes = this.#notes;
    return {
      ...by,
      ...notes,
      refusedWrite: (write) => {
        notes.refusedWrites.push(write);
        if (write.isLookedAfter !== true) this.#lastRefusal = this.#now();
      },
      noteMismatches: (batch) => void notes.batches.push(batch),
      noteMissedConflict: (missed) => void notes.missedConflicts.push(missed),
      noteSpuriousConflict: (spurious) => {
        notes.spuriousConflicts.push(spurious);
        this.#passed(spurious.exchange);
      },
      noteGrant: (grant) => void notes.grants.push(grant),
      noteRest: (ms) => void (this.#restedMs = Math.max(ms, this.#restedMs ?? 0)),
      noteRaces: (raced, races) => void (this.#races = { races, raced }),
    };
  }
}
