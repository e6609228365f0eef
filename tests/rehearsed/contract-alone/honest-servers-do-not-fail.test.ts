import { describe, expect, test } from 'vitest';
import { rowsPlayed } from '../../support/played-rows.ts';
import { judgeServer, serversOf } from '../../support/servers/contract-alone/served.ts';
import { clausesThat } from '../../support/whole-run.ts';

/** One of each folder, and more where state moves by itself: played whenever the file is. */
const always = [
  'honest/free/unique-values.mjs',
  'honest/moving/background-indexer.mjs',
  'honest/moving/cascade.mjs',
  'honest/refusing/always-400.mjs',
  'honest/timing/two-replicas.mjs',
];

const rows = serversOf('honest');

const drawn = rowsPlayed({
  table: 'honest servers',
  rows: rows.filter((path) => !always.includes(path)),
  nameOf: (path) => path,
  oneIn: 4,
});

describe('a server that was written only from the contract and conforms', () => {
  test.each([...always, ...drawn])('fails no clause: %s', async (path) => {
    const run = await judgeServer(path);
    expect(clausesThat('fail', run), run.text).toEqual([]);
    expect([0, 3], run.text).toContain(run.exitCode);
  });
});

test('each server that is always played exists', () => {
  expect(rows).toEqual(expect.arrayContaining(always));
});
