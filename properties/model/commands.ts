import { hasToStay } from '../../implementation/resources/provided.ts';
import { awaited } from '../../run/awaited.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { ModelCommand } from './command.ts';
import {
  createRefused,
  deleteRefused,
  overwrite,
  overwriteRefused,
  queryRefused,
  readRefused,
  updateForeign,
  type Overwritten,
} from './insufficient-writes.ts';
import { checkExistence, look } from './looks.ts';
import type { Model } from './model.ts';
import {
  isSettled,
  updateAhead,
  updateAnother,
  updateFar,
  updateMatching,
  updateStale,
  type WithSibling,
} from './updates.ts';

/** A step of the model: whether it applies in the current state, how to execute it, and the comparison. */
interface Command {
  /** Sends nothing. */
  check(model: Model, on: Stage): boolean;
  /**
   * `by` is the number that was drawn with it, `length` the number of its actions.
   *
   * @throws ConfigurationError for settings and a profile that cannot be used
   */
  run(on: Stage, model: Model, by: number, length: number): Promise<void>;
}

/** A step that needs a special kind of model. */
function where<M extends Model>(
  check: (model: Model) => model is M,
  run: (on: Stage, model: M, by: number) => Promise<void>,
): Command {
  return { check, run: async (on, model, by) => (check(model) ? await run(on, model, by) : undefined) };
}

const check = (): boolean => true;
const isOverwritten = (model: Model): model is Overwritten => model.overwrites !== undefined;
const hasSibling = (model: Model): model is WithSibling => model.sibling !== undefined;

const commands: Readonly<Record<ModelCommand['do'], Command>> = {
  read: { check, run: lookAfter },
  update: { check, run: updateMatching },
  'update another': where(hasSibling, updateAnother),
  'stale update': { check, run: updateStale },
  'far update': { check, run: updateFar },
  'update ahead': { check: isSettled, run: updateAhead },
  'refused create': { check, run: createRefused },
  'refused read': { check, run: readRefused },
  'refused query': { check, run: queryRefused },
  'foreign update': { check, run: updateForeign },
  'refused delete': { check: ({ own }, { profile }) => !hasToStay(profile, own.id), run: deleteRefused },
  'check existence': { check, run: checkExistence },
  overwrite: where(isOverwritten, overwrite),
  'refused overwrite': where(isOverwritten, overwriteRefused),
};

/** Commands that send only deletes and reads to the resource. */
export const looksAlone: ReadonlySet<ModelCommand['do']> = new Set([
  'read',
  'refused delete',
  'refused read',
  'refused query',
  'check existence',
]);

/** Takes one step and compares the result with the model. */
export async function takeStep(on: Stage, model: Model, drawn: ModelCommand): Promise<void> {
  if (!looksAlone.has(drawn.do)) model.deletes.disturb();
  const command = commands[drawn.do];
  if (command.check(model, on))
    await command.run(on, model, numberOf(drawn), 'actions' in drawn ? (drawn.actions ?? 1) : 1);
}

/** In a shortened history, a late effect has only this much time. */
async function lookAfter(on: Stage, model: Model, ms: number): Promise<void> {
  if (ms > 0) await on.clock.sleep(ms, awaited.lateEffects);
  await look(on, model);
}

function numberOf(drawn: ModelCommand): number {
  if ('as' in drawn) return drawn.as;
  if ('back' in drawn) return drawn.back;
  if ('afterMs' in drawn) return drawn.afterMs ?? 0;
  return 'distance' in drawn ? drawn.distance : 0;
}
