import { isIntegerSource } from './numbers.ts';
import { JsonNumber, type Json, asObject } from './json.ts';

/** The value at a JSON Pointer (RFC 6901); undefined without such a value. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let at = value;
  for (const name of namesIn(pointer)) at = Array.isArray(at) ? at[Number(name)] : asObject(at)?.[name];
  return at;
}

/** The names of members, and the numbers of elements, on the way to the place of a pointer. */
export function namesIn(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** JSON Pointers of every string in a value that equals the given string. */
export function pointersTo(value: Json | undefined, wanted: string): readonly string[] {
  if (value === wanted) return [''];
  const found: string[] = [];
  for (const [name, member] of partsOf(value))
    for (const below of pointersTo(member, wanted)) found.push(`/${pointerToken(name)}${below}`);
  return found;
}

/** Whether a string occurs anywhere in a value, as a whole value or within a value. */
export function mentions(value: Json | undefined, wanted: string): boolean {
  return mentionsAt(value, wanted) !== undefined;
}

/** JSON Pointer of the first string that contains the given string; undefined if no string does. */
export function mentionsAt(value: Json | undefined, wanted: string): string | undefined {
  if (typeof value === 'string') return value.includes(wanted) ? '' : undefined;
  for (const [name, member] of partsOf(value)) {
    const below = mentionsAt(member, wanted);
    if (below !== undefined) return `/${pointerToken(name)}${below}`;
  }
  return undefined;
}

/** The elements of an array by number, the members of an object by name. */
function partsOf(value: Json | undefined): Iterable<readonly [string | number, Json]> {
  if (value === null || typeof value !== 'object' || value instanceof JsonNumber) return [];
  return Array.isArray(value) ? value.entries() : Object.entries(value);
}

/** A name in the form for a pointer; built for matches, not for every name that was checked. */
export function pointerToken(name: string | number): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Every string in a value. */
export function textsIn(value: Json | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : [...partsOf(value)].flatMap(([, part]) => textsIn(part));
}

/** A string, or an integer as its text: a possible id or key. */
export function asName(value: Json | undefined): string | undefined {
  if (typeof value === 'string' && value !== '' && value !== '.' && value !== '..') return value;
  return value instanceof JsonNumber && isIntegerSource(value.source) ? value.source : undefined;
}
