import type { NamesWith } from '../../contract/traits.ts';
import type { Stage } from '../../implementation/stage.ts';
import { emptyOf, misshapenIn } from './flawed-bodies.ts';
import { valueIn } from './deviations-at.ts';

/** Judges all successful answers of an endpoint whose one response is ExampleResource, as the run recorded them. */
export function judgeResourceAnswers(on: Stage, name: NamesWith<'response', 'ExampleResource'>): void {
  const record = on.world.bodies.successes(name);
  if (record.judged === 0) return on.discarded('premise-failed', 'no request of this kind succeeded');
  const bad = [
    ...emptyOf(record.empty),
    ...misshapenIn(record),
    ...on.world.bodies
      .field('ExampleResource.version')
      .deviations.filter((one) => one.endpoint === name && one.got === undefined && one.grade === 'violation')
      .map((one) => ({ ...valueIn(one), got: 'no version' })),
  ];
  for (const flawed of bad) on.violatedWith({ expected: 'an ExampleResource', ...flawed });
  if (bad.length === 0) on.held();
}
