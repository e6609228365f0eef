import { defined } from '../../clause/defined.ts';
import { type Judgement, judgeClause } from '../../clause/judgement.ts';
import type { RunRecord } from '../../clause/report.ts';
import type { EngineParts } from '../../run/engine.ts';
import { startRun, type TargetRun } from '../../implementation/host/start-run.ts';
import type { Plan } from '../../implementation/plan.ts';
import { isClean } from '../../implementation/resources/ledger.ts';
import type { Clock } from '../../wire/clock.ts';
import { hidden } from './hidden.ts';
import type { Intervention } from '../../tape/events.ts';
import type { LedgerFile } from './ledgers/ledger-file.ts';
import { limitTime } from './time-limit.ts';

export interface RunParts extends EngineParts {
  /** The record of created resources; by default there is none. */
  readonly ledger?: LedgerFile;
  /** Delivers an event to the run in its turn among other events; immediately if it is absent. */
  readonly intervene?: Intervene | undefined;
  /** The longest time of the run, in seconds; unlimited if absent. */
  readonly maxSeconds?: number | undefined;
  /** The start of that time, by `monotonicMs`; the present if absent. */
  readonly since?: number | undefined;
}

type Intervene = (what: Intervention, work: () => void) => void;

export interface Judged {
  readonly plan: Plan;
  /** Ids of clauses and names of evidence; everything unless given. */
  readonly selected?: ReadonlySet<string> | undefined;
}

/** A run under way, from its start to its end. */
export type LedRun = ReturnType<typeof leadRun>;

/** A run that records nothing carries out each intervention at once. */
const atOnce: Intervene = (_, work) => work();

/** Leads a run, in vitest or a program: its ledger, its time limit, its stop, and its secrets. */
export function leadRun(parts: RunParts, { plan, selected }: Judged) {
  const { clock, redact, options, ledger: file, maxSeconds, since, intervene = atOnce } = parts;
  const { run, facts, ledger } = startRun({
    ...parts,
    plan,
    ...defined({ selected, journal: file?.journal }),
  });
  let isOutOfTime = false;
  let abandoning: NodeJS.Timeout | undefined;
  let finish = (): void => undefined;
  const carryOut = (what: Intervention): void => {
    if (what.op === 'hurry') return run.hurry();
    if (what.op === 'finish') return finish();
    if (what.op === 'out-of-time') {
      isOutOfTime = true;
      run.engine.governor.endWithin(what.withinMs);
    }
    run.stop();
    if (isInterruptible(clock)) clock.interrupt();
    abandoning ??= setTimeout(() => run.abandon(), options.timeoutMs + patienceMs).unref();
  };
  const have = (what: Intervention): void => intervene(what, () => carryOut(what));
  const stop = (): void => have({ op: 'stop' });
  const limited = {
    hurry: () => have({ op: 'hurry' }),
    stop: (withinMs: number) => have({ op: 'out-of-time', withinMs }),
  };
  const unlimit = maxSeconds === undefined ? () => undefined : limitTime(maxSeconds, limited, since);
  return {
    run,
    facts,
    /** From now on the run sends only clean-up, and all its waits end. */
    stop,
    /** Applies an intervention to the run immediately. */
    carryOut,
    hidden: (judgement: Judgement): Judgement => hidden(judgement, redact),
    judgeAll: () => judgeAll(run, plan, selected),
    /** Cleans up and closes; the report of the run, without secrets. */
    finish: async (): Promise<RunRecord> => {
      try {
        const isTime = new Promise<void>((resolve) => {
          finish = resolve;
        });
        have({ op: 'finish' });
        await isTime;
        const record = await run.finish();
        file?.end(isClean(ledger));
        return hidden(
          { ...record, ...(isOutOfTime ? defined({ stoppedAfterSeconds: maxSeconds }) : {}) },
          redact,
        );
      } finally {
        unlimit();
        clearTimeout(abandoning);
      }
    },
  };
}

/** How long checks may go on once the run is stopped, in addition to an answer that a check may still wait for. */
const patienceMs = 10_000;

function isInterruptible(clock: Clock): clock is Clock & { readonly interrupt: () => void } {
  return 'interrupt' in clock;
}

/** Judges the selected clauses with their evidence, and the declared choices whose observations are all selected. */
async function judgeAll(
  run: TargetRun,
  plan: Plan,
  selected?: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Judgement>> {
  const wanted = (id: string): boolean => selected === undefined || selected.has(id);
  const clauses = run.clauses.filter(({ id }) => wanted(id));
  const entries = await Promise.all([
    ...clauses.map(async (clause) => {
      const others = plan.evidence.filter(
        (evidence) => evidence.clause === clause.id && wanted(evidence.name),
      );
      const [own, ...more] = await Promise.all([
        run.judge(clause),
        ...others.map((evidence) => run.gather(evidence)),
      ]);
      return [clause.id as string, judgeClause(own, more)] as const;
    }),
    ...run.declarations
      .filter(({ id, sources }) => wanted(id) && sources.every((source) => wanted(source)))
      .map(async (declared) => [declared.id as string, await run.hold(declared)] as const),
  ]);
  return new Map(entries);
}
