import type { Exchange } from '../../run/exchange.ts';

/** What a control that has met a conflict may be due to, as a sentence goes on; nothing for other answers. */
export function besideOthers({ status }: Pick<Exchange, 'status'>): string {
  return status === 409 || status === 412
    ? ': where somebody else writes at the same time, run alone to have it decided'
    : '';
}
