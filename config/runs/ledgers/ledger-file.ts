import { appendFileSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runMark } from '../../../clause/mark.ts';
import type { Journal, LedgerLine } from '../../../implementation/resources/ledger.ts';
import type { Redact } from '../../../wire/redaction.ts';
import { jsonLine, visible } from '../../../reporters/visible.ts';
import { hidden } from '../hidden.ts';
import { reasonOf } from '../../input/text-file.ts';
import { beatMs, thisProcess, type NamedProcess } from './living-process.ts';

/** The run to which a ledger belongs: the first line of the ledger. */
export interface LedgerHead extends NamedProcess {
  readonly kind: 'run';
  readonly runId: string;
  readonly mark: string;
  readonly startedAt: string;
  readonly baseUrl: string;
  readonly projectKey: string;
  /** The run sent its words in another form, and a search for these words has to use that form. */
  readonly quiet?: true;
}

export type LedgerFile = ReturnType<typeof createLedgerFile>;

export function ledgerFolder(reportDir: string): string {
  return join(reportDir, 'ledgers');
}

/** The ledger of one run. Each line is on disk before its request is sent, so a killed run leaves a complete list. */
export function createLedgerFile(
  path: string,
  run: Pick<LedgerHead, 'runId' | 'baseUrl' | 'projectKey'> & { readonly isQuiet?: boolean },
  redact: Redact,
) {
  let beat: ReturnType<typeof setInterval> | undefined;
  let isBroken = false;
  const write = (line: LedgerHead | LedgerLine): void =>
    appendFileSync(path, lineOf(line, redact), { mode: 0o600 });
  const begin = (): void => {
    mkdirSync(dirname(path), { recursive: true });
    const { runId, baseUrl, projectKey, isQuiet = false } = run;
    const startedAt = new Date().toISOString();
    write({
      kind: 'run',
      runId,
      mark: runMark(runId),
      startedAt,
      ...thisProcess(),
      baseUrl,
      projectKey,
      ...(isQuiet ? { quiet: true } : {}),
    });
    beat = setInterval(() => touch(path), beatMs);
    beat.unref();
  };
  return {
    journal: (line: LedgerLine): void => {
      if (isBroken) return;
      try {
        if (beat === undefined) begin();
        write(line);
      } catch (error) {
        isBroken = true;
        process.stderr.write(
          `note: the ledger ${visible(path, 4_000)} cannot be written (${String((error as NodeJS.ErrnoException).code)}): if this run is killed, nothing lists the resources that it created\n`,
        );
      }
    },
    /** The run is over: the list keeps resources to clean later, and drops all other lines. */
    end: (isClean: boolean): void => {
      clearInterval(beat);
      if (isClean) rmSync(path, { force: true });
    },
  };
}

/** A line that is safe in a terminal, whatever id it contains. */
function lineOf(line: LedgerHead | LedgerLine, redact: Redact): string {
  return `${jsonLine(hidden(line, redact))}\n`;
}

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // Another process has removed the file: that process has cleaned up.
  }
}

/** Adds to the ledger of an earlier run without marking it as alive; on failure calls `tell` once with the reason. */
export function appendingTo(path: string, redact: Redact, tell: (flaw: string) => void): Journal {
  // The last line may be cut off.
  let before = '\n';
  let isBroken = false;
  return (line) => {
    if (isBroken) return;
    try {
      const { atime, mtime } = statSync(path);
      appendFileSync(path, `${before}${lineOf(line, redact)}`);
      utimesSync(path, atime, mtime);
      before = '';
    } catch (error) {
      isBroken = true;
      tell(`${reasonOf(error)}, so the removals are missing from it`);
    }
  };
}
