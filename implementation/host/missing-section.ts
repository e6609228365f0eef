import type { Clause } from '../../clause/clause.ts';
import { defined } from '../../clause/defined.ts';
import type { Profile } from '../../clause/profile.ts';
import type { Reason } from '../../clause/sample.ts';
import { endpointNames, endpoints, operation, type EndpointName } from '../../contract/endpoints.ts';
import { isOverwrite } from '../../contract/traits.ts';
import type { World } from '../../world/world.ts';
import { lineWithout } from '../sample-ask.ts';

type Resting = Pick<Clause<unknown>, 'part' | 'sends'>;

type Known = Pick<World, 'offered'>;

/** The operations that the clause names in `sends`; if it names none, all operations of its section. */
function operationsOf({ part, sends = '' }: Resting): readonly EndpointName[] {
  const all = endpointNames.filter((name) => endpoints[name].section === part);
  const named = all.filter((name) => sends.includes(operation(name)));
  return named.length === 0 ? all : named;
}

/** Whether no missing operation concerns the clause: one of its operations has answered, or it has none. */
export function isSomethingThere(clause: Resting, { offered }: Known): boolean {
  const names = operationsOf(clause);
  return names.length === 0 || names.some((name) => offered.witnesses(name).length > 0);
}

/** Why the operations of a clause are missing; undefined if one exists, or too little is known. */
export function whyNothingIsThere(
  clause: Resting,
  { world, profile }: { readonly world: Known; readonly profile: Profile },
): Reason | undefined {
  if (isSomethingThere(clause, world)) return undefined;
  const names = operationsOf(clause);
  const statuses = names.flatMap((name) => world.offered.missing(name) ?? []);
  // Of several operations, the last is a read.
  const name = names.at(-1);
  if (name === undefined || statuses.length === 0) return undefined;
  const text = `a caller who is granted access elsewhere is answered ${[...new Set(statuses)].join(' and ')} by ${names.map(operation).join(' and ')}, as if the operation did not exist`;
  if (isDeclaredAbsent(name, profile)) return { code: 'declared-absent', text };
  return { code: 'premise-failed', text, ...defined({ supply: lineWithout(name, world.offered) }) };
}

/** The vendor says that nothing is found there. */
function isDeclaredAbsent(name: EndpointName, { overwrite, resource }: Profile): boolean {
  if (isOverwrite(name)) return overwrite?.[name]?.target === 'none';
  return name === 'readByKey' && resource?.keySource === 'none';
}
