import { defined } from '../../clause/defined.ts';
import { randomBytes, randomInt } from 'node:crypto';
import type { Judgement } from '../../clause/judgement.ts';
import type { RunRecord } from '../../clause/report.ts';
import { createReference } from '../../reference/create.ts';
import { serve } from '../../reference/serve.ts';
import type { RenewTokens } from '../../run/engine.ts';
import type { Facts } from '../../target/learnt.ts';
import type { RunOptions } from '../../run/options.ts';
import type { Plan } from '../../target/plan.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Transport } from '../../wire/exchange.ts';
import type { Redact, Secret } from '../../wire/redaction.ts';
import { createInterruptibleClock } from './interruptible-clock.ts';
import { hidden, hiddenJudgement } from './hidden.ts';
import type { LedgerFile } from './ledgers/ledger-file.ts';
import { judgeAll } from './judge-all.ts';
import { suiteVersion } from '../packaging/package-folder.ts';
import { briefOn, briefRun, type RunBrief, type RunIdentity } from './run-brief.ts';
import { equipRun } from './run-equipment.ts';
import type { Settings } from '../settings/settings.ts';
import { isClean } from '../../target/resources/ledger.ts';
import { limitTime } from './time-limit.ts';
import { startRun } from '../../target/host/start-run.ts';

/** What a run outside of vitest stands on. */
export interface RunParts {
  readonly options: RunOptions;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly redact: Redact;
  readonly hide?: (secret: Secret) => void;
  readonly renewTokens?: RenewTokens;
  /** Where what is made is written down; nowhere unless given. */
  readonly ledger?: LedgerFile;
  /** Longest time that it may take, in seconds. */
  readonly maxSeconds?: number;
  /** Called when everything is judged and clean-up begins. */
  readonly onJudged?: () => void;
}

/** What came of it. */
export interface ExecutedRun {
  readonly judgements: ReadonlyMap<string, Judgement>;
  readonly record: RunRecord;
  readonly facts: Facts;
}

/** Executes what a plan holds, cleans up, and ends early when the process is told to end. */
export async function executeRun(
  parts: RunParts,
  plan: Plan,
  selected?: ReadonlySet<string>,
): Promise<ExecutedRun> {
  const { ledger: file } = parts;
  const { run, facts, ledger } = startRun({
    ...parts,
    plan,
    ...defined({ selected }),
    ...(file === undefined ? {} : { journal: file.journal }),
  });
  const stop = (): void => {
    run.stop();
    if (isInterruptible(parts.clock)) parts.clock.interrupt();
  };
  for (const signal of signals) process.once(signal, stop);
  const unlimit =
    parts.maxSeconds === undefined
      ? () => undefined
      : limitTime(parts.maxSeconds, {
          hurry: () => run.hurry(),
          stop: (withinMs) => {
            run.engine.governor.endWithin(withinMs);
            stop();
          },
        });
  try {
    const judgements = await judgeAll(run, plan, selected);
    parts.onJudged?.();
    const record = hidden(await run.finish(), parts.redact);
    file?.end(isClean(ledger));
    return { judgements: hiddenAll(judgements, parts.redact), record, facts };
  } finally {
    unlimit();
    for (const signal of signals) process.removeListener(signal, stop);
  }
}

function hiddenAll(
  judgements: ReadonlyMap<string, Judgement>,
  redact: Redact,
): ReadonlyMap<string, Judgement> {
  return new Map([...judgements].map(([id, judgement]) => [id, hiddenJudgement(judgement, redact)]));
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function isInterruptible(clock: Clock): clock is Clock & { readonly interrupt: () => void } {
  return 'interrupt' in clock;
}

/** What tells a run with these settings from others. */
export function identified({ seed = randomInt(-(2 ** 31), 2 ** 31) }: Settings): RunIdentity {
  return { id: randomBytes(16).toString('hex'), seed, suite: suiteVersion() };
}

/** The target that the settings name, or an embedded reference of its own, for as many runs as are wanted. */
export interface ReachedTarget {
  readonly brief: RunBrief;
  /** Fresh connections and time for a run with that seed. */
  equip(seed: number): RunParts;
  close(): Promise<void>;
}

/** Makes ready what runs on the target of these settings need. Throws ConfigurationError as `briefRun` does. */
export async function reachTarget(settings: Settings): Promise<ReachedTarget> {
  const told = briefRun(settings, identified(settings));
  const served = told.embedded ? await serve(createReference()) : undefined;
  const brief = served === undefined ? told : briefOn(told, served.url);
  return {
    brief,
    equip: (seed) => {
      const clock = createInterruptibleClock();
      const { maxSeconds } = brief;
      return { ...equipRun({ ...brief, options: { ...brief.options, seed } }, clock), clock, maxSeconds };
    },
    close: async () => served?.close(),
  };
}
