import type { Exchange } from '../../history/exchange.ts';
import { shownResources } from '../../implementation/resources/shown-resources.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import { laterPages } from '../../judging/surveys/later-pages.ts';
import { listNames } from '../../contract/traits.ts';
import { inScope } from '../../run/options.ts';
import { mentions } from '../../wire/json/pointer.ts';
import type { Stage } from '../../implementation/stage.ts';
import { asObject, type Json } from '../../wire/json/json.ts';

/** The versions of resources that lists show by ids which this run has not made. */
export function versionsOfOthers(on: Stage, lists: readonly Exchange[]): readonly string[] {
  const made = new Set(on.made.map(({ id }) => id));
  return lists
    .flatMap(({ value }) => shownResources(value, on.profile))
    .flatMap(({ id, value }) => (made.has(id) ? [] : versionsIn(value)));
}

/** The version that a list shows beside a text, anywhere in the same element. */
export async function versionListedWith(on: Stage, text: string): Promise<string | undefined> {
  const lists = await Promise.all(inScope(on.options, listNames).map((name) => on.ask(name)));
  const found = firstWith(lists, text);
  return found ?? firstWith(await laterPages(on), text);
}

function firstWith(lists: readonly Exchange[], text: string): string | undefined {
  return lists.map(({ value }) => versionBeside(value, text)).find((version) => version !== undefined);
}

/** The version in the innermost object that has one and mentions the text. */
function versionBeside(value: Json | undefined, text: string): string | undefined {
  if (value === undefined || !mentions(value, text)) return undefined;
  const parts = Array.isArray(value) ? value : Object.values(asObject(value) ?? {});
  return parts.map((part) => versionBeside(part, text)).find((one) => one !== undefined) ?? versionOf(value);
}

/** The values of members named version, at any depth. */
export function versionsIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(versionsIn);
  const own = versionOf(value);
  const inner = Object.values(asObject(value) ?? {}).flatMap(versionsIn);
  return own === undefined ? inner : [own, ...inner];
}
