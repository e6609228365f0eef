import { isOneForAll } from '../../implementation/learnt.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { keyedResource } from '../../implementation/keys/keyed-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Sentence } from '../../judge/sentence.ts';
import { deviationsAt, valueIn } from '../../judging/answers/deviations-at.ts';
import { claimOf } from '../../judging/answers/flawed-answers.ts';
import { lastAnswer } from '../../world/operations/last-answer.ts';
import { isAnsweredAsById, sameMembers } from '../../world/resources/reads-by-key.ts';
import type { RecordedDeviation } from '../../world/shapes/recorded.ts';
import { changedPair } from './changed-key.ts';
import { readUntilFound } from './key-reads.ts';

/** Reads a resource by its key and by its id, after its create and after a change. */
export async function readBothWays(on: Stage): Promise<void> {
  const keyed = await keyedResource(on);
  const [byId, byKey] = await Promise.all([readOwn(on, keyed.own), readUntilFound(on, keyed)]);
  if (!byKey.succeeded || !sameMembers(byId, byKey)) return;
  if (keyed.canary === '' || isOneForAll(on.facts)) return;
  await unlessInconclusive(changedPair(on, keyed));
}

/** An answer by key is an ExampleResource if it has the members of one: the contract shows no other form. */
export const keyedAnswersAreResources: Sentence<RecordedDeviation | 'as by id'> = {
  each: (world) =>
    isAnsweredAsById(world)
      ? [
          'as by id',
          ...deviationsAt(world, 'readByKey', ['ExampleResource', 'ObjectTypeProperty', 'ArrayItem']),
        ]
      : [],
  owes: (one) =>
    one === 'as by id' ? { met: 1 } : claimOf('readByKey', `${one.field}: ${one.expected}`, valueIn(one)),
  lack: ({ history }) => {
    const [byId, byKey] = [lastAnswer(history, 'readById'), lastAnswer(history, 'readByKey')];
    if (byId?.succeeded !== true || byKey?.succeeded !== true)
      return {
        code: 'premise-failed',
        text: `the reads were answered ${byId?.label ?? 'by nothing'} and ${byKey?.label ?? 'by nothing'}`,
      };
    return {
      code: 'variant-unshown',
      text: 'the answer by key has other members than the answer by id',
      supply: '"byKey": {"variants": [<a JSON Schema of each further body>]}',
    };
  },
};
