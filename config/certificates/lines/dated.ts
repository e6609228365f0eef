import { type Certificate, yearLater } from '../certificate.ts';
import type { TapedDates } from '../taped-dates.ts';
import { linesAbout, type Verified } from './verified.ts';

/** Milliseconds by which the clocks of honest computers differ at most. */
const slackMs = 5 * 60 * 1_000;

const dates = linesAbout('dated');
const validity = linesAbout('valid');

/** Whether the start of the run, the dates of the answers and the clock of the reader agree. */
export function dated({ run, issuedAt }: Certificate, tape: TapedDates, now: Date): Verified {
  const [start, issued] = [run.startedAt, issuedAt].map((text) => new Date(text)) as [Date, Date];
  if (issued.getTime() > now.getTime() + slackMs)
    return dates.untold(`issued ${shown(issued)}, and here it is ${shown(now)}: one clock is wrong`);
  const odd = clocksApart(tape);
  if (odd !== undefined) return dates.untold(odd);
  return tape.aheadMs === undefined
    ? dates.said(`began ${shown(start)}, by the vendor’s clock alone: no answer has a date`)
    : dates.holds(`began ${shown(start)}, by the vendor’s clock and the dates of the answers`);
}

/** Why the dates of a tape prove nothing: the clocks of server and recorder differ by more than `slackMs`. */
export function clocksApart({ began, aheadMs = 0 }: TapedDates): string | undefined {
  if (Math.abs(aheadMs) <= slackMs) return undefined;
  return `its run began ${shown(began)} by the vendor’s clock, and ${shown(new Date(began.getTime() + aheadMs))} by the dates of its answers: one clock is wrong`;
}

/** Any date, as `2026-11-25 12:00:03 UTC`. */
function shown(moment: Date): string {
  return Number.isNaN(moment.getTime())
    ? 'at no time'
    : `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The end of its validity: the year counts from the hand-out of the nonce, if the reader knows its time. */
export function valid(
  { run, issuedAt, validUntil }: Certificate,
  { now, drawn }: { readonly now: Date; readonly drawn?: Date | undefined },
): Verified {
  if (drawn !== undefined && Date.parse(run.startedAt) < drawn.getTime() - slackMs)
    return validity.untold(
      `its run began ${run.startedAt}, before its nonce was handed out: ${drawn.toISOString()}`,
    );
  const [until = validUntil] = [validUntil, ...(drawn === undefined ? [] : [yearLater(drawn)])].toSorted();
  const counted =
    drawn === undefined
      ? 'counted from the date that the certificate states'
      : 'counted from the time at which its nonce was handed out';
  return now.toISOString().slice(0, 10) > until
    ? validity.untold(`expired on ${until}`)
    : validity.said(`until ${until}, ${counted}: ${(drawn?.toISOString() ?? issuedAt).slice(0, 10)}`);
}
