import { defined } from '../../../clause/defined.ts';
import { describe, expect, test } from 'vitest';
import { faults } from '../../../faults/catalogue.ts';
import { partOf, type Fault } from '../../../faults/fault.ts';
import { hashText } from '../../../run/random.ts';
import { isAdmissible, rehearseFaultWidely } from '../../support/fault-expectations.ts';
import { habitsOf } from '../../support/rehearsed-habits.ts';
import { rowsPlayed } from '../../support/played-rows.ts';

const broken = [
  'version-never-checked',
  'newer-version-accepted',
  'mismatch-answered-400',
  'conflict-applied-nevertheless',
  'former-versions-accepted',
  'matching-version-conflicts',
  'version-compared-as-text',
  'read-in-an-envelope',
  'read-shows-another-resource',
  'read-answers-null',
  'version-shown-as-text',
  'version-missing-on-read',
  'array-of-int-example-elements-as-text',
  'collection-is-null',
  'collection-integers-as-text',
  'delete-answers-a-flag',
  'delete-does-nothing',
  'create-fails-beyond-ascii',
  'update-not-implemented',
  'search-not-supported',
  'sorted-query-not-supported',
  'all-reads-open-without-token',
  'all-writes-open-to-view-test',
  'other-project-token-writes',
  'any-bearer-accepted',
  'cart-version-as-number-with-headers',
];

/** Habits under which a fault cannot be told from what is allowed: the run is not CONFORMANT, and blames nobody. */
const hiding: Readonly<Record<string, readonly string[]>> = {
  // Whose content is shown cannot be said where no content is.
  'read-shows-another-resource': ['posted-content-not-shown'],
  // No element of it is shown.
  'array-of-int-example-elements-as-text': ['posted-content-not-shown'],
  // What is deleted may have been made again by another create.
  'delete-does-nothing': ['some-creates-land-on-others'],
  // It may be seen at a resource that several creates were answered with, which blames nobody.
  'conflict-applied-nevertheless': ['some-creates-land-on-others'],
  // The member is not if the fault changes it, or there is no cart.
  'cart-version-as-number-with-headers': [
    'cart-inside-a-body-member',
    'no-cart-answers-204',
    'no-cart-answers-404',
  ],
  // Nothing else is ever heard of the search.
  'search-not-supported': ['search-has-to-be-paid-for'],
};

/** What a fault breaks under a habit, and under no other. */
const following: readonly { readonly fault: string; readonly habit: string; readonly clause: string }[] = [
  {
    // The version that a refused update has left shows for as long as reads lag, and is refused in its turn.
    fault: 'conflict-applied-nevertheless',
    habit: 'reads-lag-4500-ms',
    clause: 'Versioning/next-version-is-accepted',
  },
];

/** No token opens updates by id under these. */
const closed: readonly string[] = ['updates-hide-a-missing-scope', 'updates-hidden-as-unknown-paths'];

function hides(fault: Fault, habit: string): boolean {
  return hiding[fault.name]?.includes(habit) === true || (partOf(fault) === '4.10' && closed.includes(habit));
}

const cases = rowsPlayed({
  table: 'faults under habits',
  rows: broken.flatMap((name) => [1, 2].map((at) => [name, at * 1_000 + (hashText(name) % 997)] as const)),
  nameOf: (row) => row.join(' '),
  oneIn: 4,
});

describe('a fault shows under any habits', () => {
  test.each(cases)('%s, habits of seed %i', async (name, seed) => {
    const fault = faults.find((one) => one.name === name);
    if (fault === undefined) throw new Error(`no fault is named ${name}`);
    const { choices, options, profile, latencyMs } = habitsOf(seed);
    const { judgements, statement } = await rehearseFaultWidely(fault, {
      seed,
      choices,
      ...defined({ profile, options, latencyMs }),
    });
    const that = (verdict: string): readonly string[] =>
      [...judgements].flatMap(([id, judgement]) => (judgement.verdict === verdict ? [id] : []));
    if (choices.some((habit) => hides(fault, habit))) expect(statement.verdict).not.toBe('CONFORMANT');
    else expect(that('fail'), choices.join(', ')).not.toEqual([]);
    const follows = (id: string): boolean =>
      following.some((one) => one.fault === name && one.clause === id && choices.includes(one.habit));
    expect(that('fail').filter((id) => !isAdmissible(fault, id) && !follows(id))).toEqual([]);
    expect(that('error')).toEqual([]);
  });
});
