import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { faults } from '../../../faults/catalogue.ts';
import { alsoBroken } from '../../../faults/also-broken.ts';

const taught = plan.sections.flatMap(({ clauses }) =>
  clauses.flatMap(({ id, level, causes }) => (causes === undefined ? [] : [{ id, level, causes }])),
);

describe('likely causes', () => {
  test('are questions, a few for each clause, without repetition', () => {
    const wrong = taught.filter(
      ({ causes }) =>
        causes.length > 6 ||
        new Set(causes).size < causes.length ||
        causes.some((cause) => !/^[A-Z].*\?$/.test(cause)),
    );
    expect(wrong).toEqual([]);
    expect(taught.length).toBeGreaterThan(60);
  });

  test('exist only if a fault has shown them', () => {
    const broken = new Set([...faults.map(({ breaks }) => breaks), ...Object.keys(alsoBroken)]);
    const untaught = taught.filter(({ id, level }) => level === 'MUST' && !broken.has(id));
    expect(untaught.map(({ id }) => id)).toEqual([]);
  });
});
