import { describe, expect, test } from 'vitest';
import { brokenBy, matchers, type Answered } from '../../../bin/programmatic/expect.ts';
import type { Operation } from '../../../contract/operations.ts';

expect.extend(matchers);

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

describe('an answer to one request', () => {
  test.each<[Operation, Answered]>([
    ['4.2', json(200, { version: 1, further: true })],
    ['4.2', json(404, { message: 'nothing there' })],
    ['4.10', new Response(null, { status: 204 })],
    ['4.16.GET', json(200, { cartId: 'c1' })],
    ['4.17', { status: 200, headers: { 'Content-Type': 'application/json' }, body: { sum: { centAmount: 7 } } }],
  ])('the answer of %s conforms', async (operation, answer) => {
    await expect(answer).toConform(operation);
  }); // prettier-ignore

  test.each<[Operation, Answered, readonly string[], string?]>([
    ['4.2', json(200, { version: '1' }), ['Resources/version-is-integer'], '/version'],
    ['4.2', json(200, {}), ['Resources/version-is-present', '4.2/answers-with-a-resource'], '/version'],
    ['4.1', json(200, []), ['4.1/answers-with-an-object'], ''],
    ['4.11', json(200, { version: 1, objectTypeProperty: { arrayOfIntExample: [1.5] } }), ['Resources/array-of-int-example-holds-integers'], '/objectTypeProperty/arrayOfIntExample/0'],
    ['4.17', { status: 200, headers: [['Content-Type', 'application/json']], body: '{"cartId":' }, ['General/shown-responses-are-json', 'General/labelled-as-json-is-json', '4.17/answers-with-a-cart']],
  ])('the answer of %s breaks clauses, each with its expected value and its place', async (operation, answer, clauses, pointer) => {
    const broken = await brokenBy(answer, operation);
    expect(broken.map(({ clause }) => clause).toSorted()).toEqual([...clauses].toSorted());
    expect(broken[0]?.pointer).toBe(pointer);
    await expect(answer).not.toConform(operation);
  }); // prettier-ignore

  test('is reported with clause, statement, and the value at its place', async () => {
    await expect(expect(json(200, { version: '1' })).toConform('4.2')).rejects.toThrow(
      /^Resources\/version-is-integer: .*\n {2}expected {2}an integer.*\n {2}got {7}"1" at \/version$/,
    );
  });

  test('can be read after it was judged', async () => {
    const answer = json(200, { version: 1 });
    await brokenBy(answer, '4.2');
    expect(await answer.json()).toEqual({ version: 1 });
  });

  test('is of an operation of the contract', async () => {
    await expect(brokenBy(json(200, {}), '4.19' as Operation)).rejects.toThrow(/found operation 4\.19; expected one of 4\.1, /);
  }); // prettier-ignore
});
