import { isArray, isObject, JsonNumber, member, type Json } from '../../reference/json.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { tokenOf } from '../../reference/tokens.ts';
import { bearerOf, jsonOf, refusing } from '../rewrite.ts';

/** Passes if any value of the JSON, at any depth, passes the test. */
function holds(json: Json | undefined, test: (value: Json) => boolean): boolean {
  if (json === undefined) return false;
  if (test(json)) return true;
  const inner = isArray(json) ? json : isObject(json) ? Object.values(json) : [];
  return inner.some((value) => holds(value, test));
}

const answering = (
  operation: Operation,
  what: string,
  test: (value: Json) => boolean,
  status: number,
): Pick<Fault, 'summary' | 'wrap'> => ({
  summary: `A body with ${what} is answered ${status}.`,
  wrap: refusing([operation], status, (request) => holds(jsonOf(request), test)),
});

const failing = (
  operation: Operation,
  what: string,
  test: (value: Json) => boolean,
): Pick<Fault, 'summary' | 'wrap'> => answering(operation, what, test, 500);

const isFull = (value: Json | undefined): boolean => isArray(value) && value.length > 0;

const isNegative = (value: Json): boolean => value instanceof JsonNumber && value.text.startsWith('-');

const isZero = (value: Json): boolean => value instanceof JsonNumber && Number(value.text) === 0;

const isText =
  (form: RegExp) =>
  (value: Json): boolean =>
    typeof value === 'string' && form.test(value);

const isAction =
  (name: string) =>
  (value: Json): boolean =>
    member(value, 'action') === name;

const isChangeTo =
  (form: RegExp) =>
  (value: Json): boolean => {
    const text = member(value, 'someProperty');
    return typeof text === 'string' && form.test(text);
  };

/** Server errors at a plain value of the documented type (4.6, 4.10). */
export const plainValueFaults: readonly Fault[] = [
  {
    name: 'create-fails-on-negative-numbers',
    breaks: '4.6/plain-values-provoke-no-error',
    ...failing('4.6', 'a negative number', isNegative),
  },
  {
    name: 'create-fails-on-zero',
    breaks: '4.6/plain-values-provoke-no-error',
    ...failing('4.6', 'a zero', isZero),
  },
  {
    name: 'create-fails-on-empty-arrays',
    breaks: '4.6/plain-values-provoke-no-error',
    ...failing('4.6', 'an empty array', (value) => isArray(value) && value.length === 0),
  },
  {
    name: 'create-fails-on-apostrophes',
    breaks: '4.6/plain-values-provoke-no-error',
    ...failing('4.6', 'an apostrophe in a text', (value) => typeof value === 'string' && value.includes("'")),
  },
  {
    name: 'create-fails-without-strings',
    breaks: '4.6/plain-values-provoke-no-error',
    ...failing('4.6', 'numbers and no strings', (value) => {
      const content = member(value, 'objectTypeProperty');
      return isObject(content) && Object.keys(content).length > 0 && !('arrayOfStringExample' in content);
    }),
  },
  {
    name: 'create-fails-on-control-characters',
    section: 'General',
    expect: 'suspect',
    ...failing(
      '4.6',
      'a control character in a text',
      (value) =>
        typeof value === 'string' && value.split('').some((sign) => sign < ' ' && !'\t\n\r'.includes(sign)),
    ),
  },
  {
    name: 'create-fails-for-half-of-contents',
    breaks: '4.6/plain-values-provoke-no-error',
    summary:
      'A create is answered 500 each time for half of all contents, and accepted each time for the others.',
    wrap: refusing(
      ['4.6'],
      500,
      (request) =>
        bearerOf(request) === tokenOf.manageTest &&
        request.body.reduce((sum, octet) => sum + octet, 0) % 2 === 1,
    ),
  },
  {
    name: 'create-fails-on-items-of-one-member',
    breaks: '4.6/plain-values-provoke-no-error',
    ...failing(
      '4.6',
      'an ArrayItem without integerExampleInt32',
      (value) => isObject(value) && 'integerExample' in value && !('integerExampleInt32' in value),
    ),
  },
  {
    name: 'create-refuses-texts-and-fails-on-integers',
    breaks: '4.6/plain-values-provoke-no-error',
    summary: 'A create with a text is answered 400, and a create with an integer 500.',
    wrap: (next) =>
      refusing(['4.6'], 400, (request) =>
        holds(jsonOf(request), (value) => isFull(member(value, 'arrayOfStringExample'))),
      )(
        refusing(['4.6'], 500, (request) =>
          holds(jsonOf(request), (value) => isFull(member(value, 'arrayOfIntExample'))),
        )(next),
      ),
  },
  {
    name: 'create-refuses-accents-and-fails-on-apostrophes',
    breaks: '4.6/plain-values-provoke-no-error',
    summary: 'A create with a letter beyond ASCII is answered 400, and a create with an apostrophe 500.',
    wrap: (next) =>
      refusing(['4.6'], 400, (request) => holds(jsonOf(request), isText(/[^\x20-\x7e]/)))(
        refusing(['4.6'], 500, (request) => holds(jsonOf(request), isText(/'/)))(next),
      ),
  },
  {
    name: 'create-refuses-zero-and-fails-on-negative-numbers',
    breaks: '4.6/plain-values-provoke-no-error',
    summary: 'A create with a zero is answered 400, and a create with a negative number 500.',
    wrap: (next) =>
      refusing(['4.6'], 400, (request) => holds(jsonOf(request), isZero))(
        refusing(['4.6'], 500, (request) => holds(jsonOf(request), isNegative))(next),
      ),
  },
  {
    name: 'create-refuses-integers-and-fails-on-floats',
    breaks: '4.6/plain-values-provoke-no-error',
    summary: 'A create with arrayOfIntExample is answered 400, and a create with arrayOfFloatExample 500.',
    wrap: (next) =>
      refusing(['4.6'], 400, (request) =>
        holds(jsonOf(request), (value) => isFull(member(value, 'arrayOfIntExample'))),
      )(
        refusing(['4.6'], 500, (request) =>
          holds(jsonOf(request), (value) => isFull(member(value, 'arrayOfFloatExample'))),
        )(next),
      ),
  },
  {
    name: 'update-fails-on-change-some-property',
    breaks: '4.10/plain-values-provoke-no-error',
    ...failing('4.10', 'changeSomeProperty', isAction('changeSomeProperty')),
  },
  {
    name: 'update-fails-on-do-some-thing',
    breaks: '4.10/plain-values-provoke-no-error',
    rows: ['ExampleResourceUpdateAction/action'],
    ...failing('4.10', 'doSomeThing', isAction('doSomeThing')),
  },
  {
    name: 'update-refuses-change-some-property',
    section: '4.10',
    expect: 'incomplete',
    ...answering('4.10', 'changeSomeProperty', isAction('changeSomeProperty'), 422),
  },
  {
    name: 'update-refuses-changes-and-fails-on-accents',
    breaks: '4.10/plain-values-provoke-no-error',
    summary: 'A change is answered 422, and a change to a text with a letter beyond ASCII 500.',
    wrap: (next) =>
      refusing(['4.10'], 500, (request) => holds(jsonOf(request), isChangeTo(/[^\x20-\x7e]/)))(
        refusing(['4.10'], 422, (request) => holds(jsonOf(request), isAction('changeSomeProperty')))(next),
      ),
  },
  {
    name: 'update-refuses-do-some-thing',
    section: '4.10',
    expect: 'incomplete',
    ...answering('4.10', 'doSomeThing', isAction('doSomeThing'), 422),
  },
  {
    name: 'update-fails-on-texts-of-digits',
    breaks: '4.10/plain-values-provoke-no-error',
    rows: ['ExampleResourceUpdateAction/someProperty'],
    ...failing('4.10', 'a change to digits', isChangeTo(/^\d+$/)),
  },
  {
    name: 'update-fails-on-apostrophes',
    breaks: '4.10/plain-values-provoke-no-error',
    ...failing('4.10', 'a change to a text with an apostrophe', isChangeTo(/'/)),
  },
];
