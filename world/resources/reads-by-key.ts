import type { Exchange } from '../../history/exchange.ts';
import { asName, valueAt } from '../../wire/json/pointer.ts';
import { encodeComponent } from '../../wire/target.ts';
import { successesAt } from '../documented.ts';
import type { World } from '../world.ts';
import { namingMembers } from './naming-members.ts';

/** Whether two answers have the same top-level members, among them a version: then both are ExampleResources. */
export function sameMembers(byId: Exchange, byKey: Exchange): boolean {
  const [one, other] = [byId.object, byKey.object];
  if (one === undefined || other === undefined || !('version' in one)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name));
}

/** Whether a read by key is answered with the members that the resource has when it is read by id. */
export function isAnsweredAsById({ history, profile }: World): boolean {
  const { fixture } = profile.resource ?? {};
  const byId = successesAt(history, 'readById');
  return successesAt(history, 'readByKey').some((byKey) => {
    const isKey = (name: string): boolean => byKey.path.endsWith(`/key=${encodeComponent(name)}`);
    const isOf = (one: Exchange): boolean =>
      namesIn(one, history.given.namedAt).some(isKey) ||
      (isKey(fixture?.key ?? '') && one.path.endsWith(`/${encodeComponent(fixture?.id ?? '')}`));
    return byId.some((one) => sameMembers(one, byKey) && isOf(one));
  });
}

/** The values in a resource that may be its key: at the declared places, or in undocumented members. */
function namesIn({ value }: Exchange, places: readonly string[]): readonly string[] {
  return [
    ...places.flatMap((place) => asName(valueAt(value, place)) ?? []),
    ...namingMembers(value).map((member) => member.value),
  ];
}
