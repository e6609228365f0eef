import { join } from 'node:path';
import { defined } from '../../../clause/defined.ts';
import { reportNames, tapeBefore, tapeBeside } from '../../../reporters/files/replace-report.ts';
import { recordWorld } from '../../../tape/recorded-world.ts';
import { writeTape, type TapeWriter } from '../../../tape/write-tape.ts';
import type { Secret } from '../../../wire/redaction.ts';
import type { InterruptibleClock } from '../interruptible-clock.ts';
import type { SaidOfRun } from '../facts/facts-of-run.ts';
import type { RunParts } from '../lead-run.ts';
import type { PlainOptions, RunBrief } from '../run-brief.ts';
import type { equipRun } from '../run-equipment.ts';

/** The head of a tape: all inputs of the run, without secrets and without facts that follow from others. Plain JSON. */
export interface Told {
  readonly said: SaidOfRun;
  readonly options: PlainOptions;
  readonly placeholders: readonly Secret[];
  readonly heldAgainst: RunBrief['heldAgainst'];
  /** Present if tokens were read again because one had expired. */
  readonly renews: boolean;
  /** The titles of the judged tests, in the order in which they began. */
  readonly opened: readonly string[];
}

export interface Begun extends Pick<Told, 'said' | 'opened'> {
  readonly startedAt: Date;
  readonly isPart: boolean;
}

export interface RecordedRun {
  readonly parts: RunParts;
  readonly tape: TapeWriter | undefined;
  readonly name?: string;
}

/** Writes all input of a run to the tape of its brief; a run without a tape keeps its world unchanged. */
export function recordRun(
  {
    brief,
    clock,
    equipment,
    disguise,
  }: { readonly brief: RunBrief; readonly clock: InterruptibleClock } & ReturnType<typeof equipRun>,
  { said, opened, startedAt: began, isPart }: Begun,
): RecordedRun {
  const { tapes, heldAgainst } = brief;
  if (tapes === undefined) return { parts: { ...equipment, clock }, tape: undefined };
  const { options, placeholders, redact } = disguise;
  const { renewTokens, ...others } = equipment;
  const name = nameOf(said, isPart);
  const renews = renewTokens !== undefined;
  const told: Told = { said, options, placeholders, heldAgainst, renews, opened };
  const tape = writeTape(
    { file: join(tapes, tapeBeside(name)), before: join(tapes, tapeBefore(name)) },
    { tape: 2, startedAt: began.toISOString(), told },
    redact,
  );
  const {
    intervene,
    renewTokens: renewed,
    ...world
  } = recordWorld({ ...equipment, clock, began }, tape.write);
  const parts = {
    ...others,
    ...world,
    ...defined({ renewTokens: renewed }),
    clock: { ...world.clock, interrupt: () => clock.interrupt() },
    intervene,
  };
  return { parts, tape, ...(tape.isRecording ? { name: tapeBeside(name) } : {}) };
}

/** The report in the folder of the tape; each shard has its own report. */
function nameOf({ shard }: SaidOfRun, isPart: boolean): string {
  const name = isPart ? reportNames.selected : reportNames.full;
  return shard === undefined ? name : `${name}.${shard.index}-of-${shard.count}`;
}
