import { says } from '../wire/status.ts';
import { unlessInconclusive } from '../clause/thrown.ts';
import { readOtherwise } from '../implementation/resources/other-reads.ts';
import { readOtherwiseAgain } from '../suites/4.02/read-agreement.ts';
import { holds } from '../implementation/section.ts';
import { siblings } from '../judging/siblings.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import { judgeWithControl } from '../judging/confirm.ts';

/** A caller who could read a resource before an update can read it afterwards (4.2); one read checks this. */
export const updatedReads = holds(
  '4.2/any-one-scope-suffices',
  'a resource that was updated, read by the holder of another listed scope',
  {
    draws: false,
    phase: 'races',
    minimum: () => 0,
    check: async (on) => {
      const survivor = (await unlessInconclusive(siblings(on)))?.survivor;
      await on.until('late');
      if (survivor === undefined || !survivor.otherwise.succeeded) return;
      const { own } = survivor;
      const again = await readOtherwiseAgain(on, own);
      if (!says(again, 'denied')) return on.held();
      await judgeWithControl(on, {
        seen: again,
        control: () => readOwn(on, own),
        probe: () => readOtherwise(on, own),
        deviates: (one) => says(one, 'denied'),
        words: {
          expected: `${again.caller.label} to be granted access, as before the resource was updated`,
          deviation: 'another reader was denied access after the resource was updated',
        },
      });
    },
  },
);
