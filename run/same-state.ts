import { sameJson } from '../wire/json.ts';
import { sameNumber } from '../wire/numbers.ts';
import type { Exchange } from './exchange.ts';
import { versionOf } from './own-resource.ts';

/** Both answers show a version, and these differ. */
export function versionsDiffer(one: Exchange, other: Exchange): boolean {
  const [v1, v2] = [versionOf(one.value), versionOf(other.value)];
  return v1 !== undefined && v2 !== undefined && !sameNumber(v1, v2);
}

/** The answers show another `objectTypeProperty`, or only one of them shows any. */
export function contentsDiffer(one: Exchange, other: Exchange): boolean {
  const content = ({ object }: Exchange) => object?.['objectTypeProperty'] ?? null;
  return !sameJson(content(one), content(other));
}
