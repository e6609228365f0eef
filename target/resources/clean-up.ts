import type { Leftover } from '../../clause/report.ts';
import type { Caller } from '../../run/caller.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { versionOf } from './own-resource.ts';
import type { Chain, Session } from '../../run/session/session.ts';

/** Deletes that are sent for one resource at most. */
const attempts = 3;

/** What cleaning up needs: who deletes, who reads, and how deletes name the version where the vendor has declared it. */
export interface CleanUp {
  readonly session: Session;
  readonly chain: Chain;
  readonly writer: Caller | undefined;
  readonly reader: Caller | undefined;
  /** Profile key `delete.versionParam`. */
  readonly versionParam: string | undefined;
}

/** Deletes what the ledger names, beyond stop and budget, and returns what may still be there (4.11). */
export async function cleanUp(ledger: Ledger, by: CleanUp): Promise<readonly Leftover[]> {
  const leftovers: Leftover[] = [];
  await Promise.all(
    ledger.entries.map(async (entry) => {
      const why = await removed(entry, by);
      if (why === undefined) ledger.strike(entry.projectKey, entry.id);
      else leftovers.push({ id: entry.id, created: entry.created, why });
    }),
  );
  return leftovers.toSorted((a, b) => a.created.localeCompare(b.created) || a.id.localeCompare(b.id));
}

/** Why the resource may still be there; undefined where it is gone. */
async function removed(entry: LedgerEntry, by: CleanUp): Promise<string | undefined> {
  const { session, chain, writer, reader, versionParam } = by;
  if (writer === undefined) return 'no token may delete it';
  const named = versionParam === undefined || versionParam === 'none' ? undefined : versionParam;
  let exchange: Exchange | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const ask = { ...target(entry), as: reader ?? writer, unknownTarget: true };
    const read = named === undefined ? undefined : await session.send('readById', ask, chain, true);
    const version = versionOf(read?.value);
    const query = named === undefined || version === undefined ? {} : { query: [[named, version] as const] };
    exchange = await session.send('remove', { ...target(entry), as: writer, ...query }, chain, true);
    if (exchange.succeeded || isGone(exchange)) return undefined;
    // Without a version that deletes have to name, the answer is about that and not about the resource.
    if (read !== undefined && isGone(read)) return undefined;
    // A version may be out of date for as long as reads lag.
    if (exchange.kind !== 'noise' && version === undefined) break;
  }
  return `DELETE was answered ${exchange?.label ?? 'nothing'}`;
}

const isGone = ({ status }: Exchange): boolean => status === 404 || status === 410;

const target = ({ id, projectKey }: LedgerEntry) => ({ path: { id }, projectKey });
