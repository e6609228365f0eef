import { number, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { Fault, Need } from '../fault.ts';

/** Writes one member of DateExamples in its own form. */
export function writing(name: string, write: (iso: string, instant: Date) => Json): PolicyOverride {
  return (base) => ({
    dates: (instant) => ({ ...base.dates(instant), [name]: write(instant.toISOString(), instant) }),
  });
}

const day = (iso: string): string => iso.slice(0, 10);
const time = (iso: string): string => iso.slice(11, 19);
const dateTime = (iso: string): string => iso.slice(0, 19);
const trimmed = (iso: string): string => iso.replace(/\.?0+Z$/, 'Z');
const one: readonly Need[] = ['generated'];

/** DateExamples in an undocumented form (4.13). */
export const dateFaults: readonly Fault[] = [
  {
    name: 'date-only-with-points',
    breaks: 'Resources/date-only-example-is-date',
    summary: 'The date is written 28.02.2016.',
    override: writing('dateOnlyExample', (iso) => day(iso).split('-').toReversed().join('.')),
  },
  {
    name: 'date-only-with-time',
    breaks: 'Resources/date-only-example-is-date',
    summary: 'The date has a time.',
    override: writing('dateOnlyExample', dateTime),
  },
  {
    name: 'date-only-impossible',
    breaks: 'Resources/date-only-example-is-date',
    summary: 'The date is the 30th of February.',
    override: writing('dateOnlyExample', (iso) => `${iso.slice(0, 4)}-02-30`),
  },
  {
    name: 'date-only-short',
    breaks: 'Resources/date-only-example-is-date',
    summary: 'The date has no leading zeros.',
    override: writing('dateOnlyExample', () => '2016-2-8'),
  },
  {
    name: 'date-only-null',
    section: 'Resources',
    expect: 'incomplete',
    summary: 'The date is null.',
    override: writing('dateOnlyExample', () => null),
  },
  {
    name: 'time-only-with-z',
    breaks: 'Resources/time-only-example-is-time',
    summary: 'The time ends in Z.',
    override: writing('timeOnlyExample', (iso) => `${time(iso)}Z`),
  },
  {
    name: 'time-only-without-seconds',
    breaks: 'Resources/time-only-example-is-time',
    summary: 'The time has no seconds.',
    override: writing('timeOnlyExample', (iso) => time(iso).slice(0, 5)),
  },
  {
    name: 'time-only-with-milliseconds',
    breaks: 'Resources/time-only-example-is-time',
    summary: 'The time has milliseconds.',
    override: writing('timeOnlyExample', (iso) => iso.slice(11, 23)),
  },
  {
    name: 'time-only-with-12-hours',
    breaks: 'Resources/time-only-example-is-time',
    summary: 'The time is written with PM.',
    override: writing('timeOnlyExample', () => '08:15:00 PM'),
  },
  {
    name: 'date-time-only-with-z',
    breaks: 'Resources/date-time-only-example-has-no-offset',
    summary: 'The date-time without offset ends in Z.',
    override: writing('dateTimeOnlyExample', (iso) => `${dateTime(iso)}Z`),
  },
  {
    name: 'date-time-only-with-fraction',
    breaks: 'Resources/date-time-only-example-has-no-offset',
    summary: 'The date-time without offset has a fraction.',
    override: writing('dateTimeOnlyExample', (iso) => iso.slice(0, 23)),
  },
  {
    name: 'date-time-only-with-space',
    breaks: 'Resources/date-time-only-example-has-no-offset',
    summary: 'The date-time without offset has a space for its T.',
    override: writing('dateTimeOnlyExample', (iso) => dateTime(iso).replace('T', ' ')),
  },
  {
    name: 'date-time-with-zero-offset',
    breaks: 'Resources/date-time-example-is-utc-with-milliseconds',
    summary: 'The timestamp ends in +00:00.',
    override: writing('dateTimeExample', (iso) => iso.replace('Z', '+00:00')),
  },
  {
    name: 'date-time-without-milliseconds',
    breaks: 'Resources/date-time-example-is-utc-with-milliseconds',
    summary: 'The timestamp has no milliseconds.',
    override: writing('dateTimeExample', (iso) => `${dateTime(iso)}Z`),
  },
  {
    name: 'date-time-with-microseconds',
    breaks: 'Resources/date-time-example-is-utc-with-milliseconds',
    summary: 'The timestamp has six digits of fraction.',
    override: writing('dateTimeExample', (iso) => iso.replace('Z', '000Z')),
  },
  {
    name: 'date-time-with-lower-case-z',
    breaks: 'Resources/date-time-example-is-utc-with-milliseconds',
    summary: 'The timestamp ends in z.',
    override: writing('dateTimeExample', (iso) => iso.toLowerCase().replace('t', 'T')),
  },
  {
    name: 'date-time-with-local-offset',
    breaks: 'Resources/date-time-example-is-utc-with-milliseconds',
    summary: 'The timestamp ends in +01:00.',
    override: writing(
      'dateTimeExample',
      (iso, instant) => new Date(instant.getTime() + 3_600_000).toISOString().replace('Z', '+01:00') || iso,
    ),
  },
  {
    name: 'date-time-impossible',
    breaks: 'Resources/date-time-example-is-utc-with-milliseconds',
    summary: 'The timestamp is in month 00.',
    override: writing('dateTimeExample', (iso) => iso.replace(/-\d\d-/, '-00-')),
  },
  {
    name: 'date-time-trims-zeros',
    breaks: 'Resources/date-time-example-is-utc-with-milliseconds',
    summary: 'Zeros at the end of the fraction are left out.',
    needs: one,
    override: writing('dateTimeExample', (iso) => trimmed(iso)),
  },
  {
    name: 'date-time-drops-zero-milliseconds',
    breaks: 'Resources/date-time-example-is-utc-with-milliseconds',
    summary: 'A fraction of 000 is left out.',
    needs: one,
    override: writing('dateTimeExample', (iso) => iso.replace('.000Z', 'Z')),
  },
  {
    name: 'default-format-trims-zeros',
    breaks: 'Resources/date-time-example-default-format-is-utc-with-milliseconds',
    summary: 'Zeros at the end of the fraction are left out in the default format.',
    needs: one,
    override: writing('dateTimeExampleDefaultFormat', (iso) => trimmed(iso)),
  },
  {
    name: 'default-format-as-number',
    breaks: 'Resources/date-time-example-default-format-is-utc-with-milliseconds',
    summary: 'The timestamp in default format is a number.',
    override: writing('dateTimeExampleDefaultFormat', (_iso, instant) => number(instant.getTime())),
  },
  {
    name: 'default-format-with-zero-offset',
    breaks: 'Resources/date-time-example-default-format-is-utc-with-milliseconds',
    summary: 'The timestamp in default format ends in +00:00.',
    override: writing('dateTimeExampleDefaultFormat', (iso) => iso.replace('Z', '+00:00')),
  },
  {
    name: 'rfc-date-in-iso-form',
    breaks: 'Resources/date-time-example-rfc-is-http-date-style',
    summary: 'The HTTP-date is written as in ISO 8601.',
    override: writing('dateTimeExampleRfc', (iso) => iso),
  },
  {
    name: 'rfc-date-as-number',
    breaks: 'Resources/date-time-example-rfc-is-http-date-style',
    summary: 'The HTTP-date is a number.',
    override: writing('dateTimeExampleRfc', (_iso, instant) => number(instant.getTime())),
  },
  {
    name: 'rfc-date-without-month',
    breaks: 'Resources/date-time-example-rfc-is-http-date-style',
    summary: 'The HTTP-date has no name of a month.',
    override: writing('dateTimeExampleRfc', () => 'Sunday, 28/02/2016 16:41:41'),
  },
  {
    name: 'rfc-date-impossible',
    breaks: 'Resources/date-time-example-rfc-is-http-date-style',
    summary: 'The HTTP-date is the 30th of February.',
    override: writing('dateTimeExampleRfc', () => 'Tue, 30 Feb 2016 16:41:41 GMT'),
  },
  {
    name: 'rfc-date-without-gmt',
    warns: 'Resources/rfc-date-is-imf-fixdate',
    section: 'Resources',
    expect: 'warn',
    summary: 'The HTTP-date does not end in GMT.',
    override: writing('dateTimeExampleRfc', (_iso, instant) => instant.toUTCString().replace(' GMT', '')),
  },
];
