import { says } from '../../wire/status.ts';
import { runMark } from '../../clause/mark.ts';
import type { Phase } from '../../clause/clause.ts';
import type { Waiting } from '../../run/attendance.ts';
import type { Engine } from '../../run/engine.ts';
import type { Chain } from '../../run/session/dispatch.ts';
import type { Facts } from '../learnt.ts';
import { removed } from '../resources/clean-up.ts';
import type { CleanUp } from '../resources/cleaning.ts';
import type { ResourceBook } from '../resources/resource-book.ts';

/** The means to delete resources of a run, during the run and at its end. */
export function cleaningOf({ session, options, world }: Engine, facts: Facts, chain: Chain): CleanUp {
  return {
    session,
    chain,
    writer: facts.writer,
    // If the target never answered, a search finds nothing.
    reader: world.answers.sites.length === 0 ? undefined : facts.reader,
    profile: options.profile,
    mark: runMark(options.runId),
    areIdsKnown: facts.readable,
    queryMs: options.profile.consistency?.queryLagMs ?? options.settle.queryMs,
    isLate: false,
  };
}

/** Deletes a resource that no check needs any more (4.11); false if it stays. */
export async function deleteReturned(
  engine: Engine,
  facts: Facts,
  book: ResourceBook,
  id: string,
): Promise<boolean> {
  const entry = book.ledger.entry(engine.options.projectKey, id);
  if (entry === undefined) return false;
  book.noteDelete(id);
  const cleaning = cleaningOf(engine, facts, { depth: engine.schedule.chainBase });
  const { outcome } = await removed(book.ledger, entry, cleaning, 0);
  if (outcome === 'gone') book.noteReturned(entry);
  return outcome === 'gone';
}

/** Whether a resource that was deleted is read as gone (4.2). */
export async function isReadAsGone(
  { session, schedule }: Engine,
  facts: Facts,
  id: string,
): Promise<boolean> {
  if (facts.reader === undefined) return true;
  const ask = { path: { id }, as: facts.reader, mayNotExist: true };
  return says(await session.send('readById', ask, { depth: schedule.chainBase }), 'nothing there');
}

/** A check that waits for a later phase first gives back unneeded resources. */
export function givingBack(waiting: Waiting, giveBack: () => void): Waiting {
  const until = async (phase: Phase): Promise<void> => {
    giveBack();
    await waiting.until(phase);
  };
  return {
    get phase() {
      return waiting.phase;
    },
    defer: (work) => waiting.defer(work),
    until,
  };
}
