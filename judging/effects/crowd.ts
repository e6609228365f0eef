import { unlessInconclusive } from '../../clause/thrown.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Effect, Question, Trial } from './effect.ts';

/** So many are tried side by side in the end: what somebody does at random may hit one three times, and spare another. */
const crowd = 8;

/**
 * An effect that came every time, unless it misses some of a crowd that are treated at once, or others that are left
 * alone meanwhile change as well. Those that cannot be had say nothing.
 */
export async function inCrowd(on: Stage, question: Question, effect: Effect): Promise<Effect> {
  if (effect.kind !== 'every-time' || isOneForAll(on.facts)) return effect;
  const { change } = effect;
  const of = (trial: Question['treated'], size: number): Promise<readonly (Trial | undefined)[]> =>
    Promise.all(
      Array.from({ length: size }, (_, at) =>
        unlessInconclusive(trial({ name: `in a crowd ${at}`, isOld: true, hasToLast: false })),
      ),
    );
  const { untreated, treated, anew = false } = question;
  const [quiet, came] = await Promise.all([
    of(untreated, anew ? crowd / 2 : crowd),
    of(treated, anew ? crowd / 2 : 0),
  ]);
  if (quiet.some((one) => one?.kind === 'changed')) return { kind: 'restless', change };
  if ([...quiet, ...came].some((one) => one?.kind === 'foreign')) return { kind: 'foreign', change };
  return came.some((one) => one?.kind === 'unchanged') ? { kind: 'not-every-time', change } : effect;
}
