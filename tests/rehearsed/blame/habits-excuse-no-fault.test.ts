import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { choices, faults, referenceWith } from '../../../faults/catalogue.ts';
import type { DeclaredProfile } from '../../../faults/fault.ts';
import { shownMethods } from '../../support/rehearsed-habits.ts';

/** A habit that a run learns to work with, and faults beside it that it must not excuse. */
interface Row {
  readonly choice: string;
  readonly faults: readonly string[];
  /** It decides all that the reference without it decides. */
  readonly isWhole?: false;
  /** What has to be declared before any of the faults counts. */
  readonly declared?: DeclaredProfile;
}

const rows: readonly Row[] = [
  { choice: 'strangers-sent-to-a-login', faults: ['create-takes-scopes-without-project', 'unauthenticated-delete-performed', 'refused-put-performed', 'collection-refuses-view-test'] },
  { choice: 'refusals-as-a-page', faults: ['create-takes-scopes-without-project', 'refused-delete-performed', 'mismatch-uncaught'] },
  { choice: 'at-most-25-creates-in-ten-seconds', faults: ['refused-create-performed', 'mismatch-uncaught', 'create-takes-scopes-without-project'] },
  { choice: 'first-reads-move-the-version', faults: ['conflict-moves-the-version', 'mismatch-uncaught'] },
  { choice: 'reads-count-in-the-version', faults: ['former-versions-accepted', 'newer-version-accepted', 'conflict-applied-nevertheless'] },
  { choice: 'queries-count-in-the-version', faults: ['former-versions-accepted', 'refused-put-performed'] },
  { choice: 'versions-move-with-time', faults: ['refused-delete-performed', 'unauthenticated-delete-performed'], isWhole: false },
  { choice: 'keys-are-indexed-every-1500-ms', faults: ['read-by-key-not-found', 'read-by-key-loses-updated-resources', 'read-by-key-needs-an-encoded-sign'], declared: { resource: { keySource: 'body:/key' } } },
]; // prettier-ignore

async function judged({ choice, declared }: Row, fault?: string) {
  const profile = choices.find(({ name }) => name === choice)?.profile;
  return await rehearse({
    plan,
    profile: { ...shownMethods, ...profile, ...declared },
    reference: referenceWith({ faults: fault === undefined ? [] : [fault], choices: [choice] }),
  });
}

describe('a habit', () => {
  test.each(rows)('costs no clause: $choice', async (row) => {
    const { judgements } = await judged(row);
    const spoilt = [...judgements].filter(
      ([, { verdict }]) => verdict === 'fail' || (verdict === 'inconclusive' && row.isWhole !== false),
    );
    expect(spoilt.map(([id, { reason }]) => [id, reason?.text])).toEqual([]);
    expect(judgements.get('4.11/refused-delete-has-no-effect')?.verdict).toBe('pass');
  });

  test.each(rows.flatMap((row) => row.faults.map((fault) => ({ ...row, fault }))))(
    '$choice does not excuse $fault',
    async ({ fault, ...row }) => {
      const broken = faults.find(({ name }) => name === fault);
      const { judgements } = await judged(row, fault);
      expect(judgements.get(broken?.breaks ?? '')?.verdict).toBe('fail');
    },
  );
});
