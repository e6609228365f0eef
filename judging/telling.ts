import type { Exchange } from '../history/exchange.ts';
import type { Stage } from '../implementation/stage.ts';

/** Reads that are sent at once, and of them so many times, to see what comes and goes. */
const together = 20;
const mostTimes = 20;

/**
 * Whether answers that are counted one by one speak of the implementation: enough else of the run was answered as is due,
 * and their statuses come and go at no other operation. What a run has asked too little to tell is asked for here.
 */
export async function isSignificant(on: Stage, answers: readonly Exchange[]): Promise<boolean> {
  const { passing } = on.world;
  for (let time = 0; time < mostTimes && !passing.isTelling; time += 1)
    await Promise.all(Array.from({ length: together }, () => on.ask('query')));
  return passing.isTelling && !answers.some((one) => passing.isDisturbance(one));
}
