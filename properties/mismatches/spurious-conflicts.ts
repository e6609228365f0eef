import type { Exchange } from '../../history/exchange.ts';
import { isSignificant } from '../../judging/telling.ts';
import { afterReplicaLag } from '../../implementation/resources/lag.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { standApart } from '../../implementation/learnt.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import type { SpuriousConflict } from '../../implementation/updates/mismatch-batch.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';

/** This number of conflicts in the whole run is no accident. */
const enough = 2;
/** If a lag may explain them, this many resources get this many updates once no lag does; more follow to find a second deviation. */
const resources = 20;
const times = { usual: 2, most: 5 };
/** This number of conflicts at one resting resource concerns the resource, even if it often accepts. */
const enoughAtOne = 3;
/** After such 409s, a few resources get so many updates that a rate of one in ten almost certainly shows at one of them. */
const atRest = { resources: 12, times: 20 };

/**
 * The version just shown is always accepted (4.10): counts, over the whole run, 409s to versions that were
 * accepted when stated again. If a lag may explain them, more updates follow once no lag can: first each
 * alone, then concurrently. It draws nothing: it judges all updates of the run, 160 at the least depth.
 */
export const spuriousConflicts = holds(
  '4.10/matching-version-is-accepted',
  '409s of the whole run to the version just shown, and where there are two, more updates of resources at rest',
  {
    draws: false,
    phase: 'late',
    minimum: () => 0,
    check: async (on) => {
      if (unexplained(on).length < enough) await lookFurther(on);
      const found = unexplained(on);
      if (found.length < enough) return await judgeInCompany(on);
      const answers = found.map(({ exchange }) => exchange);
      if (!(await isSignificant(on, answers))) return;
      if (standApart(on.facts)) {
        if (mostAtOne(on).length < enoughAtOne) {
          const owns = await restingResources(on, atRest.resources);
          for (let time = 0; time < atRest.times && mostAtOne(on).length < enoughAtOne; time += 1)
            await updateAll(on, owns, true);
        }
        const atOne = mostAtOne(on);
        if (atOne.length >= enoughAtOne && (await isSignificant(on, atOne)))
          return reportConflicts(on, atOne);
      }
      const all = on.spuriousConflicts;
      const seconds = all.reduce((sum, { costMs }) => sum + costMs, 0) / 1_000;
      on.undecided(
        'flaky',
        `${all.length} updates with the version just shown were answered 409 and then accepted, ${found.length} of them later than any replica lag; this took ${seconds.toFixed(1)} s`,
        { exchanges: answers.slice(-enough), deviated: true },
      );
    },
  },
);

/** Updates once no lag explains a 409: first alone; if no 409 comes, concurrently. */
async function lookFurther(on: Stage): Promise<void> {
  if (on.spuriousConflicts.length < enough || !standApart(on.facts)) return;
  const owns = await restingResources(on, resources);
  const found = (): number => unexplained(on).length;
  const isOpen = (): boolean => found() > 0 && found() < enough;
  for (let time = 0; time < times.most && (time < times.usual || isOpen()); time += 1)
    await updateAll(on, owns, true);
  if (found() === 0) await updateAll(on, owns, false);
}

/** Whether only requests to other resources explain them: a lock of the store may, but no contract mentions it. */
async function judgeInCompany(on: Stage): Promise<void> {
  const found = on.spuriousConflicts.flatMap(({ explainedBy, exchange }) =>
    explainedBy === 'company' ? [exchange] : [],
  );
  if (found.length < enough || !(await isSignificant(on, found))) return;
  on.undecided(
    'flaky',
    `${found.length} updates with the version just shown were answered 409 beside requests to other resources, and accepted without any; CONFORMANCE_CONCURRENCY=1 shows whether they stay away where nothing is sent beside anything else`,
    { exchanges: found.slice(-enough), deviated: true },
  );
}

function unexplained(on: Stage): readonly SpuriousConflict[] {
  return on.spuriousConflicts.filter(({ explainedBy }) => explainedBy === undefined);
}

/** The conflicts of the resource with the most conflicts. */
function mostAtOne(on: Stage): readonly Exchange[] {
  const byTarget = new Map<string, Exchange[]>();
  for (const { exchange } of unexplained(on)) {
    const { target } = exchange.request;
    byTarget.set(target, [...(byTarget.get(target) ?? []), exchange]);
  }
  return [...byTarget.values()].reduce((most, some) => (some.length > most.length ? some : most), []);
}

/** The version was stated as shown, alone, later than any lag, and accepted on repetition. */
function reportConflicts(on: Stage, conflicts: readonly Exchange[]): void {
  const [last] = conflicts.slice(-1);
  if (last === undefined) return;
  on.violated({
    expected: 'the version just shown to be accepted every time, with no other request under way',
    got: `409 to the actual version, ${conflicts.length} times at one resource`,
    deviation: { kind: 'status', exchange: last },
    exchanges: conflicts.slice(-enoughAtOne),
    reproduced: `${conflicts.length}/${conflicts.length}`,
  });
}

/** Resources of the run, for updates after the longest lag of the previous write. */
async function restingResources(on: Stage, many: number): Promise<readonly OwnResource[]> {
  const made = await Promise.all(Array.from({ length: many }, () => on.another()));
  return made.map(({ own }) => own);
}

/** Updates each resource at rest without other requests, or all of them at rest concurrently. */
async function updateAll(on: Stage, owns: readonly OwnResource[], alone: boolean): Promise<void> {
  if (!alone) await Promise.all(owns.map((own) => afterReplicaLag(on, own)));
  await Promise.all(
    owns.map(async (own) => {
      await afterReplicaLag(on, own);
      own.forget();
      await matchingUpdate(on, own, [anyAction(on)], { alone });
    }),
  );
}
