import { number, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { Fault, Need } from '../fault.ts';

/** Writes one member of DateExamples in a form of its own. */
function writing(name: string, write: (iso: string, instant: Date) => Json): PolicyOverride {
  return (base) => ({
    dates: (instant) => ({ ...base.dates(instant), [name]: write(instant.toISOString(), instant) }),
  });
}

function fault(
  name: string,
  summary: string,
  override: PolicyOverride,
  needs: readonly Need[] = [],
  expect: Fault['expect'] = 'fail',
): Fault {
  return { name, summary, section: 'Resources', expect, needs, override };
}

const day = (iso: string): string => iso.slice(0, 10);
const time = (iso: string): string => iso.slice(11, 19);
const dateTime = (iso: string): string => iso.slice(0, 19);
const trimmed = (iso: string): string => iso.replace(/\.?0+Z$/, 'Z');
const one: readonly Need[] = ['generated'];

/** DateExamples in another form than the documented one (4.13). */
export const dateFaults: readonly Fault[] = [
  fault(
    'date-only-with-points',
    'The date is written 28.02.2016.',
    writing('dateOnlyExample', (iso) => day(iso).split('-').toReversed().join('.')),
  ),
  fault('date-only-with-time', 'The date has a time.', writing('dateOnlyExample', dateTime)),
  fault(
    'date-only-impossible',
    'The date is the 30th of February.',
    writing('dateOnlyExample', (iso) => `${iso.slice(0, 4)}-02-30`),
  ),
  fault(
    'date-only-short',
    'The date has no leading zeros.',
    writing('dateOnlyExample', () => '2016-2-8'),
  ),
  fault(
    'date-only-null',
    'The date is null.',
    writing('dateOnlyExample', () => null),
    [],
    'incomplete',
  ),
  fault(
    'time-only-with-z',
    'The time ends in Z.',
    writing('timeOnlyExample', (iso) => `${time(iso)}Z`),
  ),
  fault(
    'time-only-without-seconds',
    'The time has no seconds.',
    writing('timeOnlyExample', (iso) => time(iso).slice(0, 5)),
  ),
  fault(
    'time-only-with-milliseconds',
    'The time has milliseconds.',
    writing('timeOnlyExample', (iso) => iso.slice(11, 23)),
  ),
  fault(
    'time-only-with-12-hours',
    'The time is written with PM.',
    writing('timeOnlyExample', () => '08:15:00 PM'),
  ),
  fault(
    'date-time-only-with-z',
    'The date-time without offset ends in Z.',
    writing('dateTimeOnlyExample', (iso) => `${dateTime(iso)}Z`),
  ),
  fault(
    'date-time-only-with-fraction',
    'The date-time without offset has a fraction.',
    writing('dateTimeOnlyExample', (iso) => iso.slice(0, 23)),
  ),
  fault(
    'date-time-only-with-space',
    'The date-time without offset has a space for its T.',
    writing('dateTimeOnlyExample', (iso) => dateTime(iso).replace('T', ' ')),
  ),
  fault(
    'date-time-with-zero-offset',
    'The timestamp ends in +00:00.',
    writing('dateTimeExample', (iso) => iso.replace('Z', '+00:00')),
  ),
  fault(
    'date-time-without-milliseconds',
    'The timestamp has no milliseconds.',
    writing('dateTimeExample', (iso) => `${dateTime(iso)}Z`),
  ),
  fault(
    'date-time-with-microseconds',
    'The timestamp has six digits of fraction.',
    writing('dateTimeExample', (iso) => iso.replace('Z', '000Z')),
  ),
  fault(
    'date-time-with-lower-case-z',
    'The timestamp ends in z.',
    writing('dateTimeExample', (iso) => iso.toLowerCase().replace('t', 'T')),
  ),
  fault(
    'date-time-with-local-offset',
    'The timestamp ends in +01:00.',
    writing(
      'dateTimeExample',
      (iso, instant) => new Date(instant.getTime() + 3_600_000).toISOString().replace('Z', '+01:00') || iso,
    ),
  ),
  fault(
    'date-time-impossible',
    'The timestamp is in month 00.',
    writing('dateTimeExample', (iso) => iso.replace(/-\d\d-/, '-00-')),
  ),
  fault(
    'date-time-trims-zeros',
    'Zeros at the end of the fraction are left out.',
    writing('dateTimeExample', (iso) => trimmed(iso)),
    one,
  ),
  fault(
    'date-time-drops-zero-milliseconds',
    'A fraction of 000 is left out.',
    writing('dateTimeExample', (iso) => iso.replace('.000Z', 'Z')),
    one,
  ),
  fault(
    'default-format-trims-zeros',
    'Zeros at the end of the fraction are left out in the default format.',
    writing('dateTimeExampleDefaultFormat', (iso) => trimmed(iso)),
    one,
  ),
  fault(
    'default-format-as-number',
    'The timestamp in default format is a number.',
    writing('dateTimeExampleDefaultFormat', (_iso, instant) => number(instant.getTime())),
  ),
  fault(
    'default-format-with-zero-offset',
    'The timestamp in default format ends in +00:00.',
    writing('dateTimeExampleDefaultFormat', (iso) => iso.replace('Z', '+00:00')),
  ),
  fault(
    'rfc-date-in-iso-form',
    'The HTTP-date is written as in ISO 8601.',
    writing('dateTimeExampleRfc', (iso) => iso),
  ),
  fault(
    'rfc-date-as-number',
    'The HTTP-date is a number.',
    writing('dateTimeExampleRfc', (_iso, instant) => number(instant.getTime())),
  ),
  fault(
    'rfc-date-without-month',
    'The HTTP-date has no name of a month.',
    writing('dateTimeExampleRfc', () => 'Sunday, 28/02/2016 16:41:41'),
  ),
  fault(
    'rfc-date-impossible',
    'The HTTP-date is the 30th of February.',
    writing('dateTimeExampleRfc', () => 'Tue, 30 Feb 2016 16:41:41 GMT'),
  ),
  fault(
    'rfc-date-without-gmt',
    'The HTTP-date does not end in GMT.',
    writing('dateTimeExampleRfc', (_iso, instant) => instant.toUTCString().replace(' GMT', '')),
    [],
    'warn',
  ),
];
