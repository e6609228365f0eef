import { yearLater, type Certificate } from '../certificate.ts';
import { slackMs } from './dated.ts';
import { linesAbout, type Verified } from './verified.ts';

const line = linesAbout('valid');

/**
 * Until when the certificate is valid. If the reader knows when its nonce was handed out, the year counts from then:
 * a date of the vendor cannot prolong it. A registry hands a nonce out before anybody runs by it.
 *
 * @param asked.drawn - when the nonce was handed out
 */
export function valid(
  { run, issuedAt, validUntil }: Certificate,
  { now, drawn }: { readonly now: Date; readonly drawn?: Date | undefined },
): Verified {
  if (drawn !== undefined && Date.parse(run.startedAt) < drawn.getTime() - slackMs)
    return line.untold(
      `its run began ${run.startedAt}, before its nonce was handed out: ${drawn.toISOString()}`,
    );
  const [until = validUntil] = [validUntil, ...(drawn === undefined ? [] : [yearLater(drawn)])].toSorted();
  const counted =
    drawn === undefined
      ? 'counted from the date that the certificate states'
      : 'counted from the time at which its nonce was handed out';
  return now.toISOString().slice(0, 10) > until
    ? line.untold(`expired on ${until}`)
    : line.said(`until ${until}, ${counted}: ${(drawn?.toISOString() ?? issuedAt).slice(0, 10)}`);
}
