import { phases, type Phase, type Placing } from '../clause/clause.ts';
import { notTested } from '../clause/thrown.ts';
import type { Schedule } from './schedule.ts';
import type { Chain } from './session/dispatch.ts';

/** How a check can use its time. */
export interface Waiting {
  readonly phase: Phase;
  /** Waits without delaying the phase: other checks continue meanwhile. */
  defer<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for a phase, if it comes later. The check must have given back its resources before. */
  until(phase: Phase): Promise<void>;
}

/**
 * The presence of one check in the schedule: its phase, its turn, and its successive exchanges. Once the
 * check has ended, its remaining work neither delays a phase nor takes a turn.
 */
export class Attendance {
  readonly chain: Chain;
  readonly #schedule: Schedule;
  readonly #placing: Placing;
  phase: Phase;
  #turn: ((depth: number) => void) | undefined;
  #isDeferred = false;
  #isOver = false;

  constructor(schedule: Schedule, placing: Placing) {
    this.#schedule = schedule;
    this.#placing = placing;
    this.phase = placing.phase;
    this.chain = { depth: schedule.chainBase };
  }

  /** Begins in the phase of the check; in some phases, checks run one at a time. */
  async enter(): Promise<void> {
    this.#mustGoOn();
    if (this.phase === 'races') this.#turn = await this.#schedule.turn('alone');
    if (this.phase === 'overwrites')
      this.#turn = await this.#schedule.turn(this.#placing.company ?? 'together');
    if (this.#isOver) this.leave();
    this.#mustGoOn();
    this.chain.depth = Math.max(this.chain.depth, this.#schedule.chainBase);
  }

  leave(): void {
    this.#turn?.(this.chain.depth);
    this.#turn = undefined;
  }

  /** Leaves the phase for good: the check is over. */
  end(): void {
    this.#isOver = true;
    if (!this.#isDeferred) this.#schedule.phases.leave(this.phase);
  }

  #mustGoOn(): void {
    if (this.#isOver) throw notTested({ code: 'budget', text: 'the check has ended' });
  }

  /** @param mayDefer - whether the phase can go on without the check at present */
  waiting(mayDefer: () => boolean): Waiting {
    const phaseNow = (): Phase => this.phase;
    return {
      get phase() {
        return phaseNow();
      },
      defer: async (work) => {
        if (this.phase !== 'quiet' || this.#isOver || !mayDefer()) return await work();
        this.#isDeferred = true;
        return await this.#schedule.phases.defer(this.phase, work, (phase) => {
          this.phase = phase;
          this.#isDeferred = false;
          if (this.#isOver) this.#schedule.phases.leave(phase);
        });
      },
      until: async (phase) => {
        const from = this.phase;
        if (phases.indexOf(phase) <= phases.indexOf(from)) return;
        this.#mustGoOn();
        this.leave();
        this.phase = phase;
        await this.#schedule.phases.move(from, phase);
        await this.enter();
      },
    };
  }
}
