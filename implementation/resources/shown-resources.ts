import type { Profile } from '../../clause/profile.ts';
import { asObject, type Json } from '../../wire/json/json.ts';
import { asName, mentions, valueAt } from '../../wire/json/pointer.ts';
import { idSources } from '../id-source.ts';

export interface ShownResource {
  readonly id: string;
  readonly value: Json;
}

/** No server nests resources deeper. */
const deepest = 12;

/** The resources that an answer shows with their ids, at any depth: the contract does not show their place (4.1, 4.4). */
export function shownResources(value: Json | undefined, profile: Profile): readonly ShownResource[] {
  const pointers = [
    ...new Set(['/id', ...idSources(profile).flatMap(({ kind, at }) => (kind === 'body' ? [at] : []))]),
  ];
  const found: ShownResource[] = [];
  const walk = (at: Json | undefined, depth: number): void => {
    if (depth > deepest) return;
    if (Array.isArray(at)) for (const element of at) walk(element, depth + 1);
    const object = asObject(at);
    if (object === undefined || at === undefined) return;
    const isResource = 'version' in object || 'objectTypeProperty' in object;
    const id = isResource
      ? pointers.map((pointer) => asName(valueAt(at, pointer))).find((name) => name !== undefined)
      : undefined;
    if (id !== undefined) found.push({ id, value: at });
    else for (const member of Object.values(object)) walk(member, depth + 1);
  };
  walk(value, 0);
  return found;
}

/** The first of the words that occurs in a value, in any letter case. */
export function wordIn(value: Json | undefined, words: readonly string[]): string | undefined {
  return words.find((word) => mentions(value, word) || mentions(value, word.toUpperCase()));
}
