import { stateShows } from '../../judging/effects/state.ts';
import type { PlaceOf } from './refused-texts.ts';
import { standApart } from '../../implementation/learnt.ts';
import { endpoint } from '../../contract/endpoints.ts';
import type { OverwriteName } from '../../contract/traits.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import type { Evidence } from '../../clause/clause.ts';
import { defined } from '../../clause/defined.ts';
import { acceptedOverwrites } from '../../suites/overwrites/accepted.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { secondResource } from '../../implementation/resources/second-resource.ts';
import { clauseSeed } from '../../run/random.ts';
import { holds } from '../../implementation/section.ts';
import { asTold } from '../../run/evidence/story.ts';
import type { Stage } from '../../implementation/stage.ts';
import { histories, historyWithOverwrites } from './command.ts';
import { finders } from './looks.ts';
import { Model } from './model.ts';
import {
  carryOut,
  furtherTimes,
  playAll,
  shownThrice,
  type Lane,
  type ModelRuns,
  type Play,
} from './playing.ts';
import type { ModelClause } from './verdicts.ts';
import { oncePerRun, oncePerRunFor } from '../../implementation/once-per-run.ts';

/** Updates of the first resource at least: enough to see the second version of four bits accepted again. */
const fewestUpdates = 18;
/** The first resource, and three whose histories may be short. */
const resourcesPlayed = 4;

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
        carryOut(
          stage,
          new Model(own, placeOn(stage), { sibling: beside, isAgain: each === 'anew' }),
          commands,
        );
      // The longest rows of requests in the lanes: a phase ends with what begins last in it.
      return each === 'anew' ? stage.fresh(use) : stage.own(use, { ahead: true });
    };
    return { history, play, sibling };
  });
  return await playAll(on, seed, lanes);
});

/** The same on the resource that overwrites reach; once a run each. */
const runOverwrites = oncePerRunFor(
  async (on: Stage, name: OverwriteName): Promise<ModelRuns | undefined> => {
    const overwrites = await acceptedOverwrites(on, name);
    const { own, place } = overwrites;
    if (own === undefined || place !== 'own') return undefined;
    const play: Play = (stage, commands) =>
      carryOut(stage, new Model(own, placeOn(stage), { overwrites }), commands);
    const seed = clauseSeed(on.options.seed, `stateful model ${name}`);
    return await playAll(on, seed, [{ history: historyWithOverwrites(on.reach), play, sibling: undefined }]);
  },
);

/** The evidence of the model for one clause. */
function modelEvidence(
  clause: ModelClause,
  name: string,
  minimum: (reach: number) => number,
): Evidence<Stage> {
  return holds(clause, name, {
    draws: true,
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
  if (broken === undefined && doubt?.clause === clause)
    notEveryTime(on, 'another version than the actual one was accepted', [doubt.accepted]);
  if (suspect && clause === '4.10/conflict-has-no-effect')
    on.suspect('A later read shows text that only an update refused for its caller contained.');
  if (broken?.clause !== clause) {
    if (!held.has(clause)) on.discarded('premise-failed', 'no step of the model reached the premise');
    return;
  }
  const isShownThrice = shownThrice.includes(clause);
  if (isShownThrice && repeats < furtherTimes)
    return on.undecided(
      'flaky',
      `${broken.broken.got}, where ${broken.broken.expected} was expected, but not every time`,
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

/** The evidence of the model about a resource that overwrites reach. */
function overwriteEvidence(
  clause: ModelClause,
  name: OverwriteName,
  title: string,
  minimum?: (reach: number) => number,
): Evidence<Stage> {
  return holds(clause, title, {
    draws: true,
    ...defined({ minimum }),
    phase: 'overwrites',
    limits: [endpoint(name).section],
    check: async (on) => {
      const runs = await runOverwrites(on, name);
      if (runs === undefined)
        return on.discarded('not-observable', 'overwrites reach no resource that was created for them');
      judgeRuns(on, clause, runs);
    },
  });
}

/** Overwrites by callers without the right leave nothing, at any point of a history (4.7). */
export const refusedPatches = overwriteEvidence(
  '4.7/refused-overwrite-has-no-effect',
  'patch',
  'a model of a resource: PATCH by insufficient callers between overwrites and updates',
);

/** PUT requests do not either (4.8). */
export const refusedPuts = overwriteEvidence(
  '4.8/refused-overwrite-has-no-effect',
  'put',
  'a model of a resource: PUT by insufficient callers between overwrites and updates',
);

/** Versions that overwrites replaced conflict like versions that updates replaced (4.10). */
export const staleAfterPatches = overwriteEvidence(
  '4.10/stale-version-conflicts',
  'patch',
  'a model of a resource: former versions between overwrites by PATCH',
  () => 1,
);

/** The same for PUT. */
export const staleAfterPuts = overwriteEvidence(
  '4.10/stale-version-conflicts',
  'put',
  'a model of a resource: former versions between overwrites by PUT',
  () => 1,
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

/** Versions that were left conflict at any point of a history (4.10). */
export const staleConflicts = modelEvidence(
  '4.10/stale-version-conflicts',
  'a model of a resource: former versions at any point of a generated history',
  // A third of the wrong versions are former ones.
  (reach) => Math.ceil(reach / 6),
);

/** Versions far away and a step ahead conflict at any point of a history (4.10). */
export const otherConflicts = modelEvidence(
  '4.10/conflict-on-mismatch',
  'a model of a resource: far versions and those a step ahead at any point of a generated history',
  (reach) => Math.ceil(reach / 3),
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

/** Creates by callers without the right leave nothing, at any point of a history (4.6). */
export const refusedCreates = modelEvidence(
  '4.6/refused-create-has-no-effect',
  'a model of a resource: creates of insufficient callers between generated commands',
  () => 1,
);

/** Deletes by callers without the right leave the resource, at any point of a history (4.11). */
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

const placeOn =
  (on: Stage): PlaceOf =>
  (read, text) =>
    stateShows(on, read, text);
