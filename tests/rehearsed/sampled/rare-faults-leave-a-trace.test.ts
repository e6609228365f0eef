import { describe, expect, test } from 'vitest';
import { drawn } from '../../support/sampling.ts';
import { knownLeaks } from '../../support/rare/leaks.ts';
import { playRare, rareRows } from '../../support/rare/rare-rows.ts';

const rows = rareRows.filter(({ title }) => !knownLeaks.has(title));

describe('a fault that acts at times', () => {
  test.each(
    drawn(
      'rare faults',
      rows,
      ({ title }) => title,
      250,
      ({ fault }) => [fault.name],
    ),
  )('fails a run, or leaves a trace: $title', async (row) => {
    const { acted, verdict, traces } = await playRare(row);
    const isSeen = acted === 0 || verdict !== 'CONFORMANT' || traces.length > 0;
    expect({ isSeen, acted, verdict }).toEqual({ isSeen: true, acted, verdict });
  });

  test('that is known to leave none is one of them', () => {
    const titles = new Set(rareRows.map(({ title }) => title));
    expect([...knownLeaks].filter((title) => !titles.has(title))).toEqual([]);
  });
});
