import { defined } from '../../clause/defined.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { createEngine, type EngineParts } from '../../run/engine.ts';
import { Run } from '../../run/run.ts';
import { nothingLearnt, type Facts, type Learnt } from '../learnt.ts';
import type { Plan } from '../plan.ts';
import type { Journal, Ledger } from '../resources/ledger.ts';
import type { Stage } from '../stage.ts';
import { TargetHost } from './target-host.ts';

export type TargetRun = Run<Stage>;

/** A run that is ready to begin, and its future knowledge and resources. */
export interface StartedRun {
  readonly run: TargetRun;
  readonly facts: Facts;
  readonly ledger: Ledger;
}

/** Puts together a run against a target; the first judgement sends the first request, and the run waits for all selected clauses. */
export function startRun(
  parts: EngineParts & {
    readonly plan: Plan;
    readonly selected?: ReadonlySet<string>;
    readonly journal?: Journal;
  },
): StartedRun {
  const { plan, selected } = parts;
  const isOverload = (name: EndpointName): boolean => name !== 'update' || !learnt.mismatchesAre503;
  const engine = createEngine(parts, isOverload);
  const learnt: Learnt = nothingLearnt(engine.callers.none, parts.options.profile);
  const host = new TargetHost(engine, learnt, parts.journal);
  const run = new Run({ engine, plan, host, ...defined({ selected }) });
  return { run, facts: learnt, ledger: host.book.ledger };
}
