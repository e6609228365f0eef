import { number, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { Fault } from '../fault.ts';

/** Writes one member of DateExamples differently for a certain instant. */
function writing(member: string, write: (iso: string, instant: Date) => Json): PolicyOverride {
  return (base) => ({
    dates: (instant) => ({ ...base.dates(instant), [member]: write(instant.toISOString(), instant) }),
  });
}

/** DateExamples in an undocumented form, for some instants only (4.13). */
export const instantFaults: readonly Fault[] = [
  {
    name: 'date-only-without-zeros-of-days',
    breaks: 'Resources/date-only-example-is-date',
    summary: 'Days below 10 have one digit in the date.',
    override: writing('dateOnlyExample', (iso) => iso.slice(0, 10).replace(/-0(\d)$/, '-$1')),
  },
  {
    name: 'date-only-a-year-before',
    breaks: 'Resources/date-only-example-is-date',
    summary: 'The date is the day of the same number of the year before.',
    override: writing('dateOnlyExample', (iso) => `${Number(iso.slice(0, 4)) - 1}${iso.slice(4, 10)}`),
  },
  {
    name: 'time-only-drops-zero-seconds',
    breaks: 'Resources/time-only-example-is-time',
    summary: 'The time has no seconds if they are 00.',
    override: writing('timeOnlyExample', (iso) => iso.slice(11, 19).replace(/^(..:..):00$/, '$1')),
  },
  {
    name: 'time-only-counts-to-24',
    breaks: 'Resources/time-only-example-is-time',
    summary: 'The hour after midnight is 24.',
    override: writing('timeOnlyExample', (iso) => iso.slice(11, 19).replace(/^00/, '24')),
  },
  {
    name: 'date-time-only-drops-zero-seconds',
    breaks: 'Resources/date-time-only-example-has-no-offset',
    summary: 'The date-time without offset has no seconds if they are 00.',
    override: writing('dateTimeOnlyExample', (iso) => iso.slice(0, 19).replace(/(T..:..):00$/, '$1')),
  },
  {
    name: 'date-time-as-number-before-1970',
    breaks: 'Resources/date-time-example-is-utc-with-milliseconds',
    summary: 'A timestamp before 1970 is a number.',
    override: writing('dateTimeExample', (iso, instant) =>
      instant.getTime() < 0 ? number(instant.getTime()) : iso,
    ),
  },
  {
    name: 'default-format-with-short-milliseconds',
    breaks: 'Resources/date-time-example-default-format-is-utc-with-milliseconds',
    summary: 'Milliseconds below 100 have no leading zeros in the default format.',
    override: writing('dateTimeExampleDefaultFormat', (iso) => iso.replace(/\.0+(?=\d)/, '.')),
  },
];
