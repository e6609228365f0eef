import { unlessInconclusive } from '../clause/thrown.ts';
import type { Exchange } from '../run/exchange.ts';
import { readOtherwise } from '../target/resources/other-reads.ts';
import { readOtherwiseAgain } from '../suites/4.02/read-agreement.ts';
import { holds } from '../target/section.ts';
import { siblings } from '../judging/siblings.ts';
import { readOwn } from '../target/resources/read-own.ts';

const rounds = 3;

const isRefused = ({ status }: Exchange): boolean => status === 401 || status === 403;

/** Who could read a resource before it was updated can read it after (4.2). */
export const updatedReads = holds(
  '4.2/any-one-scope-suffices',
  'a resource that was updated, read by the holder of another listed scope',
  {
    phase: 'races',
    minimum: () => 0,
    check: async (on) => {
      const survivor = (await unlessInconclusive(siblings(on)))?.survivor;
      await on.until('late');
      if (survivor === undefined || !survivor.otherwise.succeeded) return;
      const { own } = survivor;
      if (!isRefused(await readOtherwiseAgain(on, own))) return on.held();
      const shown: Exchange[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const [before, refused, after] = [
          await readOwn(on, own),
          await readOtherwise(on, own),
          await readOwn(on, own),
        ];
        if (!before.succeeded || !isRefused(refused) || !after.succeeded)
          return on.undecided('flaky', 'another reader was refused once, and not every time', {
            exchanges: [refused],
          });
        shown.push(before, refused);
      }
      on.violated({
        expected: `${shown.at(-1)?.caller.label ?? ''} to be let in, as before the resource was updated`,
        got: shown.at(-1)?.label ?? '',
        exchanges: [survivor.otherwise, ...shown.slice(-2)],
        reproduced: `${rounds}/${rounds}`,
      });
    },
  },
);
