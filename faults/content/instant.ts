import { number, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { Fault } from '../fault.ts';

/** Writes one member of DateExamples otherwise where the instant is a certain one. */
function writing(
  name: string,
  member: string,
  summary: string,
  write: (iso: string, instant: Date) => Json,
): Fault {
  const override: PolicyOverride = (base) => ({
    dates: (instant) => ({ ...base.dates(instant), [member]: write(instant.toISOString(), instant) }),
  });
  return { name, summary, section: 'Resources', expect: 'fail', override };
}

/** DateExamples in another form than the documented one, for some instants only (4.13). */
export const instantFaults: readonly Fault[] = [
  writing(
    'date-only-without-zeros-of-days',
    'dateOnlyExample',
    'Days below 10 have one digit in the date.',
    (iso) => iso.slice(0, 10).replace(/-0(\d)$/, '-$1'),
  ),
  writing(
    'date-only-a-year-before',
    'dateOnlyExample',
    'The date is the day of the same number of the year before.',
    (iso) => `${Number(iso.slice(0, 4)) - 1}${iso.slice(4, 10)}`,
  ),
  writing(
    'time-only-drops-zero-seconds',
    'timeOnlyExample',
    'The time has no seconds where they are 00.',
    (iso) => iso.slice(11, 19).replace(/^(..:..):00$/, '$1'),
  ),
  writing('time-only-counts-to-24', 'timeOnlyExample', 'The hour after midnight is 24.', (iso) =>
    iso.slice(11, 19).replace(/^00/, '24'),
  ),
  writing(
    'date-time-only-drops-zero-seconds',
    'dateTimeOnlyExample',
    'The date-time without offset has no seconds where they are 00.',
    (iso) => iso.slice(0, 19).replace(/(T..:..):00$/, '$1'),
  ),
  writing(
    'date-time-as-number-before-1970',
    'dateTimeExample',
    'A timestamp before 1970 is a number.',
    (iso, instant) => (instant.getTime() < 0 ? number(instant.getTime()) : iso),
  ),
  writing(
    'default-format-with-short-milliseconds',
    'dateTimeExampleDefaultFormat',
    'Milliseconds below 100 have no leading zeros in the default format.',
    (iso) => iso.replace(/\.0+(?=\d)/, '.'),
  ),
];
