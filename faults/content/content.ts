import { isArray, isObject, JsonNumber, writeJson, type Json } from '../../reference/json.ts';
import { readJson } from '../../reference/read-json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import { whole } from './member.ts';

const array = (name: string, change: (value: readonly Json[]) => Json): HandleWrap =>
  whole(name, (value) => (isArray(value) ? change(value) : value));

const byIndex = (value: readonly Json[]): Json =>
  Object.fromEntries(value.map((element, at) => [String(at), element]));

const hasEqual = (value: readonly Json[]): boolean =>
  new Set(value.map((element) => writeJson(element))).size < value.length;

const isEmpty = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;

/** The text as JSON, if it is an array or an object. */
function parsed(text: Json): Json {
  if (typeof text !== 'string' || !/^[[{]/.test(text)) return text;
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

/** Members of ObjectTypeProperty that are ill-typed only for certain contents. */
export const contentFaults: readonly Fault[] = [
  {
    name: 'unique-integers-as-a-set-when-some-are-equal',
    breaks: 'Resources/array-of-unique-int-example-holds-integers',
    summary: 'arrayOfUniqueIntExample with equal elements comes as an object.',
    wrap: array('arrayOfUniqueIntExample', (value) => (hasEqual(value) ? byIndex(value) : value)),
  },
  {
    name: 'equal-strings-counted',
    breaks: 'Resources/array-of-string-example-holds-strings',
    summary: 'arrayOfStringExample with equal elements comes as an object of counts.',
    wrap: array('arrayOfStringExample', (value) =>
      hasEqual(value) ? Object.fromEntries(value.map((text) => [writeJson(text), '1'])) : value,
    ),
  },
  {
    name: 'long-integer-arrays-by-index',
    breaks: 'Resources/array-of-number-no-defaults-example-holds-integers',
    summary: 'arrayOfNumberNoDefaultsExample of more than 32 elements comes as an object.',
    needs: ['generated'],
    wrap: array('arrayOfNumberNoDefaultsExample', (value) => (value.length > 32 ? byIndex(value) : value)),
  },
  {
    name: 'zero-integers-null',
    breaks: 'Resources/integer-example-int32-is-32-bit-integer',
    summary: 'A 0 in arrayOfObjectType comes as null.',
    wrap: whole('integerExampleInt32', (value) =>
      value instanceof JsonNumber && Number(value.text) === 0 ? null : value,
    ),
  },
  {
    name: 'negative-floats-as-text',
    breaks: 'Resources/array-of-float-example-holds-numbers',
    summary: 'Negative floats come as strings.',
    wrap: array('arrayOfFloatExample', (value) =>
      value.map((float) => (float instanceof JsonNumber && float.text.startsWith('-') ? float.text : float)),
    ),
  },
  {
    name: 'json-texts-parsed',
    breaks: 'Resources/array-of-string-example-holds-strings',
    summary: 'Strings that contain JSON come as its value.',
    wrap: array('arrayOfStringExample', (value) => value.map(parsed)),
  },
  {
    name: 'object-type-property-null-when-empty',
    breaks: 'Resources/object-type-property-is-object',
    summary: 'An objectTypeProperty without members comes as null.',
    needs: ['generated'],
    wrap: whole('objectTypeProperty', (value) => (isEmpty(value) ? null : value)),
  },
  {
    name: 'object-type-property-an-array-when-empty',
    breaks: 'Resources/object-type-property-is-object',
    summary: 'An objectTypeProperty without members comes as an empty array.',
    needs: ['generated'],
    wrap: whole('objectTypeProperty', (value) => (isEmpty(value) ? [] : value)),
  },
];
