import { describe, expect, test } from 'vitest';
import { endpoints } from '../../../contract/endpoints.ts';
import { contentPairs, findingPairs } from '../../../properties/queries.ts';
import { JsonNumber } from '../../../wire/json/json.ts';
import { propertyStage } from '../../support/stages/property-stage.ts';

const names = endpoints.exists.parameters
  .filter(({ type }) => ['String', 'Float', 'Int'].includes(type))
  .map(({ name }) => name);

const content = '{"arrayOfStringExample":["own","a"],"arrayOfIntExample":[7],"arrayOfFloatExample":[1.50]}';

/** Finds something by own values of those parameters alone; plain ones do where that is said. */
async function found(by: readonly string[], { plain = false, shown = content } = {}) {
  const stage = propertyStage({
    answer: (name, _id, _at, { query = [] }) => {
      if (name === 'readById') return [200, `{"version":1,"objectTypeProperty":${shown}}`];
      if (name !== 'exists') return undefined;
      const isPlain = query.some(([, value]) => value === 'a' || value === '1');
      return [isPlain ? (plain ? 200 : 404) : query.every(([one]) => by.includes(one)) ? 200 : 404];
    },
  });
  const pairs = await findingPairs(stage.on);
  return { pairs, asked: stage.sent.filter(({ name }) => name === 'exists').length };
}

describe('an existence check that finds something', () => {
  test('has plain values in one request, if plain values find something', async () => {
    const { pairs, asked } = await found([], { plain: true });
    expect(pairs?.map(([name]) => name)).toEqual(names);
    expect(asked).toBe(1);
  });

  test('has values of a resource if plain values find nothing', async () => {
    const { pairs, asked } = await found(names);
    expect(pairs?.map(([name]) => name)).toEqual(names);
    expect(asked).toBe(2);
  });

  test('has only the parameters that together find it', async () => {
    const { pairs, asked } = await found(['integerParameter', 'stringParameter']);
    expect(pairs).toEqual([
      ['stringParameter', 'own'],
      ['integerParameter', '7'],
    ]);
    expect(asked).toBe(2 + names.length);
  });

  test.each([
    ['one alone does', ['stringParameter'], content],
    ['none does', [], content],
    ['the resource holds one value', names, '{"arrayOfIntExample":[7]}'],
    ['the resource holds none', names, '{}'],
  ])('is not known if %s', async (_why, by, shown) => {
    expect((await found(by, { shown })).pairs).toBeUndefined();
  });
});

test('values are of the type of their parameter, as they are written', () => {
  const typed = {
    arrayOfStringExample: ['own', 'a'],
    arrayOfIntExample: [new JsonNumber('7')],
    arrayOfFloatExample: [new JsonNumber('1.50')],
  };
  const pairs = contentPairs(endpoints.exists.parameters, typed);
  expect(pairs.map(([name]) => name)).toEqual(names);
  for (const [name, value] of pairs) {
    const type = endpoints.exists.parameters.find((one) => one.name === name)?.type;
    expect(value).toBe(type === 'String' ? 'own' : type === 'Int' ? '7' : '1.50');
  }
  const odd = {
    arrayOfStringExample: [new JsonNumber('7')],
    arrayOfIntExample: ['x'],
    arrayOfFloatExample: [null],
  };
  expect(contentPairs(endpoints.exists.parameters, odd)).toEqual([]);
});
