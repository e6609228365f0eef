import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Table } from '../../../proof/tables/table.ts';
import { drawnOrder } from '../../night/drawn-order.ts';
import { withFallen } from '../../night/fallen-rows.ts';
import { openNightLog } from '../../night/night-log.ts';
import { commandOf, markdownOf } from '../../night/surprises.ts';

const tableOf = (id: string, count: number): Table => ({
  id,
  title: id,
  about: id,
  names: () => Array.from({ length: count }, (_, at) => `${id} ${at}`),
  player: () => ({ script: new URL('file:///none'), ask: (name) => ({ name }) }),
  isMissed: () => false,
});

describe('the order of a night', () => {
  test('plays the same share of each table, whenever it ends', async () => {
    const order = await drawnOrder([tableOf('long', 100), tableOf('short', 10)], 'a');
    const half = order.slice(0, 55).map(({ table }) => table.id);
    expect(half.filter((id) => id === 'short')).toHaveLength(5);
  });

  test('follows from its seed', async () => {
    const namesFor = async (seed: string): Promise<readonly string[]> =>
      (await drawnOrder([tableOf('long', 100)], seed)).map(({ name }) => name);
    expect(await namesFor('a')).toEqual(await namesFor('a'));
    expect(await namesFor('a')).not.toEqual(await namesFor('b'));
    expect((await namesFor('b')).toSorted()).toEqual((await namesFor('a')).toSorted());
  });
});

describe('rows that failed in a night', () => {
  test('become fixed rows, each once', () => {
    const fallen = [
      { table: 'habits', name: 'a-habit', ending: 'alarm: 4.2/x', isSurprise: true },
      { table: 'habits', name: 'a-habit', ending: 'alarm: 4.2/x', isSurprise: true },
      {
        table: 'test-files',
        name: 'tests/processes/a.test.ts',
        ending: 'failed: a > b 12 (row of kills: 12) | another > one',
        isSurprise: true,
      },
      { table: 'judge-mutants', name: 'draw 1', ending: 'otherwise: x', isSurprise: true },
    ];
    expect(withFallen({ kills: ['3'] }, fallen)).toEqual({ habits: ['a-habit'], kills: ['12', '3'] });
  });

  test('are reported as commands that replay each alone', () => {
    const row = { table: 'habits', name: "it's odd", ending: 'alarm: `x`', isSurprise: true };
    const command = String.raw`npm run test:night -- --seed 2026-01-01 --table habits --row 'it'\''s odd'`;
    expect(commandOf('2026-01-01', row)).toBe(command);
    expect(markdownOf('2026-01-01', [row])).toContain(command);
    expect(markdownOf('2026-01-01', [])).toBe('The night of 2026-01-01 had no surprises.\n');
  });
});

test('a night continues where it was interrupted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'night-log-'));
  try {
    openNightLog('a/b', folder).add({ table: 'habits', name: 'x', ending: 'no alarm', isSurprise: false });
    const again = openNightLog('a/b', folder);
    expect(again.has('habits', 'x')).toBe(true);
    expect(again.has('habits', 'y')).toBe(false);
    expect(openNightLog('c', folder).ended()).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
