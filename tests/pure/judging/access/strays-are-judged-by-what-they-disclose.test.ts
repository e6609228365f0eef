import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import { judgeStrayGrants } from '../../../../judging/access/stray-grants.ts';
import { judgedStage, outlineOf } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';

const tokens = [{ label: 'A', scopes: ['manage_test:demo'] }] as const;
const resource: Answer = [200, '{"id":"r1","version":1,"objectTypeProperty":{}}'];

/** What is reported of answers that nobody at all got in the run. */
async function judged(answers: readonly Answer[], endpoint: EndpointName = 'readById') {
  const stage = judgedStage(() => answers[stage.sent.length - 1] ?? [404], { tokens });
  const { on, told } = stage;
  for (const _one of answers) await on.ask(endpoint, { as: on.callers.none, path: { id: 'r1' } });
  await judgeStrayGrants(on, endpoint, ({ kind }) => kind === 'none');
  return { told, outline: outlineOf(told) };
}

describe('a caller who is refused at other times', () => {
  test.each<readonly [string, readonly Answer[], readonly string[]]>([
    ['is never answered otherwise', [[401], [401]], []],
    ['is shown the resource once', [[401], resource], ['undecided: flaky']],
    ['is shown the resource twice', [resource, [401], resource], ['violated']],
    ['is let in each time, which the rounds have seen', [resource, resource], []],
    ['is answered like others, but shown nothing', [[401], [200, '{}']], ['suspected']],
    ['is shown nothing, and the resource once', [[401], [200, '{}'], resource], ['undecided: flaky']],
  ])('%s', async (_, answers, outline) => {
    expect((await judged(answers)).outline).toEqual(outline);
  });

  test('is reported with two of the answers, and the last answer is at fault', async () => {
    const { told } = await judged([resource, resource, [401], resource]);
    expect(told).toMatchObject([
      { statuses: [200, 200], roles: ['probe', 'probe at fault'], more: { reproduced: '3/3' } },
    ]);
  });

  test('is not judged if no answer of the operation shows the resource', async () => {
    expect((await judged([[401], [200, '{}']], 'exists')).outline).toEqual([]);
  });
});
