import type { Evidence } from '../clause/clause.ts';
import { secondResource } from '../run/second-resource.ts';
import { clauseSeed } from '../run/random.ts';
import { holds } from '../run/section.ts';
import type { Stage } from '../run/stage.ts';
import { drawn } from './drawn-cases.ts';
import { smallestPlan } from './history/smallest-plan.ts';
import { modelCommands, type ModelCommand } from './model-command.ts';
import { newModel, type ModelClause, type ModelState } from './model-state.ts';
import { takeStep } from './model-steps.ts';

/** What the runs of the model came to. */
interface ModelRuns {
  readonly state: ModelState;
  /** Where it broke: the commands up to there, the fewest that broke it again, and how often they did. */
  readonly plan: readonly ModelCommand[];
  readonly small: { readonly plan: readonly ModelCommand[]; readonly rate: number } | undefined;
  readonly seed: number;
  readonly path: string;
}

const runLength = 6;
/** Updates of one resource at least: enough to see versions of four bits come round again. */
const fewestUpdates = 18;
/** Requests that making a broken plan small may cost, about two a command. */
const reductionRequests = 400;

/** Runs the model on one resource, its runs one after the other so that its history is long; once a run. */
function runModel(on: Stage): Promise<ModelRuns> {
  return on.shared('stateful model', async () => {
    // Whichever evidence asks first, and in whichever shard: the commands are the same.
    const seed = clauseSeed(on.options.seed, 'stateful model') | 0;
    const cases = drawn(modelCommands(runLength), seed, on.reach);
    const generated = cases.flatMap(({ value }) => value);
    const updates = generated.filter((command) => command.do === 'update').length;
    const more = Math.max(on.options.depth.longHistory, fewestUpdates - updates, 0);
    const commands = [...generated, ...Array.from({ length: more }, (): ModelCommand => ({ do: 'update' }))];
    const { state, done } = await interpret(on, commands);
    const { broken } = state;
    const path = String(Math.min(cases.length - 1, Math.floor((done - 1) / runLength)));
    const plan = commands.slice(0, done);
    const small = broken === undefined ? undefined : await reduced(on, plan, broken.clause);
    return { state, plan, small, seed, path };
  });
}

async function interpret(
  on: Stage,
  commands: readonly ModelCommand[],
): Promise<{ readonly state: ModelState; readonly done: number }> {
  const sibling = await secondResource(on);
  return await on.fresh(async (own) => {
    const state = newModel(own, sibling);
    let done = 0;
    for (const command of commands) {
      if (state.over) break;
      done += 1;
      await takeStep(on, state, command);
    }
    return { state, done };
  });
}

async function reduced(
  on: Stage,
  plan: readonly ModelCommand[],
  clause: ModelClause,
): Promise<{ readonly plan: readonly ModelCommand[]; readonly rate: number }> {
  const executions = Math.max(2, Math.floor(reductionRequests / (2 * plan.length)));
  const fails = async (candidate: readonly ModelCommand[]): Promise<boolean> =>
    (await interpret(on, candidate)).state.broken?.clause === clause;
  const smallest = await smallestPlan(plan, fails, { executions, replays: 1 });
  return { plan: smallest.plan, rate: smallest.replayRate };
}

/** What the model shows for one clause. */
function modelEvidence(
  clause: ModelClause,
  name: string,
  minimum: (reach: number) => number,
): Evidence<Stage> {
  return holds(clause, name, {
    minimum,
    check: async (on) => {
      const { state, plan, small, seed, path } = await runModel(on);
      on.held(state.held.get(clause) ?? 0);
      if (state.broken?.clause !== clause) {
        if (!state.held.has(clause))
          on.discarded('premise-failed', 'no step of the model reached the premise');
        return;
      }
      const { broken } = state.broken;
      on.violated({
        reproduced: (small?.rate ?? 0) > 0 ? '2/2' : '1/2',
        ...broken,
        seed,
        path,
        counterexample: { commands: small?.plan ?? plan, foundAfter: plan.length },
      });
    },
  });
}

/** States that differ have versions that differ, over a long history ("Versioning"). */
export const statesDiffer = modelEvidence(
  'Versioning/states-differ-in-version',
  'a model of one resource: states with a version each, over a history of generated commands',
  (reach) => reach,
);

/** Each version read after an update is accepted next ("Versioning"). */
export const nextVersionAccepted = modelEvidence(
  'Versioning/next-version-is-accepted',
  'a model of one resource: updates between generated commands of other kinds',
  (reach) => reach,
);

/** Versions that were left and versions far away conflict at any point of a history (4.10). */
export const staleConflicts = modelEvidence(
  '4.10/stale-version-conflicts',
  'a model of one resource: former and far versions at any point of a generated history',
  (reach) => Math.ceil(reach / 2),
);

/** Refused updates leave nothing, at any point of a history (4.10). */
export const conflictsLeaveNothing = modelEvidence(
  '4.10/conflict-has-no-effect',
  'a model of one resource: what refused updates carried is looked for in every read',
  (reach) => Math.ceil(reach / 2),
);

/** Updates of another resource stay there (4.10). */
export const othersStay = modelEvidence(
  '4.10/changes-the-named-resource',
  'a model of one resource: updates of another one between generated commands',
  () => 1,
);

/** Deletes by callers who may not delete leave the resource, at any point of a history (4.11). */
export const refusedDeletes = modelEvidence(
  '4.11/refused-delete-has-no-effect',
  'a model of one resource: deletes of insufficient callers between generated commands',
  () => 1,
);

/** The existence check finds a resource at any point of its history (4.5). */
export const existenceHolds = modelEvidence(
  '4.5/200-on-match',
  'a model of one resource: existence checks between generated commands',
  () => 1,
);
