import { says } from '../../wire/status.ts';
import { byCodeUnits } from '../../contract/code-units.ts';
import type { Leftover } from '../../clause/report.ts';
import { awaited } from '../../run/awaited.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Ledger, LedgerEntry, OpenCreate } from './ledger.ts';
import type { CleanUp } from './cleaning.ts';
import { hasToStay } from './provided.ts';
import { findOpen } from './open-creates.ts';
import { isOwnContent } from './proof/own-content.ts';
import { versionOf } from './own-resource.ts';
import { statedDelete } from './disposable.ts';
import { wordIn } from './shown-resources.ts';

/** The time that clean-up continues without progress, in milliseconds. */
const patienceMs = 30_000;
/** Waits between rounds of deletes, in milliseconds; a longer Retry-After wins. */
const pauses = [100, 200, 500, 1_000, 2_000, 4_000] as const;
/** The most deletes at a time, if the target allows them; after this many without a usable answer a round ends. */
const width = 16;

/** Deletes the resources in the ledger, beyond stop and budget, and returns those that may remain (4.11). */
export async function cleanUp(ledger: Ledger, by: CleanUp): Promise<readonly Leftover[]> {
  bePatient(by);
  const left = new Map<LedgerEntry, string>();
  const remove = (): Promise<void> => removeAll(ledger, by, left);
  const overwritten = await findOpen(ledger, by, remove);
  await remove();
  const leftovers = [
    ...overwritten,
    ...[...left].map(([{ id, created }, why]): Leftover => ({
      id,
      created,
      why,
      ...(ledger.wasBefore(id) ? { changed: true } : {}),
    })),
    ...ledger.open
      .filter(
        ({ overwrites, accepted }) => overwrites !== true || (ledger.overwritesCreate && accepted !== true),
      )
      .map((create) => mayBeLeft(create, by.mark)),
  ];
  return leftovers.toSorted((a, b) => byCodeUnits(a.created, b.created) || byCodeUnits(a.id, b.id));
}

/** Starts the time limit for progress, or starts it again. */
function bePatient({ session }: CleanUp): void {
  const { maxRps } = session.options;
  session.governor.leaveWithin(patienceMs + (maxRps === undefined ? 0 : (width * 1_000) / maxRps));
}

function mayBeLeft({ created, what, word }: OpenCreate, mark: string): Leftover {
  const text =
    word === undefined
      ? 'without a text of its own'
      : `with the text ${word}, which contains the mark ${mark}`;
  return { id: 'unknown', created, why: `may have left one resource, ${text}: the create ${what}` };
}

/** Round by round, until all are gone or refused, or the time is over. */
async function removeAll(ledger: Ledger, by: CleanUp, left: Map<LedgerEntry, string>): Promise<void> {
  const { governor } = by.session;
  for (let round = 0; ; round += 1) {
    const waiting = ledger.entries.filter((entry) => !left.has(entry));
    if (waiting.length === 0) return;
    const pause = pauses[Math.min(round - 1, pauses.length - 1)] ?? 0;
    if (round > 0)
      await governor.sleep(Math.min(pause, governor.left), awaited.disturbance, { exempt: true });
    const isLast = governor.left === 0;
    await inTurn(waiting, async (entry) => {
      const { outcome, why } = await removed(ledger, entry, by, round);
      if (outcome === 'gone') {
        ledger.strike(entry.projectKey, entry.id);
        bePatient(by);
      }
      if (outcome === 'stays') left.set(entry, why);
      // If the run must not remove it, the ledger drops it once the report names it.
      if (ledger.wasBefore(entry.id)) ledger.strike(entry.projectKey, entry.id);
      if (outcome === 'unknown' && isLast) left.set(entry, why);
      return outcome !== 'unknown';
    });
    if (!isLast) continue;
    for (const entry of waiting)
      if (!left.has(entry) && ledger.has(entry.projectKey, entry.id))
        left.set(entry, 'the target gave no usable answer to DELETE');
    return;
  }
}

/** Deletes several at a time; after this many failures in a row, the rest is left for later. */
async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<boolean>): Promise<void> {
  let next = 0;
  let inVain = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next]; item !== undefined && inVain < width; item = items[next]) {
      next += 1;
      inVain = (await work(item)) ? 0 : inVain + 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}

/** `unknown`: another attempt may show the outcome. */
export interface Removal {
  readonly outcome: 'gone' | 'stays' | 'unknown';
  readonly why: string;
}

const gone: Removal = { outcome: 'gone', why: '' };
const stays = (why: string): Removal => ({ outcome: 'stays', why });

/** Deletes one resource, and repeats the delete only until its outcome is known. */
export async function removed(
  ledger: Ledger,
  entry: LedgerEntry,
  by: CleanUp,
  round: number,
): Promise<Removal> {
  const { session, chain, writer, reader, profile } = by;
  // A create may have updated a provided resource.
  if (hasToStay(profile, entry.id)) return gone;
  if (writer === undefined) return stays('no token may delete it');
  if (ledger.wasBefore(entry.id)) return stays('it existed before the run; the run changed it');
  const { versionParam } = profile.delete ?? {};
  const named = versionParam === undefined || versionParam === 'none' ? undefined : versionParam;
  const look = (): Promise<Exchange> =>
    session.send('readById', { ...target(entry), as: reader ?? writer, ...patiently }, chain, {
      exempt: true,
    });
  const read = named === undefined && !by.isLate ? undefined : await look();
  if (read !== undefined && says(read, 'nothing there'))
    return by.isTargetUnknown === true ? stays('it is not on this target') : gone;
  if (by.isLate && read !== undefined) {
    const why = notOurs(read, entry, by);
    if (why !== undefined) return why;
  }
  const version = versionOf(read?.value);
  const stated = named === undefined || version === undefined ? {} : statedDelete(named, version);
  const answer = await session.send(
    'remove',
    // A resource that was not deleted before exists, so that the answer is one that the contract shows.
    {
      ...target(entry),
      as: writer,
      ...stated,
      ...patiently,
      mayNotExist: round > 0 || ledger.wasDeleted(entry),
    },
    chain,
    { exempt: true },
  );
  if (answer.succeeded) return gone;
  if (says(answer, 'nothing there')) {
    if (ledger.wasDeleted(entry)) return gone;
    if (!by.areIdsKnown) return stays(unknownId(entry));
    if (!says(await look(), 'nothing there')) return unknown(answer);
    // A system in front of the server may answer every request like this for a while.
    const list = await session.send('query', { as: reader ?? writer, ...patiently }, chain, { exempt: true });
    return list.succeeded ? gone : unknown(answer);
  }
  const isEarly = round < pauses.length - 1;
  // A redirect elsewhere is an answer rather than a disturbance, and hardly goes away.
  const isDisturbance = answer.redirect === undefined && answer.is('noise', 'fault');
  const isKept = isEarly && (answer.redirect !== undefined || says(answer, 'in use'));
  // A version may be out of date for as long as reads lag.
  const mayChange = isDisturbance || version !== undefined || isKept;
  return mayChange && session.governor.left > 0 ? unknown(answer) : stays(whyNot(answer));
}

/** Why a resource is left alone whose id an earlier run has seen; undefined if it belongs to that run. */
function notOurs(
  read: Exchange,
  entry: LedgerEntry,
  { mark, isTargetUnknown = false }: CleanUp,
): Removal | undefined {
  if (!read.succeeded)
    return read.is('turned away')
      ? stays(`a read of it was answered ${read.label}, which does not show who created it`)
      : { outcome: 'unknown', why: `a read of it was answered ${read.label}` };
  if (wordIn(read.value, [mark]) !== undefined) return undefined;
  if (isTargetUnknown) return stays('it does not show the mark of the run');
  // An update of the run may have removed the only text with the mark.
  return isOwnContent(read.object?.['objectTypeProperty'], entry)
    ? undefined
    : stays('it shows content that is not of the run');
}

function unknownId({ word }: LedgerEntry): string {
  const text = word === undefined ? '' : `, with the text ${word}`;
  return `may have left one resource${text}: the id that its create showed is unknown to the target`;
}

const whyNot = ({ label }: Exchange): string => `DELETE was answered ${label}`;
const unknown = (answer: Exchange): Removal => ({ outcome: 'unknown', why: whyNot(answer) });

/** The resource may be gone; its read is sent even if such requests get no answer. */
const patiently = { mayNotExist: true, whenSilent: 'send-anyway', once: true } as const;
const target = ({ id, projectKey }: LedgerEntry) => ({ path: { id }, projectKey });
