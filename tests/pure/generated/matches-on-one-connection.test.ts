import { expect, test } from 'vitest';
import { matchesOnOneConnection } from '../../../properties/mismatches/matches-after-writes.ts';
import { outlineOf } from '../../support/stages/judged-stage.ts';
import { propertyStage, statedIn } from '../../support/stages/property-stage.ts';

/** Judges a server that answers 409 to the update after a refused one, as often as that. */
async function judged(broken: (time: number) => boolean) {
  let afterRefused = false;
  let time = 0;
  const stage = propertyStage({
    answer: (name, _id, _at, { json }) => {
      if (name !== 'update') return undefined;
      const isFar = Number(statedIn({ ask: { json } } as never)) > 1_000;
      const isBroken = afterRefused && !isFar && broken((time += 1));
      afterRefused = isFar;
      return isBroken ? [409] : undefined;
    },
  });
  await matchesOnOneConnection.check(stage.on);
  return outlineOf(stage.told);
}

test('the actual version is accepted on a connection on which another version was refused', async () => {
  expect(await judged(() => false)).toEqual(['held']);
});

test('a 409 to the actual version each time is a violation', async () => {
  expect(await judged(() => true)).toEqual(['violated']);
});

test('a 409 to it sometimes leaves the clause undecided', async () => {
  expect(await judged((time) => time === 1)).toEqual(['undecided: flaky']);
});
