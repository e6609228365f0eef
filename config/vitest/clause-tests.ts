import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Judgement } from '../../clause/judgement.ts';
import { carried } from '../../reporters/run-facts.ts';
import { visible } from '../../reporters/visible.ts';
import { titleOf } from '../../clause/document-order.ts';
import type { Plan } from '../../implementation/plan.ts';
import type { PlacedTest } from './placed-tests.ts';
import { sharedRun } from './shared-run.ts';
import { mostOfMessage } from './thrown-visibly.ts';

/** A check with a verdict that other reporters have to show as a failure. */
class Failed extends Error {
  constructor(message: string) {
    // Vitest's own reporters show the message unchanged.
    super(visible(message, mostOfMessage));
    this.name = 'Failed';
    // The stack is of no use to a vendor: it shows a place in the suite.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** The tests in the module of a suite. */
export interface SuiteTests {
  /** A part of the contract, with its statements. */
  readonly part: (name: string, body: () => void) => void;
  /** The tests of a clause and of each of its properties; or the tests of a part's declarations. */
  readonly state: (name: string) => void;
}

/**
 * The tests of a suite, all concurrent. Judgements travel in the meta data of the tests; passed and failed are for
 * other reporters.
 */
export function suiteOf(plan: Plan, path: string): SuiteTests {
  const run = sharedRun(plan);
  let isSpoken = false;
  const state = (name: string): void => {
    for (const one of run.tests) if (one.path === path && one.with === name) stateTest(one);
  };
  const stateTest = (one: PlacedTest): void => {
    // Without a selected test, no hook of vitest runs: the first test of a file then names its run.
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
