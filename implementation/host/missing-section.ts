import type { Clause } from '../../clause/clause.ts';
import { defined } from '../../clause/defined.ts';
import type { Profile } from '../../clause/profile.ts';
import type { Reason } from '../../clause/sample.ts';
import { endpointNames, endpoints, operation, type EndpointName } from '../../contract/endpoints.ts';
import { isOverwrite } from '../../contract/traits.ts';
import type { Recorder } from '../../run/books/recorder.ts';
import { lineThatFinds } from '../sample-ask.ts';

/**
 * Why a clause cannot pass: everybody is answered alike that there is nothing, whatever is asked of the operations of its
 * section. Undefined where somebody is answered otherwise.
 *
 * @param clause.sends - names those of them on which it rests; all of them where it names none
 */
export function whyNothingIsThere(
  { part, sends = '' }: Pick<Clause<unknown>, 'part' | 'sends'>,
  { recorder, profile }: { readonly recorder: Recorder; readonly profile: Profile },
): Reason | undefined {
  const all = endpointNames.filter((name) => endpoints[name].section === part);
  const named = all.filter((name) => sends.includes(operation(name)));
  const names = named.length === 0 ? all : named;
  const status = recorder.nothingThere.at(names);
  // Of two, the last is the one that is read.
  const name = names.at(-1);
  if (status === undefined || name === undefined) return undefined;
  const text = `every caller is answered ${status} by ${names.map(operation).join(' and ')}, as if the operation did not exist`;
  if (isDeclaredAbsent(name, profile)) return { code: 'declared-absent', text };
  const supply = lineThatFinds(name);
  return { code: 'premise-failed', text, ...defined({ supply }) };
}

/** The vendor says that nothing is found there. */
function isDeclaredAbsent(name: EndpointName, { overwrite, resource }: Profile): boolean {
  if (isOverwrite(name)) return overwrite?.[name]?.target === 'none';
  return name === 'readByKey' && resource?.keySource === 'none';
}
