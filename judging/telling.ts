import type { Exchange } from '../history/exchange.ts';
import type { Stage } from '../implementation/stage.ts';

/** The number of concurrent reads; their repetition finds resources that come and go. */
const together = 20;
const mostTimes = 20;

/** Whether single answers are significant: enough other answers were as due, and no other operation has the same deviating statuses. */
export async function isSignificant(on: Stage, answers: readonly Exchange[]): Promise<boolean> {
  const { passing } = on.world;
  for (let time = 0; time < mostTimes && !passing.isTelling; time += 1)
    await Promise.all(Array.from({ length: together }, () => on.ask('query')));
  return passing.isTelling && !answers.some((one) => passing.isDisturbance(one));
}
