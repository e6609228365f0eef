import { isDay, isTimeOfDay, mostDaysOf } from './calendar.ts';

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
/** Zone names of RFC 822 and two of Europe: words of three letters that name no month in any language. */
const zones = new Set('gmt utc est edt cst cdt mst mdt pst pdt cet cest'.split(' '));

const isoDate = /(?<!\d)(?:\d{4}-\d{2}-\d{2}|\d{8}T|\d{4}-?W\d{2})/;
const time = /(?<!\d)(\d{1,2}):(\d{2}):(\d{2})(?!\d)/;
const smallNumber = /(?<!\d)\d{1,2}(?!\d)/g;
const word = /[\p{L}\p{M}]{3,}/gu;

/** The number (1 to 12) of an English month name or its abbreviation of three letters or more. */
function monthOf(name: string): number | undefined {
  const index = months.findIndex((month) => month.startsWith(name.toLowerCase()));
  return index < 0 ? undefined : index + 1;
}

function isWeekday(name: string): boolean {
  return weekdays.some((weekday) => weekday.startsWith(name.toLowerCase()));
}

/** The number beside a month name: before it in `04 Jul` and `4th July`, else after it in `Jul 4`. */
function dayBeside(text: string, name: string): number | undefined {
  const at = text.indexOf(name);
  const before = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[^\d\p{L}]*$/u.exec(text.slice(0, at))?.[1];
  const after = /^[^\d\p{L}]*(\d{1,2})(?!\d)/u.exec(text.slice(at + name.length))?.[1];
  if (before !== undefined && (Number(before) <= 31 || after === undefined)) return Number(before);
  return after === undefined ? undefined : Number(after);
}

/**
 * Whether a text is in the style of an HTTP date (Resources, DateExamples): it has a day number, month name
 * and HH:MM:SS, in any order. Any word counts as a month name, because the contract names no language; an
 * English month must have that day in some year.
 */
export function isHttpDateStyle(text: string): boolean {
  const clock = time.exec(text);
  if (clock === null || isoDate.test(text)) return false;
  if (!isTimeOfDay(Number(clock[1]), Number(clock[2]), Number(clock[3]))) return false;
  const rest = text.replace(clock[0], ' ; ');
  if (!(rest.match(smallNumber) ?? []).some((number) => Number(number) >= 1 && Number(number) <= 31))
    return false;
  const names = (rest.match(word) ?? []).filter((name) => !isWeekday(name) && !zones.has(name.toLowerCase()));
  const english = names.find((name) => monthOf(name) !== undefined);
  if (english === undefined) return names.length > 0;
  const day = dayBeside(rest, english);
  return day === undefined || (day >= 1 && day <= mostDaysOf(monthOf(english) ?? 0));
}

const imfFixdate =
  /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat), (\d{2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;

/** Whether a text is the preferred form of an HTTP date (RFC 9110, 5.6.7), with the right weekday for its date. */
export function isImfFixdate(text: string): boolean {
  const parts = imfFixdate.exec(text);
  if (parts === null) return false;
  const [weekday = '', day, monthName = '', year, hour, minute, second] = parts.slice(1);
  const month = monthOf(monthName) ?? 0;
  if (!isDay(Number(year), month, Number(day))) return false;
  // Weekdays repeat every 400 years, and Date.UTC takes years below 100 for 19xx.
  const date = new Date(Date.UTC(Number(year) + 400, month - 1, Number(day)));
  const named = weekdays.findIndex((name) => name.startsWith(weekday.toLowerCase()));
  return (
    date.getUTCDay() === named &&
    Number(hour) <= 23 &&
    isTimeOfDay(Number(hour), Number(minute), Number(second))
  );
}
