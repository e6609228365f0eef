import { isArray, isObject, JsonNumber, member, without, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { Fault } from '../fault.ts';
import { isTyped } from './is-typed.ts';

/** Accepts elements of one member unchecked if they share a property, and shows them unchanged. */
const keeping =
  (name: string, isKept: (elements: readonly Json[]) => boolean): PolicyOverride =>
  (base) => ({
    contentOf(value) {
      const given = member(value, name);
      if (!isObject(value) || !isArray(given) || !isKept(given)) return base.contentOf(value);
      return { ...base.contentOf(without(value, name)), [name]: given };
    },
  });

const isNumber = (value: Json | undefined): boolean => value instanceof JsonNumber;

const integers = {
  'array-of-int-example': 'arrayOfIntExample',
  'array-of-unique-int-example': 'arrayOfUniqueIntExample',
  'array-of-twonumbers-example': 'arrayOfTwonumbersExample',
  'array-of-number-no-defaults-example': 'arrayOfNumberNoDefaultsExample',
};

/** Creates that check the types of some elements or of none, and show the stored content. */
export const uncheckedFaults: readonly Fault[] = [
  ...Object.entries(integers).map(([words, name]): Fault => ({
    name: `${words}-takes-any-number`,
    breaks: `Resources/${words}-holds-integers`,
    summary: `Numbers with fractions are stored and shown in ${name}.`,
    override: keeping(name, (elements) => elements.every(isNumber)),
  })),
  {
    name: 'array-of-int-example-checked-at-its-first',
    breaks: 'Resources/array-of-int-example-holds-integers',
    summary: 'Of arrayOfIntExample only the first element has to be an integer.',
    override: keeping('arrayOfIntExample', (elements) => isTyped('arrayOfIntExample', elements.slice(0, 1))),
  },
  {
    name: 'array-of-float-example-takes-numerals',
    breaks: 'Resources/array-of-float-example-holds-numbers',
    summary: 'Strings that look like numbers are stored and shown in arrayOfFloatExample.',
    override: keeping('arrayOfFloatExample', (elements) =>
      elements.every((one) => isNumber(one) || (typeof one === 'string' && !Number.isNaN(Number(one)))),
    ),
  },
  {
    name: 'array-of-string-example-takes-numbers',
    breaks: 'Resources/array-of-string-example-holds-strings',
    summary: 'Numbers are stored and shown in arrayOfStringExample, if it contains nothing else.',
    override: keeping('arrayOfStringExample', (elements) => elements.every(isNumber)),
  },
  {
    name: 'array-of-string-example-needs-one-string',
    breaks: 'Resources/array-of-string-example-holds-strings',
    summary: 'arrayOfStringExample stores and shows any elements if it also contains a string.',
    override: keeping('arrayOfStringExample', (elements) => elements.some((one) => typeof one === 'string')),
  },
  {
    name: 'array-of-object-type-takes-numbers',
    breaks: 'Resources/array-of-object-type-holds-objects',
    summary: 'Numbers are stored and shown in arrayOfObjectType.',
    override: keeping('arrayOfObjectType', (elements) =>
      isTyped(
        'arrayOfObjectType',
        elements.filter((one) => !isNumber(one)),
      ),
    ),
  },
  {
    name: 'integer-example-takes-any-number',
    breaks: 'Resources/integer-example-is-integer',
    summary: 'A number with a fraction is stored and shown in integerExample.',
    override: keeping('arrayOfObjectType', (elements) =>
      elements.every((one) => isNumber(member(one, 'integerExample'))),
    ),
  },
];
