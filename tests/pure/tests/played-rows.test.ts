import { describe, expect, test } from 'vitest';
import { rowsPlayed, selectionOf, type LongTable } from '../../support/played-rows.ts';

const table: LongTable<number> = {
  table: 'numbers',
  rows: Array.from({ length: 200 }, (_, at) => at),
  nameOf: (row) => `row ${row}`,
  oneIn: 10,
};

describe('the rows of a long table', () => {
  test('are the fixed rows in the tests of every commit', () => {
    expect(rowsPlayed(table, 'fixed', { numbers: ['row 7', 'row 3'], others: ['row 1'] })).toEqual([3, 7]);
  });

  test('are the first row if no row is fixed', () => {
    expect(rowsPlayed(table, 'fixed', {})).toEqual([0]);
  });

  test('are a share of the rows in a night, the same for the same seed, plus the fixed rows', () => {
    const drawn = rowsPlayed(table, { seed: '2026-01-01' }, { numbers: ['row 3'] });
    expect(drawn.length).toBeGreaterThan(8);
    expect(drawn.length).toBeLessThan(40);
    expect(drawn).toContain(3);
    expect(rowsPlayed(table, { seed: '2026-01-01' }, { numbers: ['row 3'] })).toEqual(drawn);
    expect(rowsPlayed(table, { seed: '2026-01-02' }, { numbers: ['row 3'] })).not.toEqual(drawn);
  });

  test('are all rows when one test is named', () => {
    expect(rowsPlayed(table, 'all', {})).toHaveLength(200);
  });

  test('are refused if a fixed one does not exist', () => {
    expect(() => rowsPlayed(table, 'fixed', { numbers: ['row 200'] })).toThrow(
      'rows.json: no row of numbers is called row 200',
    );
  });

  test('are selected by the variable ROWS', () => {
    expect([undefined, 'fixed', 'all', 'night a b'].map(selectionOf)).toEqual([
      'fixed',
      'fixed',
      'all',
      { seed: 'a b' },
    ]);
    expect(() => selectionOf('some')).toThrow('ROWS: found some');
  });
});
