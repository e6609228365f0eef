import { shortened, type DrawnRacer } from '../arbitraries/race-rounds.ts';
import type { ShapeBook } from './shapes.ts';

/** The most rounds that shorten the lists. */
const mostExecutions = 40;

/**
 * The number of actions that the list of each racer needs; undefined without a drawn list, and for a list
 * that must stay whole. First all lists lose as many actions as they can together, then each list alone.
 *
 * @param isCrowded - races the round, whose outcome may differ each time @param how.repeats - how often it is
 * raced before it counts as not failing
 */
export async function shortestLists(
  racers: readonly DrawnRacer[],
  isCrowded: (racers: readonly DrawnRacer[]) => Promise<boolean>,
  { book, repeats }: { readonly book: ShapeBook; readonly repeats: number },
): Promise<readonly (number | undefined)[]> {
  const whole = racers.map(({ list = [] }) => list.length);
  const longest = Math.max(0, ...whole);
  if (longest === 0 || repeats === 0) return [];
  let executions = 0;
  const shows = async (lengths: readonly number[]): Promise<boolean> => {
    const candidate = racers.map((racer, at) => shortened(racer, lengths[at]));
    // A shape that may not race would be replaced.
    if (!candidate.every(({ shape }) => book.knows(shape))) return false;
    for (let time = 0; time < repeats && executions < mostExecutions; time += 1) {
      executions += 1;
      if (await isCrowded(candidate)) return true;
    }
    return false;
  };
  const most = await least(longest, (length) => shows(whole.map((one) => Math.min(one, length))));
  let lengths = whole.map((one) => Math.min(one, most));
  for (const [at, length] of lengths.entries())
    if (length > 0) {
      const shortest = await least(length, (one) => shows(lengths.with(at, one)));
      lengths = lengths.with(at, shortest);
    }
  return lengths.map((length, at) => (length < (whole[at] ?? 0) ? length : undefined));
}

/** The least length that fails, if all greater lengths fail. */
async function least(most: number, does: (length: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [1, most];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await does(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
