import type { Json, JsonObject } from '../json.ts';

/** Whether a value is a timestamp as OrderedRecord shows it: UTC, milliseconds in three digits, and a Z at the end. */
export function isUtcTimestamp(value: Json): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

/** DateExamples of one instant, each member in its documented format. */
export function dateExamples(instant: Date): JsonObject {
  const iso = instant.toISOString();
  return {
    dateOnlyExample: iso.slice(0, 10),
    timeOnlyExample: iso.slice(11, 19),
    dateTimeOnlyExample: iso.slice(0, 19),
    dateTimeExample: iso,
    dateTimeExampleDefaultFormat: iso,
    dateTimeExampleRfc: instant.toUTCString(),
  };
}
