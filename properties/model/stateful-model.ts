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
import { secondResource } from '../../implementation/resources/kept-resource.ts';
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

/** The least number of updates of the first resource: a version of four bits then recurs twice. */
const fewestUpdates = 18;
/** The first resource, and three resources whose histories may be short. */
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
  // The commands depend neither on the shard nor on earlier evidence.
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
      // The longest sequences of requests come first: a phase ends with the work that begins last.
      return each === 'anew' ? stage.fresh(use) : stage.own(use, { ahead: true });
    };
    return { history, play, sibling };
  });
  return await playAll(on, seed, lanes);
});

/** Runs the model on the resource that overwrites reach; once per run for each. */
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
function ofModel(
  clause: ModelClause,
  what: string,
  minimum: (reach: number) => number = () => 1,
): Evidence<Stage> {
  const check = async (on: Stage): Promise<void> => judgeRuns(on, clause, await runModel(on));
  return holds(clause, `a model of a resource: ${what}`, { minimum, check });
}

function judgeRuns(
  on: Stage,
  clause: ModelClause,
  { held, broken, foundAfter, small, repeats, suspect, doubt }: ModelRuns,
): void {
  on.held(held.get(clause) ?? 0);
  if (broken === undefined && doubt?.clause === clause)
    notEveryTime(on, 'a version other than the actual version was accepted', [doubt.accepted]);
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
function ofOverwrites(
  clause: ModelClause,
  name: OverwriteName,
  what: string,
  minimum?: (reach: number) => number,
): Evidence<Stage> {
  return holds(clause, `a model of a resource: ${what}`, {
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

export const refusedPatches = ofOverwrites(
  '4.7/refused-overwrite-has-no-effect',
  'patch',
  'PATCH by insufficient callers between overwrites and updates',
);

export const refusedPuts = ofOverwrites(
  '4.8/refused-overwrite-has-no-effect',
  'put',
  'PUT by insufficient callers between overwrites and updates',
);

export const staleAfterPatches = ofOverwrites(
  '4.10/stale-version-conflicts',
  'patch',
  'former versions between overwrites by PATCH',
  () => 1,
);

export const staleAfterPuts = ofOverwrites(
  '4.10/stale-version-conflicts',
  'put',
  'former versions between overwrites by PUT',
  () => 1,
);

export const statesDiffer = ofModel(
  'Versioning/states-differ-in-version',
  'states with a version each, over a history of generated commands',
  (reach) => reach,
);

export const nextVersionAccepted = ofModel(
  'Versioning/next-version-is-accepted',
  'updates between generated commands of other kinds',
  (reach) => reach,
);

export const staleConflicts = ofModel(
  '4.10/stale-version-conflicts',
  'former versions at any point of a generated history',
  // One third of the wrong versions are former versions.
  (reach) => Math.ceil(reach / 6),
);

export const otherConflicts = ofModel(
  '4.10/conflict-on-mismatch',
  'far versions and those a step ahead at any point of a generated history',
  (reach) => Math.ceil(reach / 3),
);

export const conflictsLeaveNothing = ofModel(
  '4.10/conflict-has-no-effect',
  'what refused updates carried is looked for in every read',
  (reach) => Math.ceil(reach / 2),
);

export const othersStay = ofModel(
  '4.10/changes-the-named-resource',
  'updates of another one between generated commands',
);

export const refusedCreates = ofModel(
  '4.6/refused-create-has-no-effect',
  'creates of insufficient callers between generated commands',
);

export const refusedDeletes = ofModel(
  '4.11/refused-delete-has-no-effect',
  'deletes of insufficient callers between generated commands',
);

export const existenceHolds = ofModel('4.5/200-on-match', 'existence checks between generated commands');

const placeOn =
  (on: Stage): PlaceOf =>
  (read, text) =>
    stateShows(on, read, text);
