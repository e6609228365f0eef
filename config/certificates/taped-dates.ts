import { defined } from '../../clause/defined.ts';
import { sentIn, type TapedOutcome, type TapeEvent } from '../../tape/events.ts';
import type { Tape, TapedEvents } from '../../tape/tape.ts';

export interface TapedDates {
  /** The start as the recorder states it; an invalid date if the recorder states none. */
  readonly began: Date;
  /** How far the clock of the server was ahead of the recorder's, by the fields `Date` of its answers; undefined without any. */
  readonly aheadMs: number | undefined;
}

/** A tape, and the dates of the events read so far: a judge reads each event anyway. */
export function withDates<T extends Pick<Tape, 'head' | 'events'>>(
  tape: T,
): { readonly tape: T; readonly dates: () => TapedDates } {
  const began = new Date(tape.head.startedAt);
  const ahead: number[] = [];
  const events: TapedEvents = {
    length: tape.events.length,
    ...defined({ octets: tape.events.octets }),
    *[Symbol.iterator](): Generator<TapeEvent> {
      for (const event of tape.events) {
        for (const outcome of 'said' in event ? sentIn(event).outcomes : []) {
          const dated = dateOf(outcome);
          if (dated !== undefined) ahead.push(dated - began.getTime() - outcome.t[1]);
        }
        yield event;
      }
    },
  };
  return { tape: { ...tape, events }, dates: () => ({ began, aheadMs: middle(ahead) }) };
}

/** Milliseconds since 1970; RFC 9110, section 6.6.1, states them in GMT. */
function dateOf(outcome: TapedOutcome): number | undefined {
  if (!('s' in outcome)) return undefined;
  const text = outcome.h.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '';
  const moment = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** The median, because a cache may answer with an old date. */
function middle(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
