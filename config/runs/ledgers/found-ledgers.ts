import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runMark } from '../../../clause/mark.ts';
import { Ledger, type LedgerLine } from '../../../implementation/resources/ledger.ts';
import { readOctets, reasonOf } from '../../input/text-file.ts';
import type { LedgerHead } from './ledger-file.ts';
import { isRunId, readLines } from './ledger-lines.ts';
import { isLiving } from './living-process.ts';

/** A ledger that was found on disk. */
export interface FoundLedger {
  readonly path: string;
  readonly head: LedgerHead;
  /** The first line cannot be read: the name of the file shows the run, but nothing shows the target. */
  readonly isHeadless: boolean;
  readonly lines: readonly LedgerLine[];
  /** The flaws of the ledger, in words that follow its name. */
  readonly flaws: readonly string[];
  readonly isLiving: boolean;
}

/** Files that are no usable ledgers, and the reasons, in words that follow the path. */
export interface UnusableLedger {
  readonly path: string;
  readonly why: string;
}

/** The ledgers in a folder; none for a missing folder. */
export function lookForLedgers(folder: string) {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { ledgers: [], unusable: isMissing ? [] : [{ path: folder, why: reasonOf(error) }] };
  }
  const found = names.toSorted().map((name) => readLedger(join(folder, name)));
  return {
    ledgers: found
      .filter((one): one is FoundLedger => 'head' in one)
      .toSorted((a, b) => a.head.startedAt.localeCompare(b.head.startedAt)),
    unusable: found.filter((one): one is UnusableLedger => 'why' in one),
  };
}

/** The ledgers in a folder, the oldest first; other files are left out. */
export function ledgersIn(folder: string): readonly FoundLedger[] {
  return lookForLedgers(folder).ledgers;
}

export function countLeft(ledgers: readonly FoundLedger[]): number {
  return ledgers
    .map(({ lines }) => Ledger.from(lines))
    .reduce((sum, { entries, open }) => sum + entries.length + open.length, 0);
}

function readLedger(path: string): FoundLedger | UnusableLedger {
  try {
    const runId = basename(path, '.jsonl');
    const text = new TextDecoder().decode(readOctets(path));
    const { head, lines, flaws } = readLines(text, isRunId(runId) ? runMark(runId) : undefined);
    if (head !== undefined)
      return { path, head, isHeadless: false, lines, flaws, isLiving: isLiving(path, head) };
    if (text.trim() === '') return { path, why: 'is empty, so nothing shows which resources its run left' };
    if (!isRunId(runId)) return { path, why: 'does not name its run' };
    const assumed = assumedHead(runId, statSync(path).mtime);
    return { path, head: assumed, isHeadless: true, lines, flaws, isLiving: isLiving(path, assumed) };
  } catch (error) {
    return { path, why: reasonOf(error) };
  }
}

/** A ledger without a first line names no process, so the last touch of the file shows whether its run is under way. */
function assumedHead(runId: string, touched: Date): LedgerHead {
  const startedAt = touched.toISOString();
  return {
    kind: 'run',
    runId,
    mark: runMark(runId),
    startedAt,
    host: '',
    pid: 0,
    baseUrl: '',
    projectKey: '',
  };
}
