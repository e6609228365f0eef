import { hostname } from 'node:os';
import { rmSync } from 'node:fs';
import type { Leftover } from '../../../clause/report.ts';
import { lets } from '../../../world/callers/lets.ts';
import { createEngine } from '../../../run/engine.ts';
import { cleanUp } from '../../../implementation/resources/clean-up.ts';
import { Ledger } from '../../../implementation/resources/ledger.ts';
import { createInterruptibleClock } from '../interruptible-clock.ts';
import { isNumberedHere, staleMs, type NamedProcess } from './living-process.ts';
import { reasonOf } from '../../input/text-file.ts';
import { lookForLedgers, type FoundLedger } from './found-ledgers.ts';
import { appendingTo } from './ledger-file.ts';
import { cutOff } from './ledger-lines.ts';
import type { RunBrief } from '../run-brief.ts';
import { equipRun } from '../run-equipment.ts';

interface CleanedLedger {
  readonly ledger: FoundLedger;
  /** `cleaned`; `living` if its run is under way; `elsewhere` if it is of another target than the settings. */
  readonly outcome: 'cleaned' | 'living' | 'elsewhere';
  readonly removed: number;
  readonly left: readonly Leftover[];
  /** The flaws of the ledger, in words that follow its name. */
  readonly flaws: readonly string[];
}

type CleanedLedgers = Awaited<ReturnType<typeof cleanLedgers>>;

/** Removes the leftovers of earlier runs on the target, by their ledgers; runs under way are left alone. */
export async function cleanLedgers(brief: RunBrief, folder: string) {
  const { ledgers, unusable } = lookForLedgers(folder);
  const cleaned: CleanedLedger[] = [];
  for (const ledger of ledgers) cleaned.push(await cleanLedger(brief, ledger));
  return { cleaned, unusable };
}

/** Whether no leftover exists, and every line of every ledger was clear. */
export function isAllClean({ cleaned, unusable }: CleanedLedgers): boolean {
  return (
    unusable.length === 0 &&
    cleaned.every(({ outcome, left, flaws }) => left.length + flaws.length === 0 && outcome !== 'elsewhere')
  );
}

async function cleanLedger(brief: RunBrief, found: FoundLedger): Promise<CleanedLedger> {
  const { head, isHeadless } = found;
  const none = { ledger: found, removed: 0, left: [], flaws: [] };
  if (found.isLiving) return { ...none, outcome: 'living' };
  const { baseUrl, projectKey } = brief.options;
  if (!isHeadless && (head.baseUrl !== baseUrl || head.projectKey !== projectKey))
    return { ...none, outcome: 'elsewhere' };
  const clock = createInterruptibleClock();
  const asRun = { ...brief, ...(head.quiet === true ? { quiet: head.runId } : {}) };
  const { options, transport, redact } = equipRun(asRun, clock).equipment;
  const engine = createEngine({ options, transport, clock, redact }, () => true);
  const callers = engine.callers.supplied.filter(({ supplied }) => supplied?.expired !== true);
  const flaws = isHeadless ? [headless, ...found.flaws] : [...found.flaws];
  // A resource of unknown origin stays: its owner may know more.
  const journal = isHeadless ? undefined : appendingTo(found.path, redact, (flaw) => flaws.push(flaw));
  const ledger = Ledger.from(found.lines, journal);
  try {
    const left = await cleanUp(ledger, {
      session: engine.session,
      chain: { depth: 0 },
      writer: callers.find((caller) => lets('remove', caller, projectKey) === 'in'),
      reader: callers.find((caller) => lets('readById', caller, projectKey) === 'in'),
      profile: options.profile,
      mark: head.mark,
      areIdsKnown: true,
      queryMs: options.settle.queryMs,
      isLate: true,
      isTargetUnknown: isHeadless,
    });
    // The run looked for a create that gave no id, and reports it now: no later look will find it.
    if (ledger.entries.length === 0 && !mayHoldMore(found)) flaws.push(...thrownAway(found.path));
    return {
      ledger: found,
      outcome: 'cleaned',
      removed: ledger.struck,
      left: left.map(({ id, why, ...rest }) => ({ ...rest, id: redact(id), why: redact(why) })),
      flaws,
    };
  } finally {
    await engine.close();
  }
}

const headless =
  'has no first line that names its target: the suite removes only resources that show the mark of the run';

/** A cut last line describes no sent request; any other unreadable line may describe a sent request. */
function mayHoldMore({ isHeadless, flaws }: FoundLedger): boolean {
  return isHeadless || flaws.some((flaw) => flaw !== cutOff);
}

function thrownAway(path: string): readonly string[] {
  try {
    rmSync(path, { force: true });
    return [];
  } catch (error) {
    return [`${reasonOf(error)}; no resource of the ledger remains to be removed`];
  }
}

/** Of a process on another host or in another container, only the file is visible. */
function howSeen(head: NamedProcess): string {
  if (isNumberedHere(head)) return '';
  return `, or was ${staleMs / 1_000} seconds ago (its ledger was written since then)`;
}

export function linesOf({ cleaned, unusable }: CleanedLedgers): readonly string[] {
  if (cleaned.length + unusable.length === 0) return ['no earlier run left anything'];
  return [
    ...cleaned.flatMap(linesOfOne),
    ...unusable.map(({ path, why }) => `ledger ${path} ${why}: ${untilRemoved}`),
  ];
}

const untilRemoved = 'look by hand for resources that its run left, and remove the file';

function linesOfOne(one: CleanedLedger): readonly string[] {
  const {
    ledger: { head, path, isHeadless },
    outcome,
    removed,
    left,
    flaws,
  } = one;
  const where = head.host === hostname() || isHeadless ? '' : ` on ${head.host}`;
  const run = `run ${head.runId.slice(0, 8)} of ${isHeadless ? 'an unknown time' : head.startedAt}${where}`;
  if (outcome === 'living') return [`${run}: under way${howSeen(head)}, left alone`];
  if (outcome === 'elsewhere')
    return [`${run}: was on ${head.baseUrl}, project ${head.projectKey}; clean it with those settings`];
  const stays = mayHoldMore(one.ledger) ? `: ${untilRemoved}` : '';
  return [
    `${run}: ${removed} removed${left.length === 0 ? '' : `, ${left.length} may be left:`}`,
    ...left.map(({ id, created, why }) => `  ${id}  created ${created}  ${why}`),
    ...(flaws.length === 0 ? [] : [`  its ledger ${path} ${flaws.join('; it ')}${stays}`]),
  ];
}
