import { contentGiven, contentIn, heldIn, sameTexts } from './held-members.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { documentedContent } from '../../implementation/resources/same-state.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Exchange } from '../../history/exchange.ts';
import { sameJson, type Json } from '../../wire/json/json.ts';
import { textsIn, valueAt } from '../../wire/json/pointer.ts';
import { stateShows } from './state.ts';

/**
 * The state of a resource that a write did not name, after the write.
 *
 * - `changed`: it is gone; a text of its state is gone, replaced or new; a list is empty; or it shows what the write
 *   carried. Only a write has this effect. - `counted`: a number changed to a value that was not in the write. The
 *   server may count there, and does if the profile says so (`fields.computed`). - `as it was`: all other cases. A
 *   member without the content of the run belongs to the server, and may show its traffic.
 */
export type Since = 'as it was' | 'counted' | 'changed';

/** Two reads of a resource, and the write between them, if there was one. */
export interface Looks {
  readonly was: Exchange;
  readonly now: Exchange;
  readonly write?: Exchange | undefined;
  /** Members that showed the content of the run in any read so far; by default the members of the first read. */
  readonly held?: ReadonlySet<string>;
}

/** Compares the reads: documented members with the content of the run, and the place that updates change. */
export function since(on: Pick<Stage, 'facts' | 'profile'>, own: OwnResource, looks: Looks): Since {
  const { was, now } = looks;
  if (!now.succeeded) return 'changed';
  const computed = on.profile.fields?.computed ?? [];
  const found = membersSince(own, looks)
    .filter(([name, one]) => one === 'changed' || !computed.includes(named(name)))
    .map(([, one]) => one);
  found.push(placeSince(on.facts.pointer, was, now));
  return found.find((one) => one === 'changed') ?? found.find((one) => one === 'counted') ?? 'as it was';
}

/** The members with a changed number, as `Type.member`. */
export function countedIn(own: OwnResource, looks: Looks): readonly string[] {
  return membersSince(own, looks).flatMap(([name, one]) => (one === 'counted' ? named(name) : []));
}

const named = (member: string): string => `ObjectTypeProperty.${member}`;

function membersSince(own: OwnResource, looks: Looks): readonly (readonly [name: string, Since])[] {
  const { was, now, write, held = heldIn(own, was) } = looks;
  const given = contentGiven(own);
  const carried = write === undefined ? {} : contentIn(write);
  const shown = documentedContent(now);
  return Object.entries(documentedContent(was)).map(([name, before]) => {
    const beside = { given: given[name], carried: carried[name], isHeld: held.has(name) };
    return [name, memberSince(before, shown[name], beside)];
  });
}

/** Whether a resource shows the text of a write to another resource, where content or changes show. */
export function showsTextOf(on: Stage, own: OwnResource, { was, now }: Looks, text: string): boolean {
  const given = contentGiven(own);
  const before = documentedContent(was);
  const isState = (name: string): boolean => {
    const [shown, gave] = [textsIn(before[name]), textsIn(given[name])];
    return gave.length > 0 && gave.every((one) => shown.includes(one));
  };
  return stateShows(on, now, text, isState) !== undefined;
}

/** Members may be left out of answers. */
function memberSince(
  before: Json,
  after: Json | undefined,
  { given, carried, isHeld }: Record<'given' | 'carried', Json | undefined> & { readonly isHeld: boolean },
): Since {
  if (after === undefined || sameJson(before, after) || sameTexts(before, after)) return 'as it was';
  const [texts, now] = [textsIn(before), textsIn(after)];
  // The server may show more than it was given: the given content stays.
  if (textsIn(given).some((text) => texts.includes(text) && !now.includes(text))) return 'changed';
  if (!isHeld) return 'as it was';
  const isEmpty = Array.isArray(after) && after.length === 0;
  const isCarried = carried !== undefined && sameJson(after, carried);
  return isEmpty || isCarried || [...texts, ...now].length > 0 ? 'changed' : 'counted';
}

function placeSince(pointer: string | undefined, was: Exchange, now: Exchange): Since {
  if (pointer === undefined) return 'as it was';
  const [before = null, after = null] = [valueAt(was.value, pointer), valueAt(now.value, pointer)];
  if (sameJson(before, after)) return 'as it was';
  return [before, after].some((one) => typeof one === 'string') ? 'changed' : 'counted';
}
