import { operation } from '../../contract/endpoints.ts';
import type { RecordEndpoint } from '../../contract/traits.ts';
import { misshapenIn, type Flawed } from '../../judging/answers/flawed-bodies.ts';
import { claimOf } from '../../judging/answers/flawed-answers.ts';
import type { ClauseText } from '../../clause/clause.ts';
import type { Statement } from '../../clause/section.ts';
import { deviationsAt, valueIn } from '../../judging/answers/deviations-at.ts';
import type { Sentence } from '../../judge/sentence.ts';
import { acceptedPost, recordSupply, sendPost } from './posts.ts';
import { surveyedRecords } from './survey-posts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { confirmations, confirmRepeatedly } from '../../judging/confirm.ts';
import { saidOf } from '../../judging/said.ts';
import type { Exchange } from '../../history/exchange.ts';
import { alwaysEmpty } from '../../world/shapes/empty-answers.ts';
import type { World } from '../../world/world.ts';

/** Every successful answer to a record has the shape shown, and at least one of them shows something of it. */
export function answersHaveTheirShape(
  name: RecordEndpoint,
  text: ClauseText & { readonly shape: string },
): Statement<Stage> {
  const { shape, ...statement } = text;
  return {
    sends: `${operation(name)} with records of many forms`,
    ...statement,
    ...saidOf((on) => askEmptyAgain(on, name), ofShape(name, shape)),
  };
}

/** A request that was answered without a body is repeated: it counts if the identical request gets none three times. */
async function askEmptyAgain(on: Stage, name: RecordEndpoint): Promise<void> {
  const surveyed = await surveyedRecords(on, name);
  const isEmpty = ({ succeeded, body }: (typeof surveyed)[number]['exchange']): boolean =>
    succeeded && body.length === 0;
  const empty = surveyed.find(({ exchange }) => isEmpty(exchange));
  if (empty === undefined) return;
  const { caller } = await acceptedPost(on, name);
  const probe = () => sendPost(on, name, empty.post, caller);
  await confirmRepeatedly(on, { seen: empty.exchange, probe, deviates: isEmpty });
}

function ofShape(name: RecordEndpoint, expected: string): Sentence<Flawed | readonly Exchange[] | 'shown'> {
  const hasShown = ({ bodies }: World): boolean =>
    bodies.successes(name).json > bodies.successes(name).vacuous;
  const emptyEachTime = ({ history }: World) =>
    alwaysEmpty(history, name).filter((answers) => answers.length >= confirmations);
  return {
    each: (world) => [
      ...emptyEachTime(world).slice(0, 1),
      ...misshapenIn(world.bodies.successes(name)),
      ...deviationsAt(world, name, ['ObjectTypeProperty', 'ArrayItem', 'DateExamples']).map((one) => ({
        ...valueIn(one),
        got: `${one.field} ${JSON.stringify(one.got) ?? ''}`,
      })),
      'shown',
    ],
    owes: (one, world) => {
      if (one === 'shown') return hasShown(world) ? { met: 1 } : 'outside';
      if ('evidence' in one) return claimOf(name, expected, one);
      return {
        kind: 'ill-typed',
        at: name,
        expected: 'a body',
        got: `${one[0]?.label ?? ''} without a body`,
        deviation: { kind: 'no-body' },
        shown: { exchanges: one.slice(-1), reproduced: `${confirmations}/${confirmations}` },
      };
    },
    doubts: (world) => {
      const isEmptyAtTimes = world.bodies.successes(name).empty.length > 0;
      return isEmptyAtTimes
        ? [
            {
              code: 'flaky',
              text: 'some records were answered without a body, and others with one',
              deviated: true,
            },
          ]
        : [];
    },
    lack: ({ bodies }) => {
      if (bodies.successes(name).bodies === 0)
        return { code: 'premise-failed', text: 'no record was answered with a body' };
      return {
        code: 'vacuous-body',
        text: 'no answer shows any documented member',
        supply: recordSupply(name),
        isDoubt: true,
      };
    },
  };
}
