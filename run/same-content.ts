import { sameJson, JsonNumber, type Json } from '../wire/json.ts';
import { asObject, type Exchange } from './exchange.ts';

/**
 * Whether an answer shows all that a sufficient caller was shown: equal JSON, members left out that differ between
 * two answers to that caller, and something besides paging settings in what is left.
 *
 * @returns `vague` where the authorised answers show too little to compare
 */
export function comparesTo(probe: Exchange, before: Exchange, after: Exchange): 'same' | 'other' | 'vague' {
  const [asked, one, two] = [probe.value, before.value, after.value];
  if (one === undefined || two === undefined) return 'vague';
  const [first, second] = [asObject(one), asObject(two)];
  if (first === undefined || second === undefined) {
    if (!sameJson(one, two) || !tells('', one)) return 'vague';
    return asked !== undefined && sameJson(asked, one) ? 'same' : 'other';
  }
  const steady = Object.entries(first).filter(([name, value]) => sameJson(value, second[name] ?? null));
  if (!steady.some(([name, value]) => tells(name, value))) return 'vague';
  const shown = asObject(asked);
  if (shown === undefined) return 'other';
  return steady.every(([name, value]) => sameJson(shown[name] ?? null, value)) ? 'same' : 'other';
}

const pagingSettings = new Set(['limit', 'offset', 'page', 'pageSize', 'perPage', 'size']);

/** A value that an answer without content would not have. */
function tells(name: string, value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0;
  const object = asObject(value);
  if (object !== undefined) return Object.entries(object).some(([member, inner]) => tells(member, inner));
  if (pagingSettings.has(name) || value === null || value === false || value === '') return false;
  return !(value instanceof JsonNumber && value.value === 0);
}
