import { choices } from '../faults/catalogue.ts';
import { seededRandom } from '../reference/random.ts';

/** This many are taken at most. */
const most = 8;

/** Names of compatible honest choices: the same seed, the same choices. */
export function drawnChoices(seed: number): readonly string[] {
  const random = seededRandom(seed);
  const left = choices.filter(({ leaves }) => leaves === undefined);
  const drawn: (typeof left)[number][] = [];
  while (left.length > 0 && drawn.length < most) {
    const [one] = left.splice(Math.floor(random() * left.length), 1);
    const isAtOdds = drawn.some(
      (other) =>
        one?.excludes?.includes(other.name) === true || other.excludes?.includes(one?.name ?? '') === true,
    );
    if (one !== undefined && !isAtOdds) drawn.push(one);
  }
  return drawn.map(({ name }) => name).toSorted();
}
