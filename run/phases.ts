import { phases, type Phase } from '../clause/clause.ts';
import { shutGate, type Gate } from './gate.ts';

/** A phase opens when all earlier phases are over; a deferred check delays only the last phase. */
export class Phases {
  readonly #pending = new Map<Phase, number>(phases.map((phase) => [phase, 0]));
  readonly #gates = new Map<Phase, Gate>(phases.map((phase) => [phase, shutGate()]));
  readonly #beforeOpening: (phase: Phase) => Promise<void>;
  current: Phase | undefined;
  #deferred = 0;
  #moving = false;

  constructor(beforeOpening: (phase: Phase) => Promise<void>) {
    this.#beforeOpening = beforeOpening;
  }

  /** Announces work for a phase, before the start. */
  expect(phase: Phase): void {
    this.#add(phase, 1);
  }

  /** Moves announced work to another phase, before the start. */
  reschedule(from: Phase, to: Phase): void {
    this.#add(from, -1);
    this.#add(to, 1);
  }

  /** Opens the first phase, once all work is announced. */
  start(): void {
    void this.#advance();
  }

  async opened(phase: Phase): Promise<void> {
    await this.#gates.get(phase)?.opened;
  }

  /** Announced work of the phase is done. */
  leave(phase: Phase): void {
    this.#add(phase, -1);
    void this.#advance();
  }

  async move(from: Phase, to: Phase): Promise<void> {
    this.#add(to, 1);
    this.leave(from);
    await this.opened(to);
  }

  /** Waits without delaying the phase; then goes `back` to it if still open, else to the late phase. */
  async defer<T>(phase: Phase, work: () => Promise<T>, back: (phase: Phase) => void): Promise<T> {
    this.#deferred += 1;
    this.leave(phase);
    try {
      return await work();
    } finally {
      back(await this.#comeBack(phase));
    }
  }

  async #comeBack(phase: Phase): Promise<Phase> {
    const back = this.current === phase && !this.#moving ? phase : 'late';
    this.#add(back, 1);
    this.#deferred -= 1;
    void this.#advance();
    if (back === 'late') await this.opened('late');
    return back;
  }

  #add(phase: Phase, change: number): void {
    this.#pending.set(phase, (this.#pending.get(phase) ?? 0) + change);
  }

  async #advance(): Promise<void> {
    if (this.#moving) return;
    this.#moving = true;
    try {
      for (;;) {
        const at = this.current === undefined ? -1 : phases.indexOf(this.current);
        const next = phases[at + 1];
        if (next === undefined) return;
        if (this.current !== undefined && (this.#pending.get(this.current) ?? 0) > 0) return;
        if (this.current === 'late' && this.#deferred > 0) return;
        await this.#beforeOpening(next);
        if (this.current === 'late' && ((this.#pending.get('late') ?? 0) > 0 || this.#deferred > 0)) continue;
        this.current = next;
        this.#gates.get(next)?.open();
      }
    } finally {
      this.#moving = false;
    }
  }
}
