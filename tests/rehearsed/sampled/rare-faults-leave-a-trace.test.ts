import { describe, expect, test } from 'vitest';
import { drawn } from '../../support/sampling.ts';
import { onRecord } from '../../support/rare/on-record.ts';
import { playRare, rareRows } from '../../support/rare/rare-rows.ts';

const rows = rareRows.filter(({ title }) => onRecord.has(title));

describe('a fault that acts at times', () => {
  test.each(drawn('rare faults', rows, ({ title }) => title, 20))(
    'fails a run, or leaves a trace: $title',
    async (row) => {
      const { acted, verdict, traces } = await playRare(row);
      const isSeen = acted === 0 || verdict !== 'CONFORMANT' || traces.length > 0;
      expect({ isSeen, acted, verdict }).toEqual({ isSeen: true, acted, verdict });
    },
  );

  test('and is on record is one of them', () => {
    const titles = new Set(rareRows.map(({ title }) => title));
    expect([...onRecord].filter((title) => !titles.has(title))).toEqual([]);
  });
});
