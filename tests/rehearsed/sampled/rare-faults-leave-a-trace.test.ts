import { describe, expect, test } from 'vitest';
import { drawn } from '../../support/sampling.ts';
import { explained } from '../../support/rare/explained.ts';
import { playRare, rareRows } from '../../support/rare/rare-rows.ts';

const reasons = new Map(Object.entries(explained));
const rows = rareRows.filter(({ title, fault }) => !reasons.has(title) && !reasons.has(fault.name));

describe('a fault that acts at times', () => {
  test.each(drawn('rare faults', rows, ({ title }) => title, 200))(
    'fails a run, or leaves a trace: $title',
    async (row) => {
      const { acted, verdict, traces } = await playRare(row);
      if (verdict === 'CONFORMANT' && traces.length === 0) expect(acted).toEqual([]);
    },
  );

  test('and is explained is one of them', () => {
    const names = new Set(rareRows.flatMap(({ title, fault }) => [title, fault.name]));
    expect([...reasons.keys()].filter((name) => !names.has(name))).toEqual([]);
  });
});
