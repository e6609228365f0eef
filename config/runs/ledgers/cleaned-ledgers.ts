import { hostname } from 'node:os';
import { rmSync } from 'node:fs';
import type { Leftover } from '../../../clause/report.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { suffices } from '../../../run/caller.ts';
import { createEngine } from '../../../run/engine.ts';
import { cleanUp } from '../../../target/resources/clean-up.ts';
import { Ledger } from '../../../target/resources/ledger.ts';
import type { Redact } from '../../../wire/redaction.ts';
import { createInterruptibleClock } from '../interruptible-clock.ts';
import { isNumberedHere, staleMs, type NamedProcess } from './living-process.ts';
import { appendingTo, ledgersIn, type FoundLedger } from './ledger-file.ts';
import type { RunBrief } from '../run-brief.ts';
import { equipRun } from '../run-equipment.ts';

/** What became of the ledger of one run. */
export interface CleanedLedger {
  readonly ledger: FoundLedger;
  /**
   * - `cleaned`: looked after; `left` is what may still be there.
   * - `living`: its run is under way.
   * - `elsewhere`: it is about another target than the settings.
   */
  readonly outcome: 'cleaned' | 'living' | 'elsewhere';
  readonly removed: number;
  readonly left: readonly Leftover[];
}

/** Removes what earlier runs on the target have left, by their ledgers; those under way are left alone. */
export async function cleanLedgers(brief: RunBrief, folder: string): Promise<readonly CleanedLedger[]> {
  const cleaned: CleanedLedger[] = [];
  for (const ledger of ledgersIn(folder)) cleaned.push(await cleanLedger(brief, ledger));
  return cleaned;
}

async function cleanLedger(brief: RunBrief, found: FoundLedger): Promise<CleanedLedger> {
  const { head } = found;
  const none = { ledger: found, removed: 0, left: [] };
  if (found.isLiving) return { ...none, outcome: 'living' };
  const { baseUrl, projectKey } = brief.options;
  if (head.baseUrl !== baseUrl || head.projectKey !== projectKey) return { ...none, outcome: 'elsewhere' };
  const clock = createInterruptibleClock();
  const { options, transport, redact } = equipRun(brief, clock);
  const engine = createEngine({ options, transport, clock, redact }, () => true);
  const callers = engine.callers.supplied.filter(({ supplied }) => supplied?.expired !== true);
  const ledger = Ledger.from(found.lines, appendingTo(found.path, redact));
  try {
    const left = await cleanUp(ledger, {
      session: engine.session,
      chain: { depth: 0 },
      writer: callers.find((caller) => suffices(caller, endpoints.remove, projectKey)),
      reader: callers.find((caller) => suffices(caller, endpoints.readById, projectKey)),
      profile: options.profile,
      mark: head.mark,
      areIdsKnown: true,
      queryMs: options.settle.queryMs,
      isLate: true,
    });
    // What has no id was looked for, and is named now: no later look will find it.
    if (ledger.entries.length === 0) rmSync(found.path, { force: true });
    return {
      ledger: found,
      outcome: 'cleaned',
      removed: ledger.struck,
      left: told(left, redact),
    };
  } finally {
    await engine.close();
  }
}

function told(left: readonly Leftover[], redact: Redact): readonly Leftover[] {
  return left.map(({ id, created, why }) => ({ id: redact(id), created, why: redact(why) }));
}

/** Of one that is counted elsewhere nothing is seen but its file. */
function howSeen(head: NamedProcess): string {
  if (isNumberedHere(head)) return '';
  return `, or was ${staleMs / 1_000} seconds ago (its ledger was written since then)`;
}

/** What became of one, in lines for people. */
export function linesOf({ ledger: { head }, outcome, removed, left }: CleanedLedger): readonly string[] {
  const where = head.host === hostname() ? '' : ` on ${head.host}`;
  const run = `run ${head.runId.slice(0, 8)} of ${head.startedAt}${where}`;
  if (outcome === 'living') return [`${run}: under way${howSeen(head)}, left alone`];
  if (outcome === 'elsewhere')
    return [`${run}: was on ${head.baseUrl}, project ${head.projectKey}; clean it with those settings`];
  return [
    `${run}: ${removed} removed${left.length === 0 ? '' : `, ${left.length} may be left:`}`,
    ...left.map(({ id, created, why }) => `  ${id}  created ${created}  ${why}`),
  ];
}
