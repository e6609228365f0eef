import type { Clock } from '../wire/clock.ts';
import type { Awaited } from './awaited.ts';
import type { Governor } from './session/governor.ts';

/** The time of a run: waits end once the run is stopped. */
export type RunClock = ReturnType<typeof createRunClock>;

/** The clock for waits of checks; work that goes on after a stop waits on `clock` itself. */
export function createRunClock(clock: Clock, governor: Governor) {
  return {
    now: () => clock.now(),
    date: () => clock.date(),
    /** Waits this many milliseconds, for a reason that the report names. */
    sleep: (ms: number, what: Awaited) => governor.sleep(ms, what),
    pace: new Pace(),
    get stopped(): boolean {
      return governor.stopped;
    },
  };
}

/** Two reads show nothing new if their distance is less than this fraction of their time. */
const nearEnough = 0.1;

/** The awaited effect began to show between these two times after a write, in milliseconds. */
interface Span {
  readonly notYet: number;
  readonly shown: number;
}

/** The time that effects took to show, by window, so that reads come in time; no verdict depends on it. */
export class Pace {
  readonly #spans = new Map<number, Span>();

  /**
   * Notes that one read showed an effect but the previous read did not, in milliseconds after the write.
   *
   * @throws UnreadableTape for a body without a text, and for more bodies than an event may have
   */
  note(windowMs: number, { notYet, shown }: Span): void {
    const known = this.#spans.get(windowMs);
    const agrees = known !== undefined && shown > known.notYet && shown <= known.shown;
    this.#spans.set(windowMs, agrees ? { notYet: Math.max(known.notYet, notYet), shown } : { notYet, shown });
  }

  /** The times of reads; `usual` applies as long as nothing is known. */
  looks(windowMs: number, usual: readonly number[]): readonly number[] {
    const known = this.#spans.get(windowMs);
    if (known === undefined) return usual;
    const { notYet, shown } = known;
    const between = shown - notYet > shown * nearEnough ? [Math.ceil((notYet + shown) / 2)] : [];
    return [...usual.filter((at) => at <= firstLook), ...between, shown, ...usual.filter((at) => at > shown)];
  }
}

/** One read always comes soon, whatever earlier effects showed. */
const firstLook = 50;
