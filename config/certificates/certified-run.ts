import { isDeepStrictEqual } from 'node:util';
import type { Profile } from '../../clause/profile.ts';
import type { Plan } from '../../implementation/plan.ts';
import { depths } from '../../run/options.ts';
import type { Tape } from '../../tape/tape.ts';
import type { Told } from '../runs/tapes/recorded-run.ts';
import { statedTests } from '../runs/tapes/stated-tests.ts';
import { runOptions } from '../runs/run-equipment.ts';

/** The properties of a certified run; the first that a run lacks. */
export function lackOf(
  { said, options, opened, heldAgainst }: Told,
  tape: Tape,
  {
    plan,
    profile,
    suite,
  }: { readonly plan: Plan; readonly profile: Profile; readonly suite: Told['said']['suite'] },
): string | undefined {
  const titles = new Set(statedTests(plan, runOptions(options)).map(({ title }) => title));
  const isWhole = opened.length === titles.size && opened.every((title) => titles.has(title));
  const mustHold: readonly (readonly [string, boolean])[] = [
    ['the tape is of an earlier format', tape.head.tape === 2],
    ['the suite is another', isDeepStrictEqual(said.suite, suite)],
    ['the tape was changed after it was written', !tape.isChanged],
    ['the tape ends early', tape.cut === undefined],
    [
      'more was hidden on the tape than from the run (a secret that the server sent back, or a short secret)',
      tape.hidden.length === 0,
    ],
    ['clauses were left out', isWhole],
    ['the depth is not the depth of certificates', isDeepStrictEqual(options.depth, depths.certify)],
    ['evidence was withheld', options.evidence === 'full'],
    ['the run only read', !options.readOnly],
    ['only one case was played', options.drawnAgain === undefined],
    ['the run was compared with another report', Object.keys(heldAgainst ?? {}).length === 0],
    ['incomplete was allowed', !said.allowIncomplete],
    ['it was a part of a run', said.shard === undefined],
    ['the profile is another', isDeepStrictEqual(options.profile, profile)],
  ];
  return mustHold.find(([, holds]) => !holds)?.[0];
}
