import { isArray, isObject, writeJson, type Json } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import { fault, whole } from './member.ts';

/** Changes every member of objectTypeProperty that is an array. */
function arrays(change: (value: readonly Json[]) => Json): HandleWrap {
  return whole('objectTypeProperty', (value) => {
    if (!isObject(value)) return value;
    const changed = Object.entries(value).map(
      ([name, item]) => [name, isArray(item) ? change(item) : item] as const,
    );
    return Object.fromEntries(changed);
  });
}

const withNull = (value: readonly Json[]): Json => [...value, null];

/** Arrays of ObjectTypeProperty that come as something else. */
export const arrayFaults: readonly Fault[] = [
  fault(
    'strings-joined',
    'arrayOfStringExample is one string.',
    whole('arrayOfStringExample', (value) => writeJson(value)),
  ),
  fault(
    'items-by-index',
    'arrayOfObjectType is an object.',
    whole('arrayOfObjectType', (value) => (isArray(value) ? Object.fromEntries(value.entries()) : value)),
  ),
  fault(
    'single-element-arrays-collapsed',
    'An array of one element comes as the element.',
    arrays((value) => (value.length === 1 ? (value[0] ?? null) : value)),
    ['generated'],
  ),
  fault(
    'empty-arrays-null',
    'Empty arrays come as null.',
    arrays((value) => (value.length === 0 ? null : value)),
    ['generated'],
  ),
  fault(
    'empty-arrays-as-text',
    'Empty arrays come as empty strings.',
    arrays((value) => (value.length === 0 ? '' : value)),
    ['generated'],
  ),
  fault(
    'empty-arrays-as-objects',
    'Empty arrays come as empty objects.',
    arrays((value) => (value.length === 0 ? {} : value)),
    ['generated'],
  ),
  fault('arrays-end-with-null', 'Every array has a null at its end.', arrays(withNull)),
  fault(
    'arrays-as-text',
    'Arrays come as JSON text.',
    arrays((value) => writeJson(value)),
  ),
];
