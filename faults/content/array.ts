import { isArray, isObject, writeJson, type Json } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import { whole } from './member.ts';

/** Changes every array member of objectTypeProperty. */
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

/** Arrays of ObjectTypeProperty in another form. */
export const arrayFaults: readonly Fault[] = [
  {
    name: 'strings-joined',
    breaks: 'Resources/array-of-string-example-holds-strings',
    summary: 'arrayOfStringExample is one string.',
    wrap: whole('arrayOfStringExample', (value) => writeJson(value)),
  },
  {
    name: 'items-by-index',
    breaks: 'Resources/array-of-object-type-holds-objects',
    summary: 'arrayOfObjectType is an object.',
    wrap: whole('arrayOfObjectType', (value) =>
      isArray(value) ? Object.fromEntries(value.entries()) : value,
    ),
  },
  {
    name: 'single-element-arrays-collapsed',
    breaks: 'Resources/array-of-int-example-holds-integers',
    summary: 'An array of one element comes as the element.',
    needs: ['generated'],
    wrap: arrays((value) => (value.length === 1 ? (value[0] ?? null) : value)),
  },
  {
    name: 'empty-arrays-null',
    breaks: 'Resources/array-of-int-example-holds-integers',
    summary: 'Empty arrays come as null.',
    needs: ['generated'],
    wrap: arrays((value) => (value.length === 0 ? null : value)),
  },
  {
    name: 'empty-arrays-as-text',
    breaks: 'Resources/array-of-int-example-holds-integers',
    summary: 'Empty arrays come as empty strings.',
    needs: ['generated'],
    wrap: arrays((value) => (value.length === 0 ? '' : value)),
  },
  {
    name: 'empty-arrays-as-objects',
    breaks: 'Resources/array-of-int-example-holds-integers',
    summary: 'Empty arrays come as empty objects.',
    needs: ['generated'],
    wrap: arrays((value) => (value.length === 0 ? {} : value)),
  },
  {
    name: 'arrays-end-with-null',
    breaks: 'Resources/array-of-int-example-holds-integers',
    summary: 'Every array has a null at its end.',
    wrap: arrays(withNull),
  },
  {
    name: 'arrays-as-text',
    breaks: 'Resources/array-of-int-example-holds-integers',
    summary: 'Arrays come as JSON text.',
    wrap: arrays((value) => writeJson(value)),
  },
];
