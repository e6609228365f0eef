import type { ListName, PlainRead } from '../../contract/traits.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { awaited } from '../../run/awaited.ts';
import type { AccessClauses } from './access.ts';
import type { AccessCase, Grant } from './access-case.ts';
import type { Caller } from '../../history/caller.ts';
import { counts, equalsAuthorised, holdsResource, isTelling, listed, shows } from './disclosure.ts';
import type { Exchange } from '../../history/exchange.ts';
import { mentions } from '../../wire/json/pointer.ts';
import { accessWithParts } from './parts-access.ts';
import { plainOrFresh } from '../parameters/bare-answers.ts';
import { answeredList, hopeless, keptIfAny, tellingList } from './telling-list.ts';
import { settles } from '../../run/settle.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRunFor } from '../../implementation/once-per-run.ts';

/** Access to a read of all resources: a 2xx answer grants only if it discloses listed content. */
function listing(name: PlainRead): AccessCase {
  return {
    endpoint: name,
    prepare: async (on) => {
      const kept = await keptIfAny(on);
      return {
        ask: (stage, as) => stage.ask(name, { as }),
        shows: () => true,
        leaks: ({ value }) => kept !== undefined && kept.canary !== '' && mentions(value, kept.canary),
        grants: (probe, control, again) => {
          const value = listed(probe);
          if (holdsResource(value)) return 'granted';
          const shown = { id: kept?.own.id ?? '', canary: kept?.canary ?? '' };
          if (shows(value, shown)) return 'granted';
          return equalsAuthorised(probe, control, again) ? 'granted' : 'open';
        },
        becomesTelling: async (stage, control) => {
          if (isTelling(listed(control)) || hopeless(control)) return false;
          const settled = await stage.defer(() => tellingList(stage, name));
          return isTelling(listed(settled));
        },
        decideOpen: async (stage, asked, probe, control): Promise<Grant> => {
          return (await tracks(stage, name, { ...asked, probe, control })) ? 'granted' : 'open';
        },
      };
    },
  };
}

/** Whether counts in a list stayed the same for as long as any lag after a create. */
const stillnessOf = oncePerRunFor((_on: Stage, _name: PlainRead) => Promise.resolve({ isSeen: false }));

/**
 * Whether the answers to an insufficient caller count a new resource. At one place, twice, both callers see
 * the same number before, both the same higher number after, and neither sees it change without the create.
 */
async function tracks(
  on: Stage,
  name: PlainRead,
  {
    caller,
    controller,
    probe,
    control,
  }: Record<'caller' | 'controller', Caller> & Record<'probe' | 'control', Exchange>,
) {
  const told = counts(listed(control));
  const alike = [...counts(listed(probe))].some(([at, count]) => count !== 0 && told.get(at) === count);
  if (!alike || on.options.readOnly || isOneForAll(on.facts) || on.facts.noResource !== undefined)
    return false;
  const look = async (as: Caller): Promise<ReadonlyMap<string, number>> =>
    counts(listed(await on.ask(name, { as })));
  const stillness = await stillnessOf(on, name);
  for (let round = 0; round < 2; round += 1) {
    const rest = [await look(controller), await look(caller), await look(controller), await look(caller)];
    const { own } = await on.create();
    const [before, theirs] = [rest[2] ?? new Map(), rest[3] ?? new Map()];
    const still = [...before.keys()].filter(
      (at) => new Set([...rest.map((one) => one.get(at)), theirs.get(at)]).size === 1,
    );
    let moved: readonly string[] = [];
    let after: ReadonlyMap<string, number> = new Map();
    // The list is known not to change its counts for another caller: one wait suffices.
    const ms = stillness.isSeen ? 0 : on.grace.queryMs;
    await settles(
      on.clock,
      { since: own?.lastWriteAt ?? on.clock.now(), ms, for: awaited.queries },
      async () => {
        after = await look(controller);
        moved = still.filter((at) => rises(before.get(at), after.get(at)));
        return moved.length > 0;
      },
    );
    if (moved.length === 0 && !on.brief) stillness.isSeen = true;
    const seen = await look(caller);
    if (!moved.some((at) => seen.get(at) === after.get(at))) return false;
  }
  return true;
}

function rises(from: number | undefined, to: number | undefined): boolean {
  return from !== undefined && to !== undefined && to > from && to - from <= 5;
}

/** The clauses on access to a list; they apply once a sufficient caller is answered 2xx, whatever the list shows. */
export function listAccess(name: PlainRead): AccessClauses {
  return accessWithParts(
    { which: listing(name) },
    {
      first: async (on) => {
        const answer = await plainOrFresh(on, name);
        if (!answer.succeeded && !hopeless(answer)) await on.defer(() => answeredList(on, name));
      },
    },
  );
}

/** The cases of access to lists, for clauses with callers of their own. */
export const listCase: Readonly<Record<ListName, AccessCase>> = {
  query: listing('query'),
  search: listing('search'),
  sorted: listing('sorted'),
};
