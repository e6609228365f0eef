import type { Exchange } from '../../history/exchange.ts';
import { asObject, sameJson, type Json } from '../../wire/json/json.ts';
import { textsIn } from '../../wire/json/pointer.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { documentedContent } from '../../implementation/resources/same-state.ts';

type Content = Readonly<Record<string, Json>>;

/** The documented members of `objectTypeProperty` that a request carries. */
export function contentIn({ sent }: Pick<Exchange, 'sent'>): Content {
  return documentedContent({ object: asObject(sent) });
}

/** The content that the run gave a resource at its creation; nothing for a provided resource. */
export function contentGiven({ born }: OwnResource): Content {
  return born === undefined ? {} : contentIn(born);
}

/** A member shows what the run gave it, with texts in any order. Other content belongs to the server. */
function isHeld(shown: Json, given: Json | undefined): boolean {
  return given !== undefined && (sameJson(shown, given) || sameTexts(shown, given));
}

/** The documented members of a resource that show the content of the run in a read. */
export function heldIn(own: OwnResource, look: Exchange): ReadonlySet<string> {
  const [given, shown] = [contentGiven(own), Object.entries(documentedContent(look))];
  return new Set(shown.flatMap(([name, value]) => (isHeld(value, given[name]) ? [name] : [])));
}

/** Whether both values consist of exactly the same texts. */
export function sameTexts(one: Json, other: Json): boolean {
  const [a, b] = [textsIn(one), textsIn(other)].map((texts) => texts.toSorted());
  return Array.isArray(one) && one.length > 0 && a?.length === one.length && sameJson(a, b ?? []);
}

/** Whether a member that showed content of the run changed; of a provided one, any documented member. */
export function heldContentsDiffer(own: OwnResource, before: Exchange, after: Exchange): boolean {
  const given = contentGiven(own);
  const [was, now] = [documentedContent(before), documentedContent(after)];
  return Object.entries(was).some(([name, shown]) => {
    const [gave, shows] = [given[name], now[name]];
    if (shows === undefined || sameJson(shown, shows)) return false;
    return own.born === undefined || isHeld(shown, gave) || showsTextOf(shown, gave);
  });
}

function showsTextOf(shown: Json, given: Json | undefined): boolean {
  const texts = textsIn(shown);
  return textsIn(given).some((text) => texts.includes(text));
}
