import type { Exchange } from '../../history/exchange.ts';
import { settles } from '../../run/settle.ts';
import { briefIfWaitingIsFutile } from '../brief-waits.ts';
import type { Stage } from '../stage.ts';
import { versionOf, type OwnResource, type Shows } from './own-resource.ts';

export async function readOwn(on: Stage, own: OwnResource, as = on.reader): Promise<Exchange> {
  const settled = own.isConfirmed || (!on.brief && on.clock.now() - own.madeAt >= on.grace.readMs);
  const mayNotExist = own.isDeleted || !settled;
  const exchange = await on.ask('readById', { path: { id: own.id }, as, mayNotExist });
  if (own.found(exchange)) on.learn.lag();
  if (exchange.succeeded && as === on.reader) own.show(versionOf(exchange.value));
  return exchange;
}

/** The version to state, by an answer or a read; undefined if no read within the lag showed an integer. */
export async function versionToState(on: Stage, own: OwnResource): Promise<string | undefined> {
  if (own.toState !== undefined) return own.toState;
  if (own.isUnversioned || on.facts.unversioned) return undefined;
  const stage = briefIfWaitingIsFutile(on);
  let last: Exchange | undefined;
  let shows: Shows | undefined;
  let wasBehind = false;
  const { hasMoved } = own;
  await settles(on.clock, { since: own.lastWriteAt, ms: stage.grace.readMs }, async () => {
    last = await readOwn(stage, own);
    shows = own.seek(last, on.facts.pointer);
    wasBehind ||= shows === 'an earlier state';
    return shows === 'the version' || shows === 'no version';
  });
  if (shows === 'the version' && hasMoved) on.learn.shown(wasBehind ? 'last' : 'once');
  const found = versionOf(last?.value);
  if (stage.brief || shows === 'no version') return found;
  const isMissing = last?.is('turned away') === true;
  if (isMissing || shows === 'an earlier state') on.learn.futileWait();
  if (isMissing) own.missing();
  return found;
}
