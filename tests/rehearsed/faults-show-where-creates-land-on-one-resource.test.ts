import { describe, expect, test } from 'vitest';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { plan } from '../../config/plan.ts';
import { faults, referenceProfile } from '../../faults/catalogue.ts';
import { isAdmissible, rehearseFaultWidely } from '../support/fault-expectations.ts';
import { falseAlarms } from '../support/rehearsed-habits.ts';

const choice = 'create-lands-on-one-resource';
const profile = { ...referenceProfile, create: { mode: 'upsert' } } as const;

/** Habits that shake what one resource for all checks rests on: lags, odd versions, 202s, losses, locks. */
const habits = [
  [],
  ['reads-lag-1000-ms', 'versions-shown-with-exponent'],
  ['creates-answer-202-with-the-resource', 'deletes-answer-202-with-the-resource', 'no-ops-keep-the-version'],
  ['connections-dropped-after-serving', 'versions-hash-the-content'],
  ['updates-lock-their-resource', 'versions-as-text-understood'],
];

/** A fault each, and the clause that it has to break. */
const broken = [
  ['read-in-an-envelope', '4.2/answers-with-a-resource'],
  ['queries-switch-between-versions', '4.2/version-rests-without-writes'],
  ['read-refuses-view-test', '4.2/any-one-scope-suffices'],
  ['read-by-key-shows-its-first-state', '4.3/names-the-resource-of-that-key'],
  ['read-by-key-open-without-scope', '4.3/refused-to-no-scope'],
  ['head-answers-404-on-a-match', '4.5/200-on-match'],
  ['head-open-to-any-bearer', '4.5/refused-to-unknown-token'],
  ['version-never-checked', '4.10/conflict-on-mismatch'],
  ['former-versions-accepted', '4.10/stale-version-conflicts'],
  ['conflict-applied-nevertheless', '4.10/conflict-has-no-effect'],
  ['conflict-moves-the-version', '4.10/conflict-has-no-effect'],
  ['matching-version-conflicts', '4.10/matching-version-is-accepted'],
  ['delete-does-nothing', '4.11/has-an-effect'],
  ['refused-delete-performed', '4.11/refused-delete-has-no-effect'],
  ['delete-open-to-view-test', '4.11/refused-to-other-scopes'],
  ['only-the-first-scope-counts', 'Authentication/further-scopes-do-no-harm'],
  ['scope-key-compared-by-prefix', 'Authentication/scopes-are-exact-for-writes'],
] as const;

function evidenceFor(id: string): readonly string[] {
  return plan.evidence.filter(({ clause }) => clause === id).map(({ name }) => name);
}

describe('if creates update one resource', () => {
  test.each(habits.map((names) => [names.join(', ') || 'no other habit', names] as const))(
    '%s: no clause fails',
    async (_, names) => {
      const rehearsed = await rehearse({ plan, choices: [choice, ...names], profile, seed: 7 });
      expect(falseAlarms(rehearsed)).toEqual([]);
    },
  );

  test.each(broken)('%s breaks %s', async (name, clause) => {
    const fault = faults.find((one) => one.name === name);
    if (fault === undefined) throw new Error(`no fault is named ${name}`);
    const selected = new Set([clause, ...evidenceFor(clause)]);
    const { judgements } = await rehearseFaultWidely(fault, { choices: [choice], profile, selected });
    const failed = [...judgements].flatMap(([id, { verdict }]) => (verdict === 'fail' ? [id] : []));
    expect(failed).toContain(clause);
    expect(failed.filter((id) => !isAdmissible(fault, id))).toEqual([]);
  });
});
