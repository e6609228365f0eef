import type { JsonInput } from '../../wire/json/json.ts';
import type { OrderedRecord } from './ordered-record.ts';

/**
 * Instants at which careless writers of dates slip, sent with records that are otherwise as accepted ones: midnight,
 * the hour after it, the last second of a day of a leap year; milliseconds that end in zeros or begin with one.
 */
export const plainlySent = [
  new Date('2021-01-03T00:00:00.000Z'),
  new Date('2009-08-09T00:05:07.090Z'),
  new Date('2016-02-29T23:59:59.100Z'),
] as const;

/**
 * More of them, sent along with what else is varied: before and at the first instant of Unix, noon, no seconds, short
 * and long milliseconds, hours that a zone skips or has twice, ends of months and years, beyond 32 bits of seconds.
 */
export const sentAlong: readonly Date[] = [
  '1969-07-20T20:17:40.009Z',
  '2024-12-31T12:00:00.000Z',
  '2015-03-29T02:30:15.010Z',
  '1970-01-01T00:00:00.000Z',
  '2023-01-31T23:59:59.999Z',
  '2019-12-30T12:34:00.120Z',
  '1999-10-31T01:00:05.001Z',
  '2000-01-01T10:00:00.050Z',
  '2015-03-31T05:09:00.900Z',
  '2010-11-12T13:14:15.160Z',
  '2039-04-05T06:07:08.300Z',
].map((text) => new Date(text));

/** Values of the path that a loosely typed server takes for numbers, truth values or nothing. */
export const tellingPaths: readonly Readonly<Record<string, string>>[] = [
  { uriParameterOne: '12', uriParameterTwo: 'true' },
  { uriParameterOne: '0', uriParameterTwo: 'null' },
  { uriParameterOne: '42', uriParameterTwo: '"b"' },
  { uriParameterOne: 'false', uriParameterTwo: '7' },
];

/** Values of queryParameterTwo that are taken so. */
export const tellingTwos: readonly string[] = ['true', '12', 'null', '"'];

const tellingTexts = [
  '42',
  'true',
  'null',
  '"',
  '-1.5',
  '{}',
  '007',
  'false',
  '1e3',
  '[]',
  '2015-07-04',
  '0',
  'C:\\dir',
  '<é>',
];

/** The same for the members that name the record and those who wrote it. */
export function tellingNames(turn: number): OrderedRecord {
  const text = (at: number): string => ['42', 'true', '7', '0'][(turn + at) % 4] ?? '';
  const person = { firstName: text(1), lastName: text(2) };
  return { id: text(0), version: ['2', '10', '0', '007'][turn % 4] ?? '2', createdBy: person };
}

/**
 * Those of the members that take such texts, each its own, from another one on for each turn; the first turn has an
 * empty text among them.
 */
export function tellingMembers(members: readonly string[], turn: number): OrderedRecord {
  const texts = turn === 0 ? ['', ...tellingTexts] : tellingTexts;
  const from = turn * 3;
  return Object.fromEntries(
    members.map((name, at): [string, JsonInput] => [name, texts[(from + at) % texts.length] ?? '']),
  );
}
