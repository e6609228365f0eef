/** Whether a year of the Gregorian calendar, carried back before its introduction, has a 29 February. */
export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** The days of a month (1 to 12) in the years in which it is longest; 0 for a month that does not exist. */
export function mostDaysOf(month: number): number {
  return longestMonths[month - 1] ?? 0;
}

/** Whether year, month (1 to 12) and day name a day of the calendar. */
export function isDay(year: number, month: number, day: number): boolean {
  const days = month === 2 && !isLeapYear(year) ? 28 : mostDaysOf(month);
  return day >= 1 && day <= days;
}

/** Whether the parts name a time of day; by its offset, a leap second may end any minute. */
export function isTimeOfDay(hour: number, minute: number, second: number): boolean {
  if (hour === 24) return minute === 0 && second === 0;
  return hour <= 23 && minute <= 59 && second <= 60;
}
