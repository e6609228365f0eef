import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { faults, referenceWith } from '../../../faults/catalogue.ts';
import { shownMethods } from '../../support/rehearsed-habits.ts';
import { circumstances, type CircumstanceName } from '../../../world/circumstances/stances.ts';
import { disturbances } from '../../support/disturbances/disturbances.ts';
import { passingStatuses } from '../../support/disturbances/passing-statuses.ts';
import { rehearseUnder } from '../../support/disturbances/rehearsed-disturbance.ts';

/** What shows a circumstance, and a fault that it must not excuse. */
interface Row {
  readonly choice?: string;
  /** Whether the choice is declared: undeclared, the circumstance leaves its clause undecided. */
  readonly declared?: boolean;
  readonly weather?: RegExp;
  readonly fault: string;
  /** What is said of it if it is seen. */
  readonly told: RegExp;
}

const rows: Readonly<Record<Exclude<CircumstanceName, 'number beyond reading'>, Row>> = {
  'page in between': { weather: /^1 % are answered 200 with a page$/, fault: 'newer-version-accepted', told: /were a page/ }, // prettier-ignore
  'limit by pace': { weather: /^5 in 100 ms, then 449$/, fault: 'newer-version-accepted', told: /a limit of pace/ }, // prettier-ignore
  weather: { weather: /^1 % are answered 400 in place of their work$/, fault: 'newer-version-accepted', told: /came out right on a second request/ }, // prettier-ignore
  'refusal in an envelope': { choice: 'refusals-in-an-envelope', declared: true, fault: 'create-takes-scopes-without-project', told: /^$/ }, // prettier-ignore
  'null for a value': { choice: 'nulls-declared', fault: 'cent-amount-as-text', told: /is null at/ },
  'unsigned integer': { choice: 'int32-shown-unsigned', fault: 'int32-as-text', told: /whether .*Int32 has a right value/ }, // prettier-ignore
};

const all = [...disturbances, ...passingStatuses];

async function judged({ choice, declared = false, weather }: Row, fault?: string) {
  const named = choice === undefined ? [] : [choice];
  const given = { plan, faults: fault === undefined ? [] : [fault] };
  if (weather === undefined && declared) return await rehearse({ ...given, choices: named });
  // Who is not told what the reference has chosen has to find it out.
  if (weather === undefined)
    return await rehearse({
      plan,
      profile: shownMethods,
      reference: referenceWith({ ...given, choices: named }),
    });
  const one = all.find(({ name }) => weather.test(name));
  if (one === undefined) throw new Error(`there is no weather ${String(weather)}`);
  return await rehearseUnder(one, given);
}

describe('a circumstance', () => {
  test('has a row, except a number that no server shows', () => {
    expect(Object.keys(rows).toSorted()).toEqual(Object.keys(circumstances).filter((name) => name !== 'number beyond reading').toSorted()); // prettier-ignore
  });

  test.each(Object.entries(rows))('%s is listed, and no violation is reported for it', async (_name, row) => {
    const { judgements, record } = await judged(row);
    const failed = [...judgements].filter(([, { verdict }]) => verdict === 'fail').map(([id]) => id);
    expect(failed).toEqual([]);
    const said = [...(record.weather?.events ?? []), ...[...judgements.values()].map(({ reason }) => reason?.text ?? '')];
    expect(said.filter((text) => row.told.test(text)).length).toBeGreaterThan(0);
  }); // prettier-ignore

  test.each(Object.entries(rows))('%s does not excuse a concurrent fault', async (_name, row) => {
    const broken = faults.find(({ name }) => name === row.fault);
    const { judgements } = await judged(row, row.fault);
    expect(judgements.get(broken?.breaks ?? '')?.verdict).toBe('fail');
  });
});
