import type { Exchange } from '../../history/exchange.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { versionOf, type OwnResource } from './own-resource.ts';

/**
 * Whether an answer shows a version of the resource before its last known version. A restored database looks like
 * this, for which the implementation is not at fault: once is no evidence.
 *
 * @param left - a version that was stated in an accepted update since
 */
export function showsEarlierState({ issued }: OwnResource, answer: Exchange, left?: string): boolean {
  const version = versionOf(answer.value);
  if (version === undefined) return false;
  if (left !== undefined && sameNumber(version, left)) return true;
  // The last read is at the end.
  return issued.slice(0, -1).some((one) => sameNumber(one, version));
}
