import { expect, test } from 'vitest';
import type { Tally } from '../../../../clause/judgement.ts';
import type { Sample } from '../../../../clause/sample.ts';
import type { Check } from '../../../../run/evidence/checks.ts';
import { SecondTurns } from '../../../../run/evidence/second-turns.ts';
import type { Memo } from '../../../../run/memo.ts';

const held: Sample = { kind: 'held' };
const lacking: Sample = { kind: 'discarded', reason: { code: 'premise-failed', text: 'no room' } };
const tallyOf = (...samples: readonly Sample[]): Tally => ({ samples });

/** Checks by their part, each with the samples of its first and of its second turn. */
async function taken(
  checks: readonly (readonly [part: string, first: Sample, second: Sample])[],
  { lackedRoom = true, mayGoOn = true } = {},
) {
  const log: string[] = [];
  const memos: Memo[] = [];
  const turns = new SecondTurns(
    { lackedRoom, clear: () => Promise.resolve(void log.push('clear')) },
    () => mayGoOn,
  );
  const tallies = checks.map(([part, first, second], at) => {
    const check = { name: `${part}/${at}`, clause: { part }, level: 'MUST', minimum: 1 } as Check<unknown>;
    return turns.expect(check, tallyOf(first), (memo) => {
      log.push(check.name);
      memos.push(memo);
      return Promise.resolve(tallyOf(second));
    });
  });
  await turns.takeAll();
  return { log, memos, decided: tallies.map((tally) => tally?.().samples[0]) };
}

test('a check that lacked room is executed again, and its decision counts', async () => {
  const { log, decided } = await taken([['4.7', lacking, held]]);
  expect(log).toEqual(['clear', '4.7/0']);
  expect(decided).toEqual([held]);
});

test('a check that decides nothing in its second turn keeps its first samples', async () => {
  const second: Sample = { kind: 'noise', text: 'nothing came' };
  expect((await taken([['4.7', lacking, second]])).decided).toEqual([lacking]);
});

test('a check that has decided comes once', async () => {
  expect(await taken([['4.7', held, held]])).toMatchObject({ log: [], decided: [undefined] });
});

test('if no create lacked room, no check is repeated', async () => {
  expect((await taken([['4.7', lacking, held]], { lackedRoom: false })).log).toEqual([]);
});

test('a run that is stopped or short of time leaves second turns out', async () => {
  const { log, decided } = await taken([['4.7', lacking, held]], { mayGoOn: false });
  expect(log).toEqual([]);
  expect(decided).toEqual([lacking]);
});

test('each part of the contract begins in an emptied store, and shares no resource with other parts', async () => {
  const { log, memos } = await taken([
    ['4.7', lacking, held],
    ['4.8', lacking, held],
    ['4.7', lacking, held],
  ]);
  expect(log).toEqual(['clear', '4.7/0', '4.7/2', 'clear', '4.8/1']);
  expect(memos[0]).toBe(memos[1]);
  expect(memos[2]).not.toBe(memos[0]);
});
