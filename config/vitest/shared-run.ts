import { defined } from '../../clause/defined.ts';
import { inject, type RunnerTestSuite } from 'vitest';
import type { Judgement } from '../../clause/judgement.ts';
import { carried, type ModuleRecord, type RunFacts } from '../../reporters/run-facts.ts';
import type { Plan } from '../../implementation/plan.ts';
import { createInterruptibleClock } from '../runs/interruptible-clock.ts';
import { statedBy } from '../register/register.ts';
import { leadRun, type LedRun } from '../runs/lead-run.ts';
import { recordRun, type RecordedRun } from '../runs/tapes/recorded-run.ts';
import { factsOf } from '../runs/facts/facts-of-run.ts';
import { redactionOf } from '../secrets/brief-redaction.ts';
import { equipRun } from '../runs/run-equipment.ts';
import { failingVisibly, printVisibly } from './thrown-visibly.ts';
import { statedTests, withholdingFor } from '../runs/tapes/stated-tests.ts';
import { usualRequests } from '../../run/options.ts';
import { placedTests, requestedTests, type PlacedTest } from './placed-tests.ts';
import { monotonicMs } from '../runs/time-limit.ts';
import { heedStop, tellProgress } from '../runs/channels.ts';

let shared: { readonly times: number; readonly run: ReturnType<typeof createSharedRun> } | undefined;

/** The run of the worker. Vitest runs file after file, but phases must come once a run. */
export function sharedRun(plan: Plan) {
  const { times } = inject('requested');
  if (shared?.times !== times) shared = { times, run: createSharedRun(plan) };
  return shared.run;
}

function createSharedRun(plan: Plan) {
  printVisibly();
  const { brief, said, inForce, began, suites } = inject('conformance');
  const clock = createInterruptibleClock();
  const equipped = equipRun(brief, clock);
  const { redact } = redactionOf(brief);
  const factsFrom = (startedAt: string): RunFacts => {
    const facts = factsOf(brief.options, said, { startedAt, redact });
    return { ...facts, settings: { ...facts.settings, ...defined({ inForce }) } };
  };
  const { options } = equipped.equipment;
  const withhold = withholdingFor(options.evidence, plan);
  const tests = placedTests(statedTests(plan, options), suites);
  const selected = requestedTests(tests, inject('requested'));
  const waiting = new Set(selected.map(({ path }) => path));
  const judged = new Map<string, Promise<Judgement>>();
  const failed = new Set<string>();
  let isEntered = false;
  let led: LedRun | undefined;
  let begun: ModuleRecord | undefined;
  let tape: RecordedRun['tape'];
  let unheed = (): void => undefined;
  let untell = (): void => undefined;
  let stoppedAfter: number | undefined;
  /** The stop is still early enough, because work under way is completed. */
  const noteFailure = (clause: string): void => {
    if (brief.stopAfter === undefined || brief.stopAfter.known.includes(clause)) return;
    failed.add(clause);
    if (failed.size < brief.stopAfter.failures || stoppedAfter !== undefined) return;
    stoppedAfter = failed.size;
    led?.stop();
  };
  const begin = (file: RunnerTestSuite): void => {
    const startedAt = clock.date();
    const told: ModuleRecord = {
      facts: factsFrom(startedAt.toISOString()),
      ...statedBy(plan, options),
      selected: selected.map(({ name }) => name),
    };
    begun = told;
    file.meta.run = carried(told);
    const { maxSeconds } = brief;
    const recorded = recordRun(
      { brief, clock, ...equipped },
      { said, startedAt, opened: selected.map(({ title }) => title), isPart: isPart(told) },
    );
    tape = recorded.tape;
    begun = { ...told, ...defined({ tape: recorded.name }) };
    file.meta.run = carried(begun);
    const under = leadRun(
      { ...recorded.parts, maxSeconds, since: began },
      { plan, selected: new Set(told.selected) },
    );
    led = under;
    const { governor, schedule, session } = under.run.engine;
    const { maxRps } = options;
    const about = Math.round((usualRequests[options.depth.name] * selected.length) / tests.length);
    untell = tellProgress(options.runId, () => ({
      requests: session.requests,
      elapsedMs: monotonicMs() - began,
      ...defined({
        phase: schedule.phases.current,
        maxRps,
        wait: governor.waits.now,
        waited: governor.waits.all[0],
      }),
      ...(options.readOnly ? {} : { about }),
    }));
    unheed = heedStop(options.runId, under.stop);
    // All tests begin here, in the order of the plan: tests that run alone in their phase keep that order, whatever
    // their files.
    for (const { title, subject, judge } of selected) {
      const judging = failingVisibly(() => judge(under.run)).then((judgement) => {
        if (judgement.verdict === 'fail') noteFailure(subject.clause);
        return under.hidden(withhold(judgement));
      });
      // The test reports the error, but it listens only after earlier files have ended.
      judging.catch(() => undefined);
      judged.set(title, judging);
    }
  };
  return {
    tests,
    unstarted: {
      facts: factsFrom(clock.date().toISOString()),
      register: [],
      evidence: [],
      selected: [],
    } satisfies ModuleRecord,
    /** Begins the run with all selected tests of all files, unless another file has begun the run. */
    enter: (path: string, file: RunnerTestSuite): void => {
      const told = selected.filter((test) => test.path === path).map(({ title }) => title);
      const isFirst = !isEntered;
      isEntered = true;
      if (isFirst) begin(file);
      refuseOthers(new Set(told), titlesRunIn(file), path);
    },
    judged: async ({ title }: PlacedTest): Promise<Judgement> => {
      const judging = judged.get(title);
      if (judging === undefined) throw new Error('the run was not started');
      return await judging;
    },
    /** Ends the run after the last file with a selected test. */
    leave: async (path: string, file: RunnerTestSuite): Promise<void> => {
      waiting.delete(path);
      if (waiting.size > 0 || led === undefined || begun === undefined) return;
      const under = led;
      const ended = await failingVisibly(() => under.finish());
      unheed();
      untell();
      const durationMs = monotonicMs() - began;
      tape?.end({ bytes: ended.bytes });
      file.meta.run = carried({
        ...begun,
        end: { durationMs, record: { ...ended, ...defined({ stoppedAfter }) } },
      });
    },
  };
}

/** Whether the run omits clauses and is no shard. */
function isPart({ facts, selected, register, evidence }: ModuleRecord): boolean {
  return facts.shard === undefined && selected.length < register.length + evidence.length;
}

function titlesRunIn({ tasks }: RunnerTestSuite): readonly string[] {
  const inParts = tasks.flatMap((task) => (task.type === 'suite' ? task.tasks : [task]));
  return inParts.filter(({ mode }) => mode === 'run' || mode === 'queued').map(({ name }) => name);
}

/** Throws if vitest runs other tests than the run has judged. */
function refuseOthers(foreseen: ReadonlySet<string>, run: readonly string[], path: string): void {
  const isAsForeseen = run.length === foreseen.size && run.every((title) => foreseen.has(title));
  if (!isAsForeseen)
    throw new Error(
      `${path}: vitest runs ${run.length} tests, but ${foreseen.size} were selected; select by -t, files and lines`,
    );
}
