import type { Evidence } from '../../clause/clause.ts';
import type { OwnResource } from '../../target/resources/own-resource.ts';
import { secondResource } from '../../target/resources/second-resource.ts';
import { clauseSeed } from '../../run/random.ts';
import { holds } from '../../target/section.ts';
import { asTold } from '../../run/evidence/story.ts';
import type { Stage } from '../../target/stage.ts';
import { drawnInTurn } from '../drawn-cases.ts';
import { smallestPlan } from '../history/smallest-plan.ts';
import { modelRuns, type ModelCommand } from './command.ts';
import { modelClauses, newModel, type ModelClause, type ModelState } from './state.ts';
import { finders, takeStep } from './steps.ts';
import { readOwn } from '../../target/resources/read-own.ts';
import { inHaste } from '../../target/haste.ts';
import { oncePerRun } from '../../target/once-per-run.ts';

/** What the runs of the model came to. */
interface ModelRuns {
  /** How often each clause's premise held, on all resources together. */
  readonly held: ReadonlyMap<ModelClause, number>;
  readonly broken: ModelState['broken'];
  /** Where it broke: the commands up to there, the fewest that broke it again, and how often they did. */
  readonly plan: readonly ModelCommand[];
  readonly small: { readonly plan: readonly ModelCommand[]; readonly rate: number } | undefined;
  /** How often the small plan broke it on further resources, where once is not enough. */
  readonly repeats: number;
  /** Something of an update showed that was turned away where the contract does not say whether it may be. */
  readonly suspect: boolean;
  readonly seed: number;
  readonly path: string;
}

/** Updates of the first resource at least: enough to see versions of four bits come round again. */
const fewestUpdates = 18;
/** Resources beside the first one, whose histories may be short. */
const others = 2;
/** Requests that making a broken plan small may cost, about two a command. */
const reductionRequests = 400;

/** Broken where something is not found for longer than any lag. */
const restingOnAbsence: readonly ModelClause[] = ['4.11/refused-delete-has-no-effect', '4.5/200-on-match'];

/** One resource and what was done to it. */
interface Played {
  readonly state: ModelState;
  readonly done: readonly ModelCommand[];
}

/** Broken where nothing but the refused write explains what three resources show, while another one stays as it is. */
const shownThrice: readonly ModelClause[] = [
  '4.11/refused-delete-has-no-effect',
  '4.6/refused-create-has-no-effect',
];
const furtherTimes = 2;

/** Runs the model on a few resources side by side, one of them with a long history; once a run. */
const runModel = oncePerRun(async (on: Stage): Promise<ModelRuns> => {
  // Whichever evidence asks first, and in whichever shard: the commands are the same.
  const seed = clauseSeed(on.options.seed, 'stateful model') | 0;
  const cases = drawnInTurn(modelRuns, seed, on.reach);
  const alone = on.facts.upserts || on.facts.siblingsMove;
  const sibling = await secondResource(on);
  const played = await Promise.all(
    dealt(
      cases.map(({ value }) => value),
      { resources: alone ? 1 : 1 + others, history: on.options.depth.longHistory },
    ).map((commands, at, all) => {
      const looks = existenceChecks(on, at, all.length);
      return interpret(on, [...commands, ...looks], at === all.length - 1 ? sibling : undefined);
    }),
  );
  const broken = played.find(({ state }) => state.broken !== undefined);
  const clause = broken?.state.broken?.clause;
  const plan = broken?.done ?? [];
  const small = clause === undefined ? undefined : await reduced(on, { plan, clause, sibling });
  const repeats =
    clause !== undefined && shownThrice.includes(clause)
      ? await repeated(on, { plan: small?.plan ?? plan, clause, sibling })
      : 0;
  const suspect = played.some(({ state }) => state.suspect);
  const held = new Map(
    modelClauses.flatMap((one): [ModelClause, number][] => {
      const counts = played.flatMap(({ state }) => state.held.get(one) ?? []);
      return counts.length === 0 ? [] : [[one, counts.reduce((sum, count) => sum + count, 0)]];
    }),
  );
  return { held, broken: broken?.state.broken, plan, small, repeats, suspect, seed, path: '0' };
});

/**
 * Every caller who finds what there is looks at one of the resources, before anything is done to it and after all that
 * was done: whoever found it then finds it still.
 */
function existenceChecks(on: Stage, lane: number, lanes: number): readonly ModelCommand[] {
  return finders(on).flatMap((_, as): ModelCommand[] =>
    as % lanes === lane ? [{ do: 'check existence', as }] : [],
  );
}

/** How often the plan breaks the clause on further resources, with the other one still there each time. */
async function repeated(
  on: Stage,
  { plan, clause, sibling }: Parameters<typeof reduced>[1],
): Promise<number> {
  let repeats = 0;
  for (let time = 0; time < furtherTimes; time += 1) {
    const { state } = await interpret(on, plan, sibling);
    const twin = sibling === undefined ? undefined : await readOwn(on, sibling);
    if (state.broken?.clause === clause && twin?.succeeded !== false) repeats += 1;
  }
  return repeats;
}

/**
 * Deals runs of commands to resources: one to the first, which is updated until its history is long, the others in turn
 * to the rest. The last one has the other resource that commands name.
 */
function dealt(
  runs: readonly (readonly ModelCommand[])[],
  { resources, history }: { readonly resources: number; readonly history: number },
): readonly (readonly ModelCommand[])[] {
  const lanes = Array.from({ length: resources }, (): ModelCommand[] => []);
  runs.forEach((run, at) => {
    const lane = at === 0 || resources === 1 ? 0 : 1 + ((at - 1) % (resources - 1));
    for (const command of run) lanes[command.do === 'update another' ? resources - 1 : lane]?.push(command);
  });
  const [first] = lanes;
  const updates = first?.filter((command) => command.do === 'update').length ?? 0;
  const more = Math.max(history, fewestUpdates) - updates;
  for (let step = 0; step < more; step += 1) first?.push({ do: 'update' });
  return lanes;
}

async function interpret(
  on: Stage,
  commands: readonly ModelCommand[],
  sibling: OwnResource | undefined,
): Promise<Played> {
  return await on.fresh(async (own) => {
    const state = newModel(own, sibling);
    const done: ModelCommand[] = [];
    // At last a look at what all of it has left.
    for (const command of [...commands, { do: 'read' } as const]) {
      if (state.over) break;
      done.push(command);
      await takeStep(on, state, command);
    }
    return { state, done };
  });
}

async function reduced(
  on: Stage,
  {
    plan,
    clause,
    sibling,
  }: {
    readonly plan: readonly ModelCommand[];
    readonly clause: ModelClause;
    readonly sibling: OwnResource | undefined;
  },
): Promise<{ readonly plan: readonly ModelCommand[]; readonly rate: number }> {
  const executions = Math.max(2, Math.floor(reductionRequests / (2 * plan.length)));
  const hurried = inHaste(on);
  // Where reads lag, what is not found at once may be there all the same.
  const rests = on.facts.lags && restingOnAbsence.includes(clause) ? on : hurried;
  const fails = async (candidate: readonly ModelCommand[]): Promise<boolean> =>
    (await interpret(rests, candidate, sibling)).state.broken?.clause === clause;
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
      const { held, broken, plan, small, repeats, suspect, seed, path } = await runModel(on);
      on.held(held.get(clause) ?? 0);
      if (suspect && clause === '4.10/conflict-has-no-effect')
        on.suspect('A later read shows what only an update that was refused for its caller carried.');
      if (broken?.clause !== clause) {
        if (!held.has(clause)) on.discarded('premise-failed', 'no step of the model reached the premise');
        return;
      }
      const isShownThrice = shownThrice.includes(clause);
      if (isShownThrice && repeats < furtherTimes)
        return on.undecided(
          'flaky',
          `${broken.broken.got}, where ${broken.broken.expected} was due, but not every time`,
          { exchanges: asTold(broken.broken.exchanges).map(({ exchange }) => exchange) },
        );
      on.violated({
        reproduced: isShownThrice ? '3/3' : (small?.rate ?? 0) > 0 ? '2/2' : '1/2',
        ...broken.broken,
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
  'a model of a resource: states with a version each, over a history of generated commands',
  (reach) => reach,
);

/** Each version read after an update is accepted next ("Versioning"). */
export const nextVersionAccepted = modelEvidence(
  'Versioning/next-version-is-accepted',
  'a model of a resource: updates between generated commands of other kinds',
  (reach) => reach,
);

/** Versions that were left and versions far away conflict at any point of a history (4.10). */
export const staleConflicts = modelEvidence(
  '4.10/stale-version-conflicts',
  'a model of a resource: former and far versions at any point of a generated history',
  (reach) => Math.ceil(reach / 2),
);

/** Refused updates leave nothing, at any point of a history (4.10). */
export const conflictsLeaveNothing = modelEvidence(
  '4.10/conflict-has-no-effect',
  'a model of a resource: what refused updates carried is looked for in every read',
  (reach) => Math.ceil(reach / 2),
);

/** Updates of another resource stay there (4.10). */
export const othersStay = modelEvidence(
  '4.10/changes-the-named-resource',
  'a model of a resource: updates of another one between generated commands',
  () => 1,
);

/** Creates by callers who may not create leave nothing, at any point of a history (4.6). */
export const refusedCreates = modelEvidence(
  '4.6/refused-create-has-no-effect',
  'a model of a resource: creates of insufficient callers between generated commands',
  () => 1,
);

/** Deletes by callers who may not delete leave the resource, at any point of a history (4.11). */
export const refusedDeletes = modelEvidence(
  '4.11/refused-delete-has-no-effect',
  'a model of a resource: deletes of insufficient callers between generated commands',
  () => 1,
);

/** The existence check finds a resource at any point of its history (4.5). */
export const existenceHolds = modelEvidence(
  '4.5/200-on-match',
  'a model of a resource: existence checks between generated commands',
  () => 1,
);
