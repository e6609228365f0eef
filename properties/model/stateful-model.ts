import { standApart } from '../../target/learnt.ts';
import { endpoint } from '../../contract/endpoints.ts';
import type { Exchange } from '../../run/exchange.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import type { Evidence } from '../../clause/clause.ts';
import { acceptedOverwrites } from '../../suites/overwrites/accepted.ts';
import type { OverwriteEndpoint } from '../../suites/overwrites/aim.ts';
import type { OwnResource } from '../../target/resources/own-resource.ts';
import { secondResource } from '../../target/resources/second-resource.ts';
import { clauseSeed } from '../../run/random.ts';
import { holds } from '../../target/section.ts';
import { asTold } from '../../run/evidence/story.ts';
import type { Stage } from '../../target/stage.ts';
import { casesFor, type DrawnCase } from '../drawn-cases.ts';
import { shrinkLimits, shrunkCase, type ShrunkCase } from '../shrunk-case.ts';
import { beginningOf, histories, historyWithOverwrites, type History, type ModelCommand } from './command.ts';
import { takeStep } from './commands.ts';
import { finders } from './looks.ts';
import { Model } from './model.ts';
import { modelClauses, type ModelClause, type Verdicts } from './verdicts.ts';
import { readOwn } from '../../target/resources/read-own.ts';
import { inHaste } from '../../target/haste.ts';
import { oncePerRun, oncePerRunFor } from '../../target/once-per-run.ts';

/** What the runs of the model came to. */
interface ModelRuns {
  /** How often each clause's premise held, on all resources together. */
  readonly held: ReadonlyMap<ModelClause, number>;
  readonly broken: Verdicts['broken'];
  /** Commands up to where it broke. */
  readonly foundAfter: number;
  /** The fewest commands that broke it again, and whether they did. */
  readonly small: Pick<ShrunkCase<readonly ModelCommand[]>, 'value' | 'seed' | 'path' | 'again'> | undefined;
  /** How often the small plan broke it on further resources, where once is not enough. */
  readonly repeats: number;
  /** Something of an update showed that was turned away where the contract does not say whether it may be. */
  readonly suspect: boolean;
  /** An update with a version that was left, which was accepted once and not again. */
  readonly doubt: Exchange | undefined;
}

/** Updates of the first resource at least: enough to see versions of four bits come round again. */
const fewestUpdates = 17;
/** The first resource, and one whose history may be short. */
const resourcesPlayed = 2;
/** Requests that making a broken plan small may cost, about two a command. */
const reductionRequests = 400;

/** Broken where something is not found for longer than any lag. */
const restingOnAbsence: readonly ModelClause[] = ['4.11/refused-delete-has-no-effect', '4.5/200-on-match'];

/** Broken where nothing but the refused write explains what three resources show, while another one stays as it is. */
const shownThrice: readonly ModelClause[] = [
  '4.11/refused-delete-has-no-effect',
  '4.6/refused-create-has-no-effect',
];
const furtherTimes = 2;

/** One resource and what was done to it. */
interface Played {
  readonly model: Model;
  /** Commands that were carried out. */
  readonly length: number;
}

/** Plays commands on a resource; each time on another one, where that is said and there are others. */
type Play = (on: Stage, commands: readonly ModelCommand[], each?: 'anew') => Promise<Played>;

/** A history with the resource on which it is played. */
interface Lane {
  readonly history: History;
  readonly play: Play;
  readonly sibling: OwnResource | undefined;
}

/** Runs the model on a few resources side by side, one of them with a long history; once a run. */
const runModel = oncePerRun(async (on: Stage): Promise<ModelRuns> => {
  const alone = !standApart(on.facts);
  const sibling = await secondResource(on);
  const all = histories({
    resources: alone ? 1 : resourcesPlayed,
    runs: on.reach,
    updates: Math.max(on.options.depth.longHistory, fewestUpdates),
    finders: finders(on).length,
  });
  // Whichever evidence asks first, and in whichever shard: the commands are the same.
  const seed = clauseSeed(on.options.seed, 'stateful model');
  const lanes = all.map((history, at): Lane => {
    const beside = at === all.length - 1 ? sibling : undefined;
    const play: Play = (stage, commands, each) => {
      const use = (own: OwnResource) =>
        carryOut(stage, new Model(own, { sibling: beside, isAgain: each === 'anew' }), commands);
      return each === 'anew' ? stage.fresh(use) : stage.own(use);
    };
    return { history, play, sibling };
  });
  return await playAll(on, seed, lanes);
});

/** The same on the resource that overwrites reach; once a run each. */
const runOverwrites = oncePerRunFor(
  async (on: Stage, name: OverwriteEndpoint): Promise<ModelRuns | undefined> => {
    const overwrites = await acceptedOverwrites(on, name);
    const { own, place } = overwrites;
    if (own === undefined || place !== 'own') return undefined;
    const play: Play = (stage, commands) => carryOut(stage, new Model(own, { overwrites }), commands);
    const seed = clauseSeed(on.options.seed, `stateful model ${name}`);
    return await playAll(on, seed, [{ history: historyWithOverwrites(on.reach), play, sibling: undefined }]);
  },
);

/** Plays each lane's history, or in a replay the one that is to be played again, as far as it had been cut down. */
async function playAll(on: Stage, seed: number, lanes: readonly Lane[]): Promise<ModelRuns> {
  const drawn = lanes.flatMap((lane, at) => drawnOf(on, lane, seed + at));
  const all = await Promise.all(
    drawn.map(async ({ lane, one }) => ({ lane, one, ...(await lane.play(on, one.value)) })),
  );
  await judgeSibling(on, all);
  const found = all.find(({ model }) => model.verdicts.broken !== undefined);
  const broken = found?.model.verdicts.broken;
  const small =
    found === undefined || broken === undefined
      ? undefined
      : on.drawnAgain === undefined
        ? await reduced(on, broken.clause, found)
        : { ...found.one, again: false };
  return {
    held: new Map(modelClauses.flatMap((one) => heldOf(all, one))),
    broken,
    foundAfter: found?.length ?? 0,
    small,
    repeats:
      found !== undefined &&
      small !== undefined &&
      broken !== undefined &&
      shownThrice.includes(broken.clause)
        ? await repeated(on, broken.clause, { lane: found.lane, commands: small.value })
        : 0,
    suspect: all.some(({ model }) => model.refused.isSuspect),
    doubt: all.find(({ model }) => model.doubt !== undefined)?.model.doubt,
  };
}

/** Looks once at the resource that none of these histories is about. */
async function judgeSibling(on: Stage, all: readonly { readonly lane: Lane; readonly model: Model }[]) {
  const sibling = all.find(({ lane }) => lane.sibling !== undefined)?.lane.sibling;
  if (sibling === undefined) return;
  const read = await readOwn(on, sibling);
  for (const { model } of all) model.brought.judge(read);
}

/** A history to play, with the lane that it is played on. */
interface Drawn {
  readonly lane: Lane;
  readonly one: DrawnCase<readonly ModelCommand[]>;
}

function drawnOf(on: Stage, lane: Lane, seed: number): readonly Drawn[] {
  const { drawnAgain } = on;
  const [path = '', length] = drawnAgain?.path.split(cutAfter) ?? [];
  const arbitrary = length === undefined ? lane.history : beginningOf(lane.history, Number(length));
  const stage = { drawnAgain: drawnAgain && { ...drawnAgain, path } };
  return casesFor(stage, [arbitrary], { seed, count: 1 }).map((one) => ({
    lane,
    one: drawnAgain === undefined ? one : { ...one, path: drawnAgain.path },
  }));
}

/** Stands in a path between what fast-check draws by and the number of commands that were carried out. */
const cutAfter = '/';

function heldOf(all: readonly Played[], clause: ModelClause): readonly (readonly [ModelClause, number])[] {
  const counts = all.flatMap(({ model }) => model.verdicts.held.get(clause) ?? []);
  return counts.length === 0 ? [] : [[clause, counts.reduce((sum, count) => sum + count, 0)]];
}

/** How often the plan breaks the clause on further resources, with the other one still there each time. */
async function repeated(
  on: Stage,
  clause: ModelClause,
  { lane, commands }: { readonly lane: Lane; readonly commands: readonly ModelCommand[] },
): Promise<number> {
  let repeats = 0;
  for (let time = 0; time < furtherTimes; time += 1) {
    const { model } = await lane.play(on, commands, 'anew');
    const twin = lane.sibling === undefined ? undefined : await readOwn(on, lane.sibling);
    if (model.verdicts.broken?.clause === clause && twin?.succeeded !== false) repeats += 1;
  }
  return repeats;
}

/** Carries out commands until there is nothing more to learn. */
async function carryOut(on: Stage, model: Model, commands: readonly ModelCommand[]): Promise<Played> {
  let length = 0;
  for (const command of commands) {
    if (model.verdicts.isOver) break;
    length += 1;
    await takeStep(on, model, command);
  }
  return { model, length };
}

/** Has fast-check cut down what was done up to where it broke. */
async function reduced(
  on: Stage,
  clause: ModelClause,
  { lane, one, length }: Drawn & Played,
): Promise<NonNullable<ModelRuns['small']>> {
  const hurried = inHaste(on);
  // Where reads lag, what is not found at once may be there all the same.
  const stage = on.facts.lags && restingOnAbsence.includes(clause) ? on : hurried;
  const limits = shrinkLimits(on, reductionRequests);
  let requests = 0;
  const fails = async (commands: readonly ModelCommand[]): Promise<boolean> => {
    const { model, length: carriedOut } = await lane.play(stage, commands, 'anew');
    requests += 2 * (1 + carriedOut);
    return model.verdicts.broken?.clause === clause;
  };
  const beginning = {
    ...one,
    value: one.value.slice(0, length),
    arbitrary: beginningOf(lane.history, length),
  };
  const small = await shrunkCase(beginning, fails, {
    ...limits,
    isOver: () => requests > reductionRequests || limits.isOver?.() === true,
  });
  return { ...small, path: `${small.path}${cutAfter}${length}` };
}

/** What the model shows for one clause. */
function modelEvidence(
  clause: ModelClause,
  name: string,
  minimum: (reach: number) => number,
): Evidence<Stage> {
  return holds(clause, name, {
    minimum,
    check: async (on) => judgeRuns(on, clause, await runModel(on)),
  });
}

function judgeRuns(
  on: Stage,
  clause: ModelClause,
  { held, broken, foundAfter, small, repeats, suspect, doubt }: ModelRuns,
): void {
  on.held(held.get(clause) ?? 0);
  if (doubt !== undefined && broken === undefined && clause === '4.10/stale-version-conflicts')
    notEveryTime(on, 'a version that was left was accepted', [doubt]);
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
    reproduced: isShownThrice
      ? '3/3'
      : on.drawnAgain !== undefined
        ? '1/1'
        : small?.again === true
          ? '2/2'
          : '1/2',
    ...broken.broken,
    ...(small === undefined ? {} : { seed: small.seed, path: small.path }),
    counterexample: { commands: small?.value ?? [], foundAfter },
  });
}

/** What the model shows of a resource that overwrites reach. */
function overwriteEvidence(clause: ModelClause, name: OverwriteEndpoint, title: string): Evidence<Stage> {
  return holds(clause, title, {
    phase: 'overwrites',
    limits: [endpoint(name).section],
    check: async (on) => {
      const runs = await runOverwrites(on, name);
      if (runs === undefined)
        return on.discarded('not-observable', 'overwrites reach no resource that was made for them');
      judgeRuns(on, clause, runs);
    },
  });
}

/** Overwrites by callers who may not overwrite leave nothing, at any point of a history (4.7). */
export const refusedPatches = overwriteEvidence(
  '4.7/refused-overwrite-has-no-effect',
  'patch',
  'a model of a resource: PATCH by insufficient callers between overwrites and updates',
);

/** Nor do those by PUT (4.8). */
export const refusedPuts = overwriteEvidence(
  '4.8/refused-overwrite-has-no-effect',
  'put',
  'a model of a resource: PUT by insufficient callers between overwrites and updates',
);

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
