import type { SchemaDeviation } from './deviation.ts';
import { isExactInteger, isUtcMilliseconds } from './formats.ts';
import { isImfFixdate } from './http-date.ts';
import { isObject, type Position } from './positions.ts';
import type { RecordSchema } from './records.ts';

interface Advice {
  readonly follows: (text: string) => boolean;
  readonly expected: string;
}

/** By format: the spelling that every reader accepts, if the schemas accept further spellings. */
const byFormat: Readonly<Record<string, Advice>> = {
  'utc-milliseconds': { follows: isUtcMilliseconds, expected: 'the spelling YYYY-MM-DDTHH:MM:SS.mmmZ' },
  'http-date-style': {
    follows: isImfFixdate,
    expected: 'the preferred form of an HTTP date, as in Sat, 04 Jul 2015 21:00:00 GMT',
  },
  'resolvable-url': { follows: (text) => !/\s/.test(text), expected: 'a URL without white space' },
};

const byField: Readonly<Record<string, Advice>> = {
  'Money.currencyCode': { follows: (text) => /^[A-Z]{3}$/.test(text), expected: 'three capital letters' },
};

function adviceOnText(at: Position): SchemaDeviation | undefined {
  if (typeof at.value !== 'string') return undefined;
  const advice = byField[at.field] ?? byFormat[at.schema.format ?? ''];
  if (advice === undefined || advice.follows(at.value)) return undefined;
  return { field: at.field, pointer: at.pointer, expected: advice.expected, got: at.value, grade: 'warning' };
}

/** The number is no integer, but its nearest double is: too small a difference for a violation. */
function adviceOnNumber(at: Position): SchemaDeviation | undefined {
  const source = at.schema.type === 'integer' ? at.source : undefined;
  if (source === undefined || isExactInteger(source)) return undefined;
  const expected = `an integer, and not ${source}`;
  return { field: at.field, pointer: at.pointer, expected, got: at.value, grade: 'warning' };
}

/** Attributes that are objects come with key and label; the contract requires neither (Resources, Variant). */
function adviceOnMembers(at: Position): readonly SchemaDeviation[] {
  const { value, record } = at;
  if (record?.title !== 'KeyAndLabel' || !isObject(value)) return [];
  return Object.keys(record.properties)
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ ...missing(at, record, name), expected: 'a string', grade: 'warning' }));
}

/** The place of a member that is missing. */
export function missing({ pointer }: Position, { title }: RecordSchema, member: string) {
  return { field: `${title}.${member}`, pointer: `${pointer}/${member}`, got: undefined };
}

/** The warnings on a value that the schema accepts. */
export function adviceOn(at: Position): readonly SchemaDeviation[] {
  const advice = typeof at.value === 'number' ? adviceOnNumber(at) : adviceOnText(at);
  return advice === undefined ? adviceOnMembers(at) : [advice];
}
