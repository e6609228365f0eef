import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  objectTypeProperty,
  orderedRecord,
  racePlan,
  statedVersion,
  updateActions,
  versionHistory,
} from '../../../properties/published.ts';
import { recordSchema } from '../../../schemas/records.ts';
import { addContractFormats, contractSchemas } from '../../../schemas/published.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';

const ajv = addContractFormats(new Ajv2020({ allErrors: true }));
ajv.addSchema([...contractSchemas]);
const isOf = (name: 'OrderedRecord' | 'ObjectTypeProperty' | 'ExampleResourceUpdateAction', value: unknown): boolean =>
  ajv.getSchema(recordSchema(name).$id)?.(value) === true; // prettier-ignore

const runs = { numRuns: 300, seed: 7 };

/** Zero has no sign in JSON. */
function withoutSignOfZero(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSignOfZero);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutSignOfZero(one)]));
}

describe('a value drawn for other programs', () => {
  test('is of the documented types', () => {
    fc.assert(fc.property(orderedRecord(), (record) => isOf('OrderedRecord', record)), runs);
    fc.assert(fc.property(objectTypeProperty(), (content) => isOf('ObjectTypeProperty', content)), runs);
    fc.assert(
      fc.property(updateActions(), (actions) => actions.every((one) => isOf('ExampleResourceUpdateAction', one))),
      runs,
    );
  }); // prettier-ignore

  test('is plain JSON: the request contains the drawn value', () => {
    const parts = [orderedRecord(), objectTypeProperty(), updateActions(), versionHistory(), racePlan()];
    for (const part of parts)
      fc.assert(
        fc.property<[unknown]>(part, (value) => {
          expect(JSON.parse(JSON.stringify(value))).toEqual(withoutSignOfZero(value));
        }),
        runs,
      );
  }); // prettier-ignore

  test('has the requested number of parts', () => {
    const within = (length: number, least: number, most: number): boolean => length >= least && length <= most;
    fc.assert(fc.property(updateActions({ min: 3, max: 4 }), ({ length }) => within(length, 3, 4)), runs);
    fc.assert(fc.property(versionHistory({ max: 2 }), ({ length }) => within(length, 1, 2)), runs);
    fc.assert(fc.property(racePlan({ min: 3, max: 3 }), ({ racers }) => racers.length === 3), runs);
    const lengths = new Set(fc.sample(updateActions(), { ...runs, numRuns: 400 }).map(({ length }) => length));
    expect(Math.max(...lengths)).toBeGreaterThan(15);
  }); // prettier-ignore

  test('never states the actual version, but often a former version', () => {
    const drawn = fc.sample(statedVersion(12, [9, 10, 11]), runs);
    expect(drawn).not.toContain(12);
    expect(drawn.filter((version) => [9, 10, 11].includes(version)).length).toBeGreaterThan(20);
    expect(drawn.every((version) => Number.isSafeInteger(version) && version >= 0)).toBe(true);
  });

  test('shrinks to the smallest failing value', () => {
    const { counterexample } = fc.check(
      fc.property(updateActions(), (actions) => actions.length < 3),
      runs,
    );
    expect(counterexample?.[0]).toEqual(Array.from({ length: 3 }, () => ({ action: 'doSomeThing' })));
    const history = fc.check(
      fc.property(versionHistory(), (steps) => !steps.some(({ states }) => states.version === 'former')),
      runs,
    );
    const [steps = []] = history.counterexample ?? [];
    expect(steps.length).toBeLessThan(3);
    expect(steps).toContainEqual({
      states: { version: 'former', back: 1 },
      actions: [{ action: 'doSomeThing' }],
    });
  });
});
