import { expect, test } from 'vitest';
import { faults } from '../../../faults/catalogue.ts';
import { differencesIn } from '../../differ/differences.ts';
import { families, type Family } from '../../differ/families.ts';
import { recordRow } from '../../differ/recorded-row.ts';
import { verdictRows } from '../../support/verdicts/verdict-rows.ts';

const [fault] = faults.filter(({ breaks }) => breaks === 'General/shown-responses-are-json');
const clause = fault?.breaks ?? '';

async function recorded(name: string) {
  const row = verdictRows.find((one) => one.name === name);
  if (row === undefined) throw new Error(`no run is called ${name}`);
  return await recordRow(row);
}

/** A judge that says of one clause that it is kept, whatever was answered. */
const blind = ({ has, judge, name }: Family): Family => ({
  name,
  has,
  judge: async (tape) => new Map([...(await judge(tape)), [clause, 'pass']]),
});

test.each(families.map((family) => [family.name, family] as const))(
  'the judge of %s agrees with the judge of today, and a wrong sentence in it is found',
  async (_name, family) => {
    const { verdicts: was, tape } = await recorded(`fault ${fault?.name}`);
    const by = async ({ has, judge }: Family) => differencesIn('it', was, { now: await judge(tape), has });
    expect(was.get(clause)).toBe('fail');
    expect(await by(family)).toEqual([]);
    expect(await by(blind(family))).toEqual([{ row: 'it', clause, was: 'fail', now: 'pass' }]);
  },
);
