import type { Statement } from '../clause/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { conclude, type Conclusion, type Sentence } from '../judge/sentence.ts';
import { reportConclusion } from '../run/concluded.ts';
import type { World } from '../world/world.ts';

type Said = Required<Pick<Statement<Stage>, 'check' | 'says'>>;

type Provoke = (on: Stage) => Promise<unknown>;

/** For clauses whose requests other clauses send in any case. */
export const nothing: Provoke = () => Promise.resolve();

/** The check of a sentence: sends the requests that the sentence needs, then reports its conclusion. */
export function saidOf<One>(provoke: Provoke, sentence: Sentence<One>): Said {
  return spoken(provoke, (world) => conclude(sentence, world));
}

/** The observation of a history at an open point; nothing if there is none. */
export function observed(
  provoke: Provoke,
  of: (world: World) => Pick<Conclusion, 'observed' | 'lack' | 'suspicion'>,
): Said {
  return spoken(provoke, (world) => ({ met: 0, broken: [], doubts: [], ...of(world) }));
}

function spoken(provoke: Provoke, of: (world: World) => Conclusion): Said {
  const says = (on: Stage): void => reportConclusion(on, of(on.world));
  return {
    says,
    check: async (on) => {
      await provoke(on);
      await on.until('end');
      says(on);
    },
  };
}
