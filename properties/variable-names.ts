import { says } from '../wire/status.ts';
import type { Exchange } from '../history/exchange.ts';
import { askEachName, askNames, judgeName } from '../judging/parameters/pattern-names.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { variableName } from './arbitraries/query-pairs.ts';
import { checkCases, heldUnless, type Failing } from './checked-cases.ts';
import { drawn } from './drawn-cases.ts';

/** The most executions that shrink a refused name; each is one request. */
const mostExecutions = 24;

/** Every name of the pattern is accepted like any other (4.12). */
export const variableNames = holds(
  '4.12/names-of-the-pattern-are-taken-alike',
  'names of the pattern var. followed by one to eight letters and digits',
  {
    phase: 'quiet',
    minimum: (reach) => reach,
    check: async (on) => {
      // Short names recur, so the run draws four times as many to get this many different names.
      const cases = { kinds: [variableName()], seed: on.seed, count: 4 * on.reach };
      const all = drawn(variableName(), cases.seed, cases.count).map(({ value }) => value);
      const names = [...new Set(all)].slice(0, on.reach);
      // One request for all of them; a check would send one each.
      if (on.drawnAgain === undefined && (await askNames(on, 'sorted', names)).succeeded)
        return on.held(names.length);
      const alone = await askEachName(on, 'sorted', names);
      if (alone === undefined) return;
      const isMine = (run: number): boolean =>
        all.indexOf(all[run] ?? '') === run && names.includes(all[run] ?? '');
      await checkCases(on, { ...cases, isMine }, async ({ value }) => {
        const answer = alone.answers.get(value) ?? (await askNames(on, 'sorted', [value]));
        return heldUnless(on, answer, says(answer, 'invalid', 'fault'), () =>
          refusedName(on, { first: value, seen: answer, accepted: alone.accepted }),
        );
      });
    },
  },
);

function refusedName(
  on: Stage,
  { first, seen, accepted }: { readonly first: string; readonly seen: Exchange; readonly accepted: string },
): Failing<string> {
  return {
    executions: mostExecutions,
    fails: async (name) => says(await askNames(on, 'sorted', [name]), 'invalid', 'fault'),
    report: ({ value: one, seed, path }) =>
      judgeName(
        on,
        'sorted',
        { one, accepted, seen: one === first ? seen : undefined },
        { seed, path, counterexample: one },
      ),
  };
}
