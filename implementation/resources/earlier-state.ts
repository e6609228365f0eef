import type { Exchange } from '../../history/exchange.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { versionOf, type OwnResource } from './own-resource.ts';

/** The answer shows a version older than the last; a single such read may come from a restored database. */
export function showsEarlierState({ issued }: OwnResource, answer: Exchange, left?: string): boolean {
  const version = versionOf(answer.value);
  if (version === undefined) return false;
  if (left !== undefined && sameNumber(version, left)) return true;
  // The last element is the last read.
  return issued.slice(0, -1).some((one) => sameNumber(one, version));
}
