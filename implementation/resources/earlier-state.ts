import type { Exchange } from '../../history/exchange.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { versionOf, type OwnResource } from './own-resource.ts';

/**
 * Whether an answer shows a version that the resource was known to have before its last known one. That is how it looks
 * when somebody restores a data base, which nothing of the implementation is to blame for: once is no evidence.
 *
 * @param left - a version that was stated in an accepted update since
 */
export function showsEarlierState({ issued }: OwnResource, answer: Exchange, left?: string): boolean {
  const version = versionOf(answer.value);
  if (version === undefined) return false;
  if (left !== undefined && sameNumber(version, left)) return true;
  // What was read last is at the end.
  return issued.slice(0, -1).some((one) => sameNumber(one, version));
}
