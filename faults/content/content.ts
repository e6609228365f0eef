import { isArray, isObject, JsonNumber, writeJson, type Json } from '../../reference/json.ts';
import { readJson } from '../../reference/read-json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import { fault, whole } from './member.ts';

const array = (name: string, change: (value: readonly Json[]) => Json): HandleWrap =>
  whole(name, (value) => (isArray(value) ? change(value) : value));

const byIndex = (value: readonly Json[]): Json =>
  Object.fromEntries(value.map((element, at) => [String(at), element]));

const hasEqual = (value: readonly Json[]): boolean =>
  new Set(value.map((element) => writeJson(element))).size < value.length;

const isEmpty = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;

/** The text as JSON where it is an array or an object of that. */
function parsed(text: Json): Json {
  if (typeof text !== 'string' || !/^[[{]/.test(text)) return text;
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

/** Members of ObjectTypeProperty that are ill-typed for certain contents only. */
export const contentFaults: readonly Fault[] = [
  fault(
    'unique-integers-as-a-set-when-some-are-equal',
    'arrayOfUniqueIntExample with equal elements comes as an object.',
    array('arrayOfUniqueIntExample', (value) => (hasEqual(value) ? byIndex(value) : value)),
  ),
  fault(
    'equal-strings-counted',
    'arrayOfStringExample with equal elements comes as an object of counts.',
    array('arrayOfStringExample', (value) =>
      hasEqual(value) ? Object.fromEntries(value.map((text) => [writeJson(text), '1'])) : value,
    ),
  ),
  fault(
    'long-integer-arrays-by-index',
    'arrayOfNumberNoDefaultsExample of more than 32 elements comes as an object.',
    array('arrayOfNumberNoDefaultsExample', (value) => (value.length > 32 ? byIndex(value) : value)),
    ['generated'],
  ),
  fault(
    'zero-integers-null',
    'A 0 in arrayOfObjectType comes as null.',
    whole('integerExampleInt32', (value) =>
      value instanceof JsonNumber && Number(value.text) === 0 ? null : value,
    ),
  ),
  fault(
    'negative-floats-as-text',
    'Negative floats come as strings.',
    array('arrayOfFloatExample', (value) =>
      value.map((float) => (float instanceof JsonNumber && float.text.startsWith('-') ? float.text : float)),
    ),
  ),
  fault(
    'json-texts-parsed',
    'Strings that are JSON come as what they say.',
    array('arrayOfStringExample', (value) => value.map(parsed)),
  ),
  fault(
    'object-type-property-null-when-empty',
    'An objectTypeProperty without members comes as null.',
    whole('objectTypeProperty', (value) => (isEmpty(value) ? null : value)),
    ['generated'],
  ),
  fault(
    'object-type-property-an-array-when-empty',
    'An objectTypeProperty without members comes as an empty array.',
    whole('objectTypeProperty', (value) => (isEmpty(value) ? [] : value)),
    ['generated'],
  ),
];
