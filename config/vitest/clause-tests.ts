import { defined } from '../../clause/defined.ts';
import { afterAll, beforeAll, describe, inject, test, type RunnerTestSuite } from 'vitest';
import type { Judgement } from '../../clause/judgement.ts';
import { carried, type ModuleRecord, type RunFacts } from '../../reporters/run-facts.ts';
import { visible } from '../../reporters/visible.ts';
import { titleOf } from '../../clause/document-order.ts';
import type { Plan } from '../../implementation/plan.ts';
import { createInterruptibleClock } from '../runs/interruptible-clock.ts';
import { statedBy } from '../register/register.ts';
import { leadRun, type LedRun } from '../runs/lead-run.ts';
import { recordRun, type RecordedRun } from '../runs/tapes/recorded-run.ts';
import { factsOf } from '../runs/facts/facts-of-run.ts';
import { redactionOf } from '../secrets/brief-redaction.ts';
import { equipRun } from '../runs/run-equipment.ts';
import { failingVisibly, mostOfMessage, printVisibly } from './thrown-visibly.ts';
import { statedTests, withholdingFor, type StatedTest } from '../runs/tapes/stated-tests.ts';
import { usualRequests } from '../../run/options.ts';
import { fallsTo } from './shard.ts';
import { monotonicMs } from '../runs/time-limit.ts';
import { heedStop } from '../runs/channels/stop-channel.ts';
import { tellProgress } from '../runs/channels/progress-channel.ts';

/** A check ended with a verdict that other reporters have to show as a failure. */
class Failed extends Error {
  constructor(message: string) {
    // Reporters of vitest's own show it as it is.
    super(visible(message, mostOfMessage));
    this.name = 'Failed';
    // Where in the suite it was thrown shows a vendor nothing.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/**
 * States one test a clause, one a property and one a declared choice, all of them concurrent: the run itself decides
 * what happens when. Judgements travel in the tests' meta; green and red are for other reporters, and so are the suites,
 * one a part of the contract. They are no files: a worker of vitest's collects and runs file after file, so that who
 * states one knows nothing of what is selected in the others, and phases would come once a file.
 */
export function stateTests(plan: Plan): void {
  printVisibly();
  const { brief, said, inForce, began } = inject('conformance');
  const clock = createInterruptibleClock();
  const equipped = equipRun(brief, clock);
  const { redact } = redactionOf(brief);
  const factsFrom = (startedAt: string): RunFacts => {
    const facts = factsOf(brief.options, said, { startedAt, redact });
    return { ...facts, settings: { ...facts.settings, ...defined({ inForce }) } };
  };
  const { options } = equipped.equipment;
  let led: LedRun | undefined;
  let begun: ModuleRecord | undefined;
  let tape: RecordedRun['tape'];
  let unheed = (): void => undefined;
  let untell = (): void => undefined;
  const all = statedTests(plan, options);
  const stated = all.filter(({ subject }) => fallsTo(said.shard, subject.clause));
  const judged = new Map<string, Promise<Judgement>>();
  const withhold = withholdingFor(options.evidence, plan);
  const failed = new Set<string>();
  let stoppedAfter: number | undefined;
  /** Early enough is soon enough: what is under way is seen through. */
  const noteFailure = (clause: string): void => {
    if (brief.stopAfter === undefined || brief.stopAfter.known.includes(clause)) return;
    failed.add(clause);
    if (failed.size < brief.stopAfter.failures || stoppedAfter !== undefined) return;
    stoppedAfter = failed.size;
    led?.stop();
  };
  const unstarted = {
    facts: factsFrom(clock.date().toISOString()),
    register: [],
    evidence: [],
    selected: [],
  };
  const state = ({ title, subject }: StatedTest): void => {
    // Where nothing is selected no hook of vitest's runs: the first test then says whose run it is.
    const spokesman = title === stated[0]?.title ? { run: carried<ModuleRecord>(unstarted) } : {};
    test(
      title,
      { concurrent: true, meta: { conformance: subject, ...spokesman } },
      async ({ task, skip }) => {
        const [under, judging] = [led, judged.get(title)];
        if (under === undefined || judging === undefined) throw new Error('the run was not started');
        const judgement = under.hidden(withhold(await failingVisibly(() => judging)));
        task.meta.judgement = carried(judgement);
        if (judgement.verdict === 'fail') noteFailure(subject.clause);
        conclude(subject.clause, judgement, skip);
      },
    );
  };

  for (const part of new Set(stated.map(({ subject }) => subject.section)))
    describe(titleOf(part), { concurrent: true }, () => {
      for (const one of stated) if (one.subject.section === part) state(one);
    });

  // Vitest wants a pattern there.
  // oxlint-disable-next-line no-empty-pattern
  beforeAll(({}, suite) => {
    const titles = selectedIn(suite);
    const selected = stated.filter(({ title }) => titles.has(title));
    const startedAt = clock.date();
    begun = {
      facts: factsFrom(startedAt.toISOString()),
      ...statedBy(plan, options),
      selected: selected.map(({ name }) => name),
    };
    suite.meta.run = carried(begun);
    const { maxSeconds } = brief;
    const recorded = recordRun(
      { brief, clock, ...equipped },
      { said, startedAt, opened: selected.map(({ title }) => title), isPart: isPart(begun) },
    );
    tape = recorded.tape;
    begun = { ...begun, ...defined({ tape: recorded.name }) };
    suite.meta.run = carried(begun);
    const under = leadRun(
      { ...recorded.parts, maxSeconds, since: began },
      { plan, selected: new Set(begun.selected) },
    );
    led = under;
    const { governor, schedule, session } = under.run.engine;
    const { maxRps } = options;
    const about = Math.round((usualRequests[options.depth.name] * selected.length) / all.length);
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
    // All begin here, in the order of the plan: what is alone in its phase goes by that order, whatever the suites are.
    for (const { title, judge } of selected) {
      const judging = judge(under.run);
      // Its test says what it throws, but begins to listen only after the suites before it have.
      judging.catch(() => undefined);
      judged.set(title, judging);
    }
  });

  // Vitest wants a pattern there.
  // oxlint-disable-next-line no-empty-pattern
  afterAll(async ({}, suite) => {
    const under = led;
    if (under === undefined || begun === undefined) return;
    const ended = await failingVisibly(() => under.finish());
    unheed();
    untell();
    const durationMs = monotonicMs() - began;
    tape?.end({ bytes: ended.bytes });
    suite.meta.run = carried({
      ...begun,
      end: { durationMs, record: { ...ended, ...defined({ stoppedAfter }) } },
    });
  });
}

/** Whether a run that is no shard judges less than there is. */
function isPart({ facts, selected, register, evidence }: ModuleRecord): boolean {
  return facts.shard === undefined && selected.length < register.length + evidence.length;
}

/** The names of the tests that vitest is going to run. */
function selectedIn({ tasks }: RunnerTestSuite): ReadonlySet<string> {
  const inParts = tasks.flatMap((task) => (task.type === 'suite' ? task.tasks : [task]));
  return new Set(inParts.filter(({ mode }) => mode === 'run' || mode === 'queued').map(({ name }) => name));
}

function conclude(clauseId: string, judgement: Judgement, skip: (note: string) => void): void {
  const { verdict, reason, findings } = judgement;
  if (verdict === 'pass') return;
  const [finding] = findings;
  if (verdict === 'fail')
    throw new Failed(
      finding === undefined
        ? `${clauseId}: violated`
        : `${clauseId}: expected ${finding.expected}, got ${finding.got}`,
    );
  if (verdict === 'error') throw new Failed(`${clauseId}: suite error: ${reason?.text ?? 'unknown'}`);
  skip(visible(`${verdict}${reason === undefined ? '' : `: ${reason.text}`}`, mostOfMessage));
}
