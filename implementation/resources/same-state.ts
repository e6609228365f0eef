import { records } from '../../schemas/records.ts';
import { sameJson, type Json, asObject } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../history/exchange.ts';
import { versionOf } from './own-resource.ts';

export function versionsDiffer(one: Exchange, other: Exchange): boolean {
  const [v1, v2] = [versionOf(one.value), versionOf(other.value)];
  return v1 !== undefined && v2 !== undefined && !sameNumber(v1, v2);
}

/** Whether a documented member differs; others may hold momentary values. Any member may be left out. */
export function contentsDiffer(one: Exchange, other: Exchange): boolean {
  const [a, b] = [documentedContent(one), documentedContent(other)];
  return Object.keys(a).some((name) => {
    const [left, right] = [a[name], b[name]];
    return left !== undefined && right !== undefined && !sameJson(left, right);
  });
}

/** The documented members of `objectTypeProperty`, and of the elements of its array of objects. */
export function documentedContent({ object }: Pick<Exchange, 'object'>): Readonly<Record<string, Json>> {
  const content = asObject(object?.['objectTypeProperty']) ?? {};
  return only(content, Object.keys(records.ObjectTypeProperty.properties), (value) =>
    // A long list of numbers is not copied for each reader.
    Array.isArray(value) && value.some((item) => asObject(item) !== undefined)
      ? value.map(documentedItem)
      : value,
  );
}

function documentedItem(item: Json): Json {
  const members = asObject(item);
  return members === undefined ? item : only(members, Object.keys(records.ArrayItem.properties));
}

function only(
  members: Readonly<Record<string, Json>>,
  names: readonly string[],
  change: (value: Json) => Json = (value) => value,
): Record<string, Json> {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = members[name];
      return value === undefined ? [] : [[name, change(value)]];
    }),
  );
}
