import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Judgement } from '../../clause/judgement.ts';
import { carried } from '../../reporters/run-facts.ts';
import { visible } from '../../reporters/visible.ts';
import { titleOf } from '../../clause/document-order.ts';
import type { Plan } from '../../implementation/plan.ts';
import type { PlacedTest } from './placed-tests.ts';
import { sharedRun } from './shared-run.ts';
import { mostOfMessage } from './thrown-visibly.ts';

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

/** How the module that stands for a suite states its tests. */
export interface SuiteTests {
  /** A part of the contract, with what is stated in it. */
  readonly part: (name: string, body: () => void) => void;
  /** The tests of a clause, one for each property of it as well; or what is declared of a part. */
  readonly state: (name: string) => void;
}

/**
 * The tests of one suite: one a clause, one a property and one a declared choice, all of them concurrent: the run itself
 * decides what happens when. Judgements travel in the tests' meta; green and red are for other reporters.
 */
export function suiteOf(plan: Plan, path: string): SuiteTests {
  const run = sharedRun(plan);
  let isSpoken = false;
  const state = (name: string): void => {
    for (const one of run.tests) if (one.path === path && one.with === name) stateTest(one);
  };
  const stateTest = (one: PlacedTest): void => {
    // Where nothing is selected no hook of vitest's runs: the first test of a file then says whose run it is.
    const spokesman = isSpoken ? {} : { run: carried(run.unstarted) };
    isSpoken = true;
    const meta = { conformance: one.subject, ...spokesman };
    test(one.title, { concurrent: true, meta }, async ({ task, skip }) => {
      const judgement = await run.judged(one);
      task.meta.judgement = carried(judgement);
      conclude(one.subject.clause, judgement, skip);
    });
  };
  // Vitest wants a pattern there.
  // oxlint-disable-next-line no-empty-pattern
  beforeAll(({}, file) => run.enter(path, file));
  // Vitest wants a pattern there.
  // oxlint-disable-next-line no-empty-pattern
  afterAll(async ({}, file) => await run.leave(path, file));
  return {
    part: (name, body) => describe(titleOf(name), { concurrent: true }, body),
    state,
  };
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
