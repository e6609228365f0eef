import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse, type Rehearsed } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';

const about = /^(?:4\.10|4\.5|Versioning)\//;

/** What only a change can show: the property, or what a change to it provokes. */
const ofChanges = [
  '4.10/actions-in-order',
  '4.10/matching-version-is-accepted',
  '4.10/state-moves-the-version',
  'Versioning/states-differ-in-version',
];
const ofDoSomeThing = ['4.10/do-something-needs-no-fields', '4.10/matching-version-is-accepted'];

/** An action that is answered so, and the clauses that stay undecided for it. */
const shut: readonly (readonly [string, readonly string[]])[] = [
  ['update-fails-on-change-some-property', ofChanges],
  ['update-refuses-change-some-property', ofChanges],
  ['update-fails-on-do-some-thing', ofDoSomeThing],
  ['update-refuses-do-some-thing', ofDoSomeThing],
];

/** What the other action shows as well. */
const shown: readonly (readonly [string, string])[] = [
  ['version-never-checked', '4.10/conflict-on-mismatch'],
  ['mismatch-answered-400', '4.10/conflict-on-mismatch'],
  ['former-versions-accepted', '4.10/stale-version-conflicts'],
  ['version-compared-as-text', '4.10/equal-numbers-are-one-version'],
  ['window-of-5-ms-between-check-and-write', '4.10/one-winner'],
];

const whole = (...faults: readonly string[]): Promise<Rehearsed> =>
  rehearse({ plan, faults, profile: referenceProfile });

const clauses = plan.sections.flatMap((section) => section.clauses);
const musts = new Set<string>(clauses.filter(({ level }) => level === 'MUST').map(({ id }) => id));

describe('if one known action is disabled', () => {
  test.each(shut)('%s leaves undecided only clauses that need it', async (name, undecided) => {
    const { judgements } = await whole(name);
    const open = [...judgements]
      .filter(([id, { verdict }]) => about.test(id) && ['inconclusive', 'not-tested'].includes(verdict))
      .map(([id]) => id);
    expect(open.filter((id) => musts.has(id)).toSorted()).toEqual(undecided.toSorted());
  });

  const refused = shut.filter(([name]) => name.includes('refuses'));
  test.each(refused.flatMap(([name]) => shown.map(([fault, clause]) => [name, fault, clause] as const)))(
    '%s does not hide %s',
    async (name, fault, clause) => {
      const { judgements } = await whole(name, fault);
      expect(judgements.get(clause)?.verdict).toBe('fail');
    },
  );
});
