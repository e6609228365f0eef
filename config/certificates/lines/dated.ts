import type { Certificate } from '../certificate.ts';
import type { TapedDates } from '../taped-dates.ts';
import { linesAbout, type Verified } from './verified.ts';

/** Clocks of honest computers differ by less, in milliseconds. */
export const slackMs = 5 * 60 * 1_000;

const line = linesAbout('dated');

/**
 * Whether the dates of a certificate agree: the start of its run with the dates that the server has put into its answers,
 * and both with the reader's clock.
 */
export function dated({ run, issuedAt }: Certificate, tape: TapedDates, now: Date): Verified {
  const [start, issued] = [run.startedAt, issuedAt].map((text) => new Date(text)) as [Date, Date];
  if (issued.getTime() > now.getTime() + slackMs)
    return line.untold(`issued ${shown(issued)}, and here it is ${shown(now)}: one clock is wrong`);
  const odd = clocksApart(tape);
  if (odd !== undefined) return line.untold(odd);
  return tape.aheadMs === undefined
    ? line.said(`began ${shown(start)}, by the vendor’s clock alone: no answer has a date`)
    : line.holds(`began ${shown(start)}, by the vendor’s clock and the dates of the answers`);
}

/**
 * Why a certificate of a tape could not be shown by its dates: the clock of the server and the clock of the
 * recorder differ by more than five minutes. Names both dates; undefined if the dates agree, or if no answer
 * has a date.
 */
export function clocksApart({ began, aheadMs = 0 }: TapedDates): string | undefined {
  if (Math.abs(aheadMs) <= slackMs) return undefined;
  return `its run began ${shown(began)} by the vendor’s clock, and ${shown(new Date(began.getTime() + aheadMs))} by the dates of its answers: one clock is wrong`;
}

/** `2026-11-25 12:00:03 UTC`, whatever date it is. */
function shown(moment: Date): string {
  return Number.isNaN(moment.getTime())
    ? 'at no time'
    : `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
