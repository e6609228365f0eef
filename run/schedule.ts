import type { Phase } from '../clause/clause.ts';
import { shutGate } from './gate.ts';
import { Phases } from './phases.ts';

/** Whether a check of that phase must not run beside other checks. */
export type Company = 'alone' | 'together';

/** When checks run: phases one after another, and in some phases checks one at a time. */
export class Schedule {
  readonly phases: Phases;
  readonly #before = new Map<Phase, () => Promise<void>>();
  readonly #longestChain: () => number;
  /** The depth at which work of the open phase begins. */
  chainBase = 0;
  #lastAlone: Promise<void> = Promise.resolve();
  #together: Promise<void>[] = [];

  /** @param onPhase - called with a phase once all earlier phases are over */
  constructor(longestChain: () => number, onPhase: (phase: Phase) => void = () => undefined) {
    this.#longestChain = longestChain;
    this.phases = new Phases(async (phase) => {
      onPhase(phase);
      await this.#before.get(phase)?.();
      this.beginChains();
    });
  }

  before(phase: Phase, work: () => Promise<void>): void {
    this.#before.set(phase, work);
  }

  /** Work that begins now counts as waiting for earlier work. */
  beginChains(): void {
    this.chainBase = this.#longestChain();
  }

  /** Waits for a turn in a phase, alone or together with other checks; returns the function that ends the turn, called with the depth of the work. */
  async turn(company: Company): Promise<(depth: number) => void> {
    const before = company === 'alone' ? [this.#lastAlone, ...this.#together] : [this.#lastAlone];
    const mine = shutGate();
    if (company === 'alone') {
      this.#lastAlone = mine.opened;
      this.#together = [];
    } else this.#together.push(mine.opened);
    await Promise.all(before);
    return (depth) => {
      this.chainBase = Math.max(this.chainBase, depth);
      mine.open();
    };
  }
}
