import { says } from '../wire/status.ts';
import type { Exchange } from '../history/exchange.ts';

const alone = 'if another client writes to this project, run again while it is idle';

/** What a control that has met a conflict may be due to, as a sentence goes on; nothing for other answers. */
export function besideOthers(answer: Pick<Exchange, 'status'>): string {
  return hasMetConflict(answer) ? `: ${alone}` : '';
}

/** The same where the sentence is not over. */
export function perhapsBesideOthers(answer: Pick<Exchange, 'status'>): string {
  return hasMetConflict(answer) ? ` (${alone})` : '';
}

function hasMetConflict(answer: Pick<Exchange, 'status'>): boolean {
  return says(answer, 'no match');
}
