import { expect, test } from 'vitest';
import { missedConflicts } from '../../../properties/mismatches/missed-conflicts.ts';
import { outlineOf } from '../../support/stages/judged-stage.ts';
import { propertyStage } from '../../support/stages/property-stage.ts';
import { answered } from '../../support/stages/scripted-stage.ts';

test('mismatches without a conflict are not forgotten if other mismatches get a late conflict', async () => {
  const { on, told, missed } = propertyStage(
    {},
    {
      stage: {
        until: (phase) => {
          if (phase !== 'end') return Promise.resolve();
          missed.push({
            probe: { label: 'far', version: '7919', far: true },
            exchange: answered([404]),
            aimed: '1',
            actions: [],
            isAlone: true,
          });
          return Promise.resolve();
        },
      },
    },
  );
  await missedConflicts.check(on);
  expect(outlineOf(told)).toEqual(['undecided: flaky']);
});
