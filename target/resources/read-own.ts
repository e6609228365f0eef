import type { Exchange } from '../../run/exchange.ts';
import { settles } from '../../run/settle.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import { withoutVainWaits } from '../haste.ts';
import type { Stage } from '../stage.ts';
import { isForLater, versionOf, type OwnResource } from './own-resource.ts';

/** GET by id. */
export async function readOwn(on: Stage, own: OwnResource, as = on.reader): Promise<Exchange> {
  const settled = own.confirmed || (!on.hasty && on.clock.now() - own.madeAt >= on.grace.readMs);
  const unknownTarget = own.deleted || !settled;
  const exchange = await on.ask('readById', { path: { id: own.id }, as, unknownTarget });
  const version = versionOf(exchange.value);
  if (exchange.kind === 'refusal' && own.born !== undefined && !own.confirmed && !own.deleted)
    own.missed = true;
  if (exchange.succeeded && version !== undefined) {
    if (own.missed && !own.confirmed && !isForLater(own)) on.learn.lag();
    own.confirmed = true;
  }
  if (exchange.succeeded && as === on.reader) own.show(version);
  return exchange;
}

/**
 * The version to state: what an answer showed, or what a read shows that is not the one just left.
 *
 * @returns undefined when no read within the window of lag showed an integer version
 */
export async function versionToState(on: Stage, own: OwnResource): Promise<string | undefined> {
  if (own.shown !== undefined && own.shown !== own.left) return own.shown;
  if (own.unversioned || on.facts.unversioned) return undefined;
  const stage = withoutVainWaits(on);
  let found: string | undefined;
  let last: Exchange | undefined;
  let isBehind = false;
  let wasBehind = false;
  const { left } = own;
  await settles(on.clock, { since: own.lastWriteAt, ms: stage.grace.readMs }, async () => {
    const read = await readOwn(stage, own);
    found = versionOf(read.value);
    own.unversioned = read.succeeded && found === undefined;
    isBehind = found !== undefined && own.left !== undefined && sameNumber(found, own.left);
    // The last change shows, so that this is no earlier state: the version has stayed.
    if (isBehind && showsLastChange(on, own, read)) {
      own.left = undefined;
      isBehind = false;
    }
    wasBehind ||= isBehind;
    last = read;
    return own.unversioned || (found !== undefined && !isBehind);
  });
  if (found !== undefined && left !== undefined && !isBehind) on.learn.shown(wasBehind ? 'last' : 'once');
  if (stage.hasty || own.unversioned) return found;
  const isMissing = last?.kind === 'refusal';
  if (isMissing || isBehind) on.learn.vainWait();
  own.unversioned = isMissing;
  return found;
}

function showsLastChange(on: Stage, own: OwnResource, read: Exchange): boolean {
  const { pointer } = on.facts;
  return pointer !== undefined && own.changed && valueAt(read.value, pointer) === own.value;
}
