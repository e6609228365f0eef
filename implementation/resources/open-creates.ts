import { hasToStay, providedIds } from './provided.ts';
import type { Leftover } from '../../clause/report.ts';
import { awaited } from '../../run/awaited.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { listNames } from '../../contract/traits.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Ask } from '../../run/ask.ts';
import type { Caller } from '../../history/caller.ts';
import type { CleanUp } from './cleaning.ts';
import type { Ledger, LedgerEntry, OpenCreate } from './ledger.ts';
import { shownResources, wordIn, type ShownResource } from './shown-resources.ts';

/** The lists of resources (4.1, 4.4, 4.12), with the longest pages that may be granted. */
const lists: readonly (readonly [EndpointName, NonNullable<Ask['query']>])[] = [
  ...listNames.map((name) => [name, []] as const),
  ...['100', '500'].map((limit) => ['sorted', [['limit', limit]]] as const),
];
/** The times, in milliseconds, at which the lists are read, until no further resource is found. */
const looks = [0, 500, 1_500, 4_000, 9_000, 15_000] as const;
/** A target that answers nothing for this long, in milliseconds, will answer nothing in time. */
const hangsMs = 5_000;
/** The most resources that one search reads to find their owner. */
const mostRead = 100;

const mayBeOthers =
  'it contains the mark of the run through an overwrite that named no resource: it may belong to another client';

interface Search {
  readonly ledger: Ledger;
  readonly by: CleanUp;
  readonly reader: Caller;
  readonly asked: Set<string>;
  /** The resources with a text that were known at the start of the search. */
  readonly known: readonly LedgerEntry[];
  /** Indexes of lists that showed all known resources. */
  readonly whole: Set<number>;
  /** Some list showed a resource with its id, or got no answer: after a wait it may show another resource. */
  mayShow: boolean;
  /** In the last search no list was answered. */
  isUnanswered: boolean;
  /** Resources that contain the text of an overwrite: they may have existed before. */
  readonly overwritten: Map<string, Leftover>;
}

/**
 * Searches for resources of creates without an id in their answers, by the words of the run in lists and reads by id. A
 * found resource is entered by its id; a create that complete lists do not show has created nothing.
 *
 * @param remove - removes the found resources, so that pages of lists can show more @returns the resources of
 * overwrites that named nothing
 */
export async function findOpen(
  ledger: Ledger,
  by: CleanUp,
  remove: () => Promise<void>,
): Promise<readonly Leftover[]> {
  const { governor, clock } = by.session;
  const { reader } = by;
  if (reader === undefined) return [];
  const search: Search = {
    ledger,
    by,
    reader,
    known: ledger.entries.filter((entry) => entry.word !== undefined && !ledger.wasDeleted(entry)),
    asked: new Set(),
    whole: new Set(),
    mayShow: false,
    isUnanswered: false,
    overwritten: new Map(),
  };
  const started = clock.now();
  for (const at of looks) {
    if (sought(ledger).length === 0 || governor.left === 0) break;
    const last = stillMayShowFor(ledger, by);
    const wait = started + at < clock.now() ? 0 : Math.min(started + at - clock.now(), last);
    if (wait > 0) await governor.sleep(wait, awaited.queries, { exempt: true });
    const lookedAt = clock.now();
    while (sought(ledger).length > 0 && (await look(search))) await remove();
    const isHanging = search.isUnanswered && clock.now() - lookedAt >= hangsMs;
    // An overwritten resource shows immediately or never.
    const isRest = sought(ledger).every(({ accepted }) => accepted === true);
    if (last <= wait || !search.mayShow || isHanging || isRest) break;
  }
  for (const { number, accepted } of ledger.open) if (accepted === true) ledger.close(number);
  return [...search.overwritten.values()];
}

/** Overwrites of most implementations create nothing: the run searches for their resources only if an answer showed another resource. */
function sought(ledger: Ledger): readonly OpenCreate[] {
  return ledger.open.filter(
    ({ overwrites, ids, accepted }) =>
      overwrites !== true || ids.length > 0 || accepted === true || ledger.overwritesCreate,
  );
}

/** For this time in milliseconds, lists may not yet show the newest resource. */
function stillMayShowFor(ledger: Ledger, { queryMs, session }: CleanUp): number {
  const last = Math.max(...sought(ledger).map(({ created }) => Date.parse(created)));
  return Math.max(0, last + queryMs - session.clock.date().getTime());
}

/** Reads the lists, and listed resources with an unknown owner, once; returns whether a resource was found. */
async function look(search: Search): Promise<boolean> {
  const { ledger, by, reader, asked } = search;
  const answers = await Promise.all(lists.map(([name, query]) => send(by, reader, name, { query })));
  noteWhole(search, answers);
  search.isUnanswered = answers.every((one) => one.is('noise'));
  const listed = answers.flatMap(({ succeeded, value }) =>
    succeeded ? shownResources(value, by.profile) : [],
  );
  if (listed.length > 0 || answers.some((one) => one.is('noise'))) search.mayShow = true;
  const told = listed.map((shown) => isEntered(search, shown));
  const ids = [...sought(ledger).flatMap((open) => open.ids), ...listed.map(({ id }) => id)];
  const unread = [...new Set(ids)].filter((id) => !asked.has(id) && mayBeNew(search, id)).slice(0, mostRead);
  const read = await Promise.all(
    unread.map(async (id) => {
      asked.add(id);
      const exchange = await send(by, reader, 'readById', { path: { id }, mayNotExist: true });
      return exchange.succeeded && isEntered(search, { id, value: exchange.value ?? null });
    }),
  );
  const isFound = told.includes(true) || read.includes(true);
  if (!isFound) closeWhatIsNowhere(search, answers);
  return isFound;
}

/** The search skips resources that existed before, were provided, or are known already. */
function mayBeNew({ ledger, by }: Search, id: string): boolean {
  const isProvided = hasToStay(by.profile, id) || providedIds(by.profile).includes(id);
  return !isProvided && !ledger.wasBefore(id) && !ledger.has(by.session.options.projectKey, id);
}

/** Whether the content has a word of an open create, whose resource is now entered by its id. */
function isEntered(search: Search, { id, value }: ShownResource): boolean {
  const { ledger, by, overwritten } = search;
  if (!mayBeNew(search, id) || overwritten.has(id)) return false;
  // One word may be the beginning of another.
  const [open] = sought(ledger)
    .filter(({ word }) => word !== undefined && wordIn(value, [word]) !== undefined)
    .toSorted((a, b) => (b.word?.length ?? 0) - (a.word?.length ?? 0));
  if (open?.word === undefined) {
    // The content has a text of the run that no create sent: an overwrite without a named resource has
    // changed it. Lagging lists also show deleted resources.
    const isOther = !ledger.wasMade(by.session.options.projectKey, id);
    if (isOther && wordIn(value, [by.mark]) !== undefined)
      overwritten.set(id, {
        id,
        created: by.session.clock.date().toISOString(),
        why: mayBeOthers,
        changed: true,
      });
    return false;
  }
  const { number, created, word } = open;
  if (open.overwrites === true) {
    overwritten.set(id, { id, created, why: mayBeOthers, changed: true });
  } else ledger.add({ id, projectKey: by.session.options.projectKey, created, word });
  ledger.close(number);
  return open.overwrites !== true;
}

/** Notes which lists show all known resources. */
function noteWhole({ by, known, whole }: Search, answers: readonly Exchange[]): void {
  if (known.length === 0) return;
  lists.forEach((_, at) => {
    const answer = answers[at];
    if (answer?.succeeded !== true) return;
    const shown = new Set(shownResources(answer.value, by.profile).map(({ id }) => id));
    const shows = ({ id, word }: LedgerEntry): boolean =>
      shown.has(id) || (word !== undefined && wordIn(answer.value, [word]) !== undefined);
    if (known.every(shows)) whole.add(at);
  });
}

/** If a list showed all known resources, but not a create in time, that create made nothing. */
function closeWhatIsNowhere({ ledger, by, whole }: Search, answers: readonly Exchange[]): void {
  const now = by.session.clock.date().getTime();
  const due = sought(ledger).filter(({ created }) => Date.parse(created) + by.queryMs <= now);
  lists.forEach((_, at) => {
    const answer = answers[at];
    if (!whole.has(at) || answer?.succeeded !== true) return;
    for (const { number, word } of due)
      if (word !== undefined && wordIn(answer.value, [word]) === undefined) ledger.close(number);
  });
}

/** Sends a request of the clean-up, which follows any kind of run. */
function send({ session, chain }: CleanUp, as: Caller, name: EndpointName, ask: Ask): Promise<Exchange> {
  return session.send(name, { ...ask, as, whenSilent: 'send-anyway', once: true }, chain, { exempt: true });
}
