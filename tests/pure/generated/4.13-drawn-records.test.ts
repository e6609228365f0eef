import { describe, expect, test } from 'vitest';
import { recordsAtUrnLinks } from '../../../properties/ordered-records.ts';
import { recordMembers } from '../../../suites/records/ordered-record.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';
import { suiteStage } from '../../support/stages/suite-stage.ts';

const [ordersAtUrnLinks, instantsAtUrnLinks, oddRecordsAtUrnLinks] = recordsAtUrnLinks;

/** What is told of drawn records where they are answered so; the record that is tried first is accepted. */
async function judged(
  given: Answer | ((members: readonly string[]) => Answer),
  property = oddRecordsAtUrnLinks,
) {
  let posted = 0;
  const answer = (json: object) => (typeof given === 'function' ? given(Object.keys(json)) : given);
  const stage = suiteStage(
    (name, _as, { json }) => (name === 'urnLinks' && (posted += 1) > 1 ? answer(Object(json)) : [200, '{}']),
    {
      tokens: [{ label: 'A', scopes: ['manage_test:demo'] }],
      stage: { seed: 7, reach: 4, drawnAgain: undefined },
    },
  );
  await property.check(stage.on);
  return { ...stage, outline: [...new Set(stage.outline())], posted };
}

describe('records that need not be accepted', () => {
  test.each<readonly [string, Answer, readonly string[]]>([
    ['answered with content', [200, '{}'], ['held']],
    ['answered without content', [200, ''], ['discarded: refused-by-unknown-validation']],
    ['refused', [400], ['discarded: refused-by-unknown-validation']],
    ['lost', [503], ['noise']],
  ])('%s', async (_, answer, outline) => {
    const came = await judged(answer);
    expect(came.outline).toEqual(outline);
    expect(came.posted).toBeGreaterThan(4);
  });
});

describe.each([
  ['another order of members', ordersAtUrnLinks],
  ['another instant', instantsAtUrnLinks],
] as const)('records with %s', (_, property) => {
  test.each<readonly [string, Answer, readonly string[]]>([
    ['are accepted', [200, '{}'], ['held']],
    ['are refused for something else', [400], ['discarded: refused-by-unknown-validation']],
    ['are lost', [503], ['noise']],
  ])('%s', async (_what, answer, outline) => {
    expect((await judged(answer, property)).outline).toEqual(outline);
  });
});

test('records that are refused for the order of their members fail', async () => {
  const isUsual = (members: readonly string[]): boolean =>
    members.join() === recordMembers.filter((name) => members.includes(name)).join();
  const came = await judged((members) => [isUsual(members) ? 200 : 400, '{}'], ordersAtUrnLinks);
  expect(came.outline).toEqual(['violated']);
});
