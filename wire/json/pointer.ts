import { isIntegerSource } from './numbers.ts';
import { JsonNumber, type Json, asObject } from './json.ts';

/** The value at a JSON Pointer (RFC 6901); undefined where there is none. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let at = value;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    at = Array.isArray(at) ? at[Number(name)] : asObject(at)?.[name];
  }
  return at;
}

/** JSON Pointers of every string in a value that equals the given one. */
export function pointersTo(value: Json | undefined, wanted: string): readonly string[] {
  const found: string[] = [];
  const walk = (at: Json | undefined, pointer: string): void => {
    if (at === wanted) found.push(pointer);
    if (Array.isArray(at)) at.forEach((element, index) => walk(element, `${pointer}/${index}`));
    const object = asObject(at);
    for (const [name, member] of Object.entries(object ?? {}))
      walk(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  walk(value, '');
  return found;
}

/** Whether a string occurs anywhere in a value, as a value of its own or within one. */
export function mentions(value: Json | undefined, wanted: string): boolean {
  if (typeof value === 'string') return value.includes(wanted);
  if (Array.isArray(value)) return value.some((element) => mentions(element, wanted));
  return Object.values(asObject(value) ?? {}).some((member) => mentions(member, wanted));
}

/** JSON Pointer of the first string that has the wanted one in it; undefined where none has. */
export function mentionsAt(value: Json | undefined, wanted: string, pointer = ''): string | undefined {
  if (typeof value === 'string') return value.includes(wanted) ? pointer : undefined;
  const members = Array.isArray(value) ? value.entries() : Object.entries(asObject(value) ?? {});
  for (const [name, member] of members) {
    const here = `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const found = mentionsAt(member, wanted, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every string in a value. */
export function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.values(asObject(value) ?? {}).flatMap(textsIn);
}

/** A string, or an integer as its text: what may serve as an id or a key. */
export function asName(value: Json | undefined): string | undefined {
  if (typeof value === 'string' && value !== '' && value !== '.' && value !== '..') return value;
  return value instanceof JsonNumber && isIntegerSource(value.source) ? value.source : undefined;
}
