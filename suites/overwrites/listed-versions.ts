import type { Exchange } from '../../history/exchange.ts';
import { shownResources } from '../../implementation/resources/shown-resources.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { asObject, type Json } from '../../wire/json/json.ts';

/** The versions of resources that lists show by ids which this run has not made. */
export function versionsOfOthers(on: Stage, lists: readonly Exchange[]): readonly string[] {
  const made = new Set(on.made.map(({ id }) => id));
  return lists
    .flatMap(({ value }) => shownResources(value, on.profile))
    .flatMap(({ id, value }) => (made.has(id) ? [] : versionsIn(value)));
}

/** What members named version hold, at any depth. */
export function versionsIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(versionsIn);
  const own = versionOf(value);
  const inner = Object.values(asObject(value) ?? {}).flatMap(versionsIn);
  return own === undefined ? inner : [own, ...inner];
}
