import { describe, expect, test } from 'vitest';
import { faults } from '../../../faults/catalogue.ts';
import { hashText } from '../../../run/random.ts';
import { rowsPlayed } from '../../support/played-rows.ts';
import { rehearseUnder } from '../../support/disturbances/rehearsed-disturbance.ts';
import type { Disturbance } from '../../support/disturbances/disturbance.ts';
import { disturbances } from '../../support/disturbances/disturbances.ts';

/** Faults that plain checks show, thirty of them, of all parts of the contract. */
const thirty = faults
  .filter(({ breaks, needs, depth, unseenBecause }) => {
    return breaks !== undefined && needs === undefined && depth === undefined && unseenBecause === undefined;
  })
  .toSorted((a, b) => hashText(`weather ${a.name}`) - hashText(`weather ${b.name}`))
  .slice(0, 30)
  .map(({ name }) => name);

/** One of each kind of weather. */
const kinds =
  /expires? at request (200|900|1200)$|rotated now|700 ms$|at request 1000$|each 20 ms|lags 500|resets|50[23]|50 a|up to/;

/** Nobody is granted access any more when most is still to come: what it would have shown cannot fail. */
const endsTheRun = ({ name }: Disturbance): boolean => /^all tokens expire at request (200|900)$/.test(name);

const stillFailing = 0.8;
const among = disturbances.filter(({ name }) => kinds.test(name));

describe('thirty faults', () => {
  test.each(rowsPlayed({ table: 'weathers of faults', rows: among, nameOf: ({ name }) => name, oneIn: 120 }))(
    'never conform, and most of them fail, while $name',
    async (weather) => {
      const verdicts = new Map<string, string>();
      for (const fault of thirty)
        verdicts.set(fault, (await rehearseUnder(weather, { faults: [fault] })).statement.verdict);
      expect([...verdicts].filter(([, verdict]) => verdict === 'CONFORMANT')).toEqual([]);
      const failing = [...verdicts.values()].filter((verdict) => verdict === 'NON-CONFORMANT').length;
      if (!endsTheRun(weather)) expect(failing / thirty.length).toBeGreaterThanOrEqual(stillFailing);
    },
  );
});
