import type { Exchange } from '../../history/exchange.ts';
import { documentedContent } from '../../implementation/resources/same-state.ts';
import type { Stage } from '../../implementation/stage.ts';
import { mentionsAt, valueAt } from '../../wire/json/pointer.ts';

/**
 * The JSON Pointer at which a read of a resource shows the text as state: in its documented content, or where
 * changes were seen or are declared to show. A link, an error, a log of attempts or the project's latest
 * change may also mention the text.
 *
 * @param isState - whether a documented member is known to hold state; each is unless given
 */
export function stateShows(
  { facts, profile }: Pick<Stage, 'facts' | 'profile'>,
  read: Exchange,
  text: string,
  isState: (member: string) => boolean = () => true,
): string | undefined {
  if (!read.succeeded) return undefined;
  const declared = profile.update?.observable;
  // If the vendor declares that no member shows a change, a member that mentions one is no state.
  const places =
    declared === 'none' ? [] : [...(declared === undefined ? [] : [declared]), ...(facts.pointers ?? [])];
  const content = Object.entries(documentedContent(read)).filter(([name]) => isState(name));
  return (
    mentionsAt({ objectTypeProperty: Object.fromEntries(content) }, text) ??
    places.find((pointer) => mentionsAt(valueAt(read.value, pointer), text) !== undefined)
  );
}
