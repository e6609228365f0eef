import type { Knowledge } from '../implementation/stage.ts';

/** How many times a deviation has to be seen before it counts. */
export const confirmations = 3;

/** The turns with two probes in a row, and the turns after which two control requests follow. */
export interface Order {
  readonly twoProbes: number;
  readonly twoControls: number;
}

/** Each turn is as likely for either. */
export function drawnOrder({ random }: Pick<Knowledge, 'random'>): Order {
  const turn = (): number => random.integer(0, confirmations - 1);
  return { twoProbes: turn(), twoControls: turn() };
}
