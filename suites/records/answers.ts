import { operation } from '../../contract/endpoints.ts';
import type { RecordEndpoint } from '../../contract/traits.ts';
import { misshapenIn } from '../../judging/answers/flawed-bodies.ts';
import type { ClauseText } from '../../clause/clause.ts';
import type { Statement } from '../../clause/section.ts';
import { deviationsAt, valueIn } from '../../judging/answers/deviations-at.ts';
import { acceptedPost, recordSupply, sendPost } from './posts.ts';
import { surveyedRecords, type Surveyed } from './survey-posts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeEveryTime } from '../../judging/confirm.ts';

/** Every successful answer to a record has the shape shown, and at least one of them shows something of it. */
export function answersHaveTheirShape(
  name: RecordEndpoint,
  text: ClauseText & { readonly shape: string },
): Statement<Stage> {
  const { shape, ...statement } = text;
  return {
    sends: `${operation(name)} with records of many forms`,
    ...statement,
    phase: 'overwrites',
    check: async (on) => {
      const empty = (await surveyedRecords(on, name)).find(
        ({ exchange }) => exchange.succeeded && exchange.body.length === 0,
      );
      if (empty !== undefined) await judgeEmpty(on, name, empty);
      await on.until('end');
      judgeRecorded(on, name, { shape, isEmptyJudged: empty !== undefined });
    },
  };
}

/** An answer without a body counts when the identical request gets none three times. */
async function judgeEmpty(on: Stage, name: RecordEndpoint, { post, exchange }: Surveyed): Promise<void> {
  const { caller } = await acceptedPost(on, name);
  await judgeEveryTime(on, {
    seen: exchange,
    probe: () => sendPost(on, name, post, caller),
    deviates: ({ succeeded, body }) => succeeded && body.length === 0,
    words: {
      expected: 'a body',
      deviation: 'a record was answered without a body',
      got: `${exchange.label} without a body`,
      as: { kind: 'no-body' },
    },
  });
}

function judgeRecorded(
  on: Stage,
  name: RecordEndpoint,
  { shape, isEmptyJudged }: { readonly shape: string; readonly isEmptyJudged: boolean },
): void {
  const record = on.world.bodies.successes(name);
  const bad = [
    ...misshapenIn(record),
    ...deviationsAt(on, name, ['ObjectTypeProperty', 'ArrayItem', 'DateExamples']).map((one) => ({
      ...valueIn(one),
      got: `${one.field} ${JSON.stringify(one.got) ?? ''}`,
    })),
  ];
  for (const flawed of bad) on.violatedWith({ expected: shape, ...flawed });
  if (bad.length > 0 || record.bodies === 0) return;
  if (record.empty.length > 0 && !isEmptyJudged)
    on.undecided('flaky', 'some records were answered without a body, and others with one', {
      deviated: true,
    });
  if (record.json > record.vacuous) on.held();
  else on.undecided('vacuous-body', 'no answer shows any documented member', { supply: recordSupply(name) });
}
