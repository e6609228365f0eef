import { defined } from '../../clause/defined.ts';
import { afterAll, beforeAll, inject, test } from 'vitest';
import type { Judgement } from '../../clause/judgement.ts';
import { carried, type ModuleRecord, type TestSubject } from '../../reporters/run-facts.ts';
import { visible } from '../../reporters/visible.ts';
import { statedDeclarations } from '../../clause/declared.ts';
import type { Plan } from '../../implementation/plan.ts';
import { createWithholding } from '../../run/evidence/withheld.ts';
import { createInterruptibleClock } from '../runs/interruptible-clock.ts';
import { statedBy } from '../register/register.ts';
import { leadRun, type LedRun } from '../runs/lead-run.ts';
import { equipRun } from '../runs/run-equipment.ts';
import { failingVisibly, printVisibly } from './thrown-visibly.ts';
import { fallsTo } from './shard.ts';
import { monotonicMs } from '../runs/time-limit.ts';
import { heedStop } from '../runs/channels/stop-channel.ts';
import { tellWaits } from '../runs/channels/wait-channel.ts';
import type { TargetRun } from '../../implementation/host/start-run.ts';

/** Characters of a message that reporters of vitest's own get to show. */
const mostOfMessage = 4_000;

/** A check ended with a verdict that other reporters have to show as a failure. */
class Failed extends Error {
  constructor(message: string) {
    // Reporters of vitest's own show it as it is.
    super(visible(message, mostOfMessage));
    this.name = 'Failed';
    // Where in the suite it was thrown tells a vendor nothing.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/**
 * States one test a clause, one a property and one a declared choice, all of them concurrent: the run itself decides
 * what happens when. Judgements travel in the tests' meta; green and red are for other reporters.
 */
export function stateTests(plan: Plan): void {
  printVisibly();
  const { brief, facts, began } = inject('conformance');
  const clock = createInterruptibleClock();
  const equipment = equipRun(brief, clock);
  const { options } = equipment;
  let led: LedRun | undefined;
  let begun: ModuleRecord | undefined;
  let unheed = (): void => undefined;
  let untell = (): void => undefined;
  const state = (
    title: string,
    name: string,
    subject: TestSubject,
    judge: (run: TargetRun) => Promise<Judgement>,
  ) => {
    if (!fallsTo(facts.shard, subject.clause)) return;
    // Where nothing is selected no hook of vitest's runs: the first test then says whose run it is.
    const spokesman =
      names.size > 0
        ? {}
        : { run: carried<ModuleRecord>({ facts, register: [], evidence: [], selected: [] }) };
    names.set(title, name);
    test(
      title,
      { concurrent: true, meta: { conformance: subject, ...spokesman } },
      async ({ task, skip }) => {
        const under = led;
        if (under === undefined) throw new Error('the run was not started');
        const judged = await failingVisibly(() => judge(under.run));
        const judgement = under.hidden(withhold(judged));
        task.meta.judgement = carried(judgement);
        if (judgement.verdict === 'fail') noteFailure(subject.clause);
        conclude(subject.clause, judgement, skip);
      },
    );
  };
  const names = new Map<string, string>();
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

  for (const clause of plan.sections.flatMap(({ clauses }) => clauses))
    state(clause.id, clause.id, { clause: clause.id }, (under) => under.judge(clause));
  for (const evidence of plan.evidence)
    state(
      `${evidence.clause} / ${evidence.name}`,
      evidence.name,
      { clause: evidence.clause, property: evidence.name },
      (under) => under.gather(evidence),
    );
  for (const declared of statedDeclarations(plan.sections, options.profile))
    state(declared.id, declared.id, { clause: declared.id }, (under) => under.hold(declared));

  // Vitest wants a pattern there.
  // oxlint-disable-next-line no-empty-pattern
  beforeAll(({}, suite) => {
    const selected = suite.tasks
      .filter(({ mode }) => mode === 'run' || mode === 'queued')
      .map(({ name }) => names.get(name) ?? name);
    begun = { facts, ...statedBy(plan, options), selected };
    suite.meta.run = carried(begun);
    const { maxSeconds } = brief;
    const under = leadRun(
      { ...equipment, clock, maxSeconds, since: began },
      { plan, selected: new Set(selected) },
    );
    led = under;
    const { waits } = under.run.engine.governor;
    untell = tellWaits(facts.run.id, () => waits.now);
    unheed = heedStop(facts.run.id, under.stop);
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
    suite.meta.run = carried({
      ...begun,
      end: { durationMs, record: { ...ended, ...defined({ stoppedAfter }) } },
    });
  });
}

/** What leaves the run without the values of bodies, where the operator wishes that. */
function withholdingFor(
  evidence: 'full' | 'shape' | 'none',
  { sections }: Plan,
): (judged: Judgement) => Judgement {
  if (evidence === 'full') return (judgement) => judgement;
  const stated = sections
    .flatMap(({ clauses }) => clauses)
    .flatMap(({ id, statement, violation, rationale }) => [id, statement, violation, rationale]);
  return createWithholding(evidence, stated);
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
