import { isDay, isLeapYear, isTimeOfDay } from './calendar.ts';
import { isHttpDateStyle } from './http-date.ts';
import { standardText } from './standard-formats.ts';
import { isRelativePath, isResolvableUrl } from './urls.ts';

/** Whether a text is `YYYY-MM-DD` and a day of the calendar; year 0000 is valid (Resources, DateExamples). */
export const isDate: (text: string) => boolean = standardText('date');

/** Whether a text is `HH:MM:SS` and a time of day; 24:00:00 and :60 are valid (Resources, DateExamples). */
export function isClockTime(text: string): boolean {
  const parts = /^(\d{2}):(\d{2}):(\d{2})$/.exec(text);
  return parts !== null && isTimeOfDay(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

/** Whether a text is `YYYY-MM-DDTHH:MM:SS`, without offset or fraction (Resources, DateExamples). */
export function isLocalDateTime(text: string): boolean {
  return text[10] === 'T' && isDate(text.slice(0, 10)) && isClockTime(text.slice(11));
}

/** Whether milliseconds may follow an hour: nothing may follow 24:00:00.000. */
function fitsHour(hour: string | undefined, milliseconds: string | undefined): boolean {
  return hour !== '24' || milliseconds === '000';
}

/** Whether a text is `YYYY-MM-DDTHH:MM:SS.mmmZ` (Resources, DateExamples and OrderedRecord). */
export function isUtcMilliseconds(text: string): boolean {
  const parts = /^(.{19})\.(\d{3})Z$/.exec(text);
  return parts !== null && isLocalDateTime(parts[1] ?? '') && fitsHour(text.slice(11, 13), parts[2]);
}

const extended =
  /^([+-]\d{4,}|\d{4})-(?:(\d{2})-(\d{2})|W(\d{2})-([1-7])|(\d{3}))T(\d{2}):(\d{2}):(\d{2})[.,](\d{3})Z$/;
const compact =
  /^([+-]\d{4,}|\d{4})(?:(\d{2})(\d{2})|W(\d{2})([1-7])|(\d{3}))T(\d{2})(\d{2})(\d{2})[.,](\d{3})Z$/;

/**
 * Whether a text is one of the rarer ISO 8601 spellings of a UTC instant with milliseconds and Z: decimal
 * comma, no separators, week date, day of the year, expanded year. Such a text earns only a warning.
 */
export function isOddIso(text: string): boolean {
  if (isUtcMilliseconds(text)) return false;
  const parts = extended.exec(text) ?? compact.exec(text);
  if (parts === null) return false;
  const [year = '', month, day, week, , dayOfYear, hour, minute, second, milliseconds] = parts.slice(1);
  // The calendar repeats every 400 years, so the last four digits suffice.
  const cycle = Number(year.slice(-4));
  if (month !== undefined && !isDay(cycle, Number(month), Number(day))) return false;
  if (week !== undefined && !(Number(week) >= 1 && Number(week) <= 53)) return false;
  const days = isLeapYear(cycle) ? 366 : 365;
  if (dayOfYear !== undefined && !(Number(dayOfYear) >= 1 && Number(dayOfYear) <= days)) return false;
  return isTimeOfDay(Number(hour), Number(minute), Number(second)) && fitsHour(hour, milliseconds);
}

/** Whether an integer fits 32 bits: signed, or (if not `signed`) also unsigned (Resources, ArrayItem). */
export function isInt32(value: number, signed: boolean): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < (signed ? 2 ** 31 : 2 ** 32);
}

/** A format of a string: the accepted texts, and the name in a report. */
export interface TextFormat {
  readonly accepts: (text: string) => boolean;
  readonly expected: string;
}

/** The formats that the schemas name by `format`. They reject only violations; warnings come from other code. */
export const textFormats: Readonly<Record<string, TextFormat>> = {
  date: { accepts: isDate, expected: 'a day of the calendar as YYYY-MM-DD' },
  'clock-time': { accepts: isClockTime, expected: 'a time of day as HH:MM:SS' },
  'local-date-time': {
    accepts: isLocalDateTime,
    expected: 'a date and time as YYYY-MM-DDTHH:MM:SS, without offset',
  },
  'utc-milliseconds': {
    accepts: (text) => isUtcMilliseconds(text) || isOddIso(text),
    expected: 'an ISO 8601 instant in UTC as YYYY-MM-DDTHH:MM:SS.mmmZ',
  },
  'http-date-style': {
    accepts: isHttpDateStyle,
    expected: 'text like an HTTP date, with day, month name and HH:MM:SS',
  },
  'relative-path': { accepts: isRelativePath, expected: 'a relative path, without scheme or host' },
  'resolvable-url': { accepts: isResolvableUrl, expected: 'a URL, absolute or relative' },
};

/** The validator that gets the formats: an Ajv of any version or dialect. */
export interface FormatHost {
  addFormat(name: string, format: { type: 'string'; validate: (text: string) => boolean }): unknown;
}

/** Adds the formats that the schemas of the records name, and returns the same validator. */
export function addContractFormats<Host extends FormatHost>(ajv: Host): Host {
  for (const [name, { accepts }] of Object.entries(textFormats))
    ajv.addFormat(name, { type: 'string', validate: accepts });
  return ajv;
}

/** Whether the source of a JSON number denotes an integer exactly, as `1e400` does; never expands an exponent. */
export function isExactInteger(source: string): boolean {
  const parts = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (parts === null) return false;
  const [whole = '', fraction = '', exponent = '0'] = parts.slice(1);
  if (fraction === '' && exponent === '0') return true;
  const digits = whole + fraction;
  // A match begins only at the first of successive zeros; otherwise a million zeros would be scanned a million times.
  const significant = digits.replace(/(?<!0)0+$/, '');
  if (significant === '') return true;
  const trailingZeros = digits.length - significant.length;
  return fraction.length - trailingZeros <= Number(exponent);
}
