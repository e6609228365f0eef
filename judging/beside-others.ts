import { says } from '../wire/status.ts';
import type { Exchange } from '../history/exchange.ts';

const alone = 'if another client writes to this project, run again while it is idle';

/** The possible cause of a control that met a conflict, as the end of a sentence; empty for other answers. */
export function besideOthers(answer: Pick<Exchange, 'status'>): string {
  return hasMetConflict(answer) ? `: ${alone}` : '';
}

/** The cause in the middle of a sentence. */
export function perhapsBesideOthers(answer: Pick<Exchange, 'status'>): string {
  return hasMetConflict(answer) ? ` (${alone})` : '';
}

function hasMetConflict(answer: Pick<Exchange, 'status'>): boolean {
  return says(answer, 'no match');
}
