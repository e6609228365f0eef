import type { Exchange } from '../../history/exchange.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { versionOf, type OwnResource } from './own-resource.ts';

/** It shows a version before the last known one, or one left since: once it may be a restored database. */
export function showsEarlierState({ issued }: OwnResource, answer: Exchange, left?: string): boolean {
  const version = versionOf(answer.value);
  if (version === undefined) return false;
  if (left !== undefined && sameNumber(version, left)) return true;
  // The last read is at the end.
  return issued.slice(0, -1).some((one) => sameNumber(one, version));
}
