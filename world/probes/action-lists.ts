import type { Features } from '../../clause/causes/probe.ts';
import { asObject, type Json } from '../../wire/json/json.ts';

/** The common features of lists of update actions: how many actions there are, of which kinds, and their texts. */
export function listFeatures(actions: Json | undefined): Features {
  if (!Array.isArray(actions)) return {};
  const parts = actions.map((action) => asObject(action));
  const kinds = new Set(parts.map((action) => action?.['action']));
  const texts = parts.flatMap((action) => {
    const text = action?.['someProperty'];
    return typeof text === 'string' ? [text] : [];
  });
  const longest = Math.max(0, ...texts.map((text) => text.length));
  const [kind] = kinds;
  return {
    actions: actions.length === 0 ? 'none' : actions.length === 1 ? 'one' : 'several',
    ...atLeast('actions', actions.length, [3, 4, 5, 6, 8, 10, 15]),
    kinds:
      kinds.size > 1 ? 'several kinds' : typeof kind === 'string' ? `${kind.slice(0, 40)} alone` : 'none',
    'an empty text': texts.includes('') ? 'is there' : 'is not there',
    ...atLeast('characters of a text', longest, [20, 64, 256]),
    characters: texts.some((text) => /\P{ASCII}/u.test(text)) ? 'beyond ASCII' : 'ASCII',
    digits: texts.some((text) => /^\d+$/.test(text)) ? 'a text of digits' : 'no text of digits',
    'equal texts': new Set(texts).size < texts.length ? 'are there' : 'are not there',
  };
}

/** Whether a number reaches each of some bounds: `{'actions, at least 3': 'yes'}`. */
export function atLeast(what: string, count: number, bounds: readonly number[]): Features {
  return Object.fromEntries(
    bounds.map((bound) => [`${what}, at least ${bound}`, count >= bound ? 'yes' : 'no']),
  );
}
