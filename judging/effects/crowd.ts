import { unlessInconclusive } from '../../clause/thrown.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import type { Stage } from '../../implementation/stage.ts';
import { confirmations } from '../confirm.ts';
import { effectOfOne, treatsMany, type Effect, type Question, type Trial } from './effect.ts';

/** The number of untreated resources: a random change may hit one resource three times, and spare another. */
const crowd = 8;
/** The number of treated resources, half of the crowd, if each trial treats a resource of its own. */
const treatedOfCrowd = crowd / 2;

/** Whether a treatment has an effect every time, also on several resources at once. */
export async function effectOf(on: Stage, question: Question): Promise<Effect> {
  return await inCrowd(on, question, await effectOfOne(on, question));
}

/** An effect that came every time, unless some treated resources lack it or untreated resources change too. */
export async function inCrowd(on: Stage, question: Question, effect: Effect): Promise<Effect> {
  if (effect.kind !== 'every-time' || isOneForAll(on.facts)) return effect;
  const { change, times } = effect;
  const treated = treatsMany(on, question) ? treatedOfCrowd : 0;
  const of = (trial: Question['treated'], size: number): Promise<readonly (Trial | undefined)[]> =>
    Promise.all(
      Array.from({ length: size }, (_, at) =>
        unlessInconclusive(trial({ name: `in a crowd ${at}`, isOld: true, hasToLast: treated > 0 })),
      ),
    );
  const [quiet, came] = await Promise.all([
    of(question.untreated, crowd - treated),
    of(question.treated, treated),
  ]);
  if (quiet.some((one) => one?.kind === 'changed')) return { kind: 'restless', change };
  if ([...quiet, ...came].some((one) => one?.kind === 'foreign')) return { kind: 'foreign', change };
  if (came.some((one) => one?.kind === 'unchanged')) return { kind: 'not-every-time', change };
  const changed = came.filter((one) => one?.kind === 'changed').length;
  return treated > 0 && times + changed < confirmations
    ? { kind: 'unconfirmed', change }
    : { kind: 'every-time', change, times: times + changed };
}
