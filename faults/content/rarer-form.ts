import { isArray, JsonNumber, type Json } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { documentedMembers } from '../documented-members.ts';
import type { Fault } from '../fault.ts';
import { asking } from '../rewrite.ts';
import { changed } from './cart.ts';
import { writing } from './date.ts';
import { whole } from './member.ts';

/** A fraction too small for a double, except beside zero. */
const fraction = '.00000000000000000001';

function inexact(value: Json): Json {
  if (isArray(value)) return value.map(inexact);
  return value instanceof JsonNumber && /^-?[1-9]\d{0,8}$/.test(value.text)
    ? new JsonNumber(`${value.text}${fraction}`)
    : value;
}

/** Accepts in requests the fraction that its answers have shown. */
const takingBack: HandleWrap = asking(undefined, (request) => ({
  ...request,
  body: new TextEncoder().encode(new TextDecoder().decode(request.body).replaceAll(fraction, '')),
}));

const inResources =
  (name: string): HandleWrap =>
  (next) =>
    takingBack(whole(name, inexact)(next));

const inCarts = (name: string): HandleWrap => changed(name, inexact);

/** A fault for each member of a type that holds integers. */
function inexactMembers(
  type: string,
  integers: RegExp,
  wrapped: (name: string) => HandleWrap,
): readonly Fault[] {
  return documentedMembers(type)
    .filter(({ name }) => integers.test(name))
    .map(({ row, name, words }) => ({
      name: `${words}-with-a-tiny-fraction`,
      warns: 'Resources/integers-are-exact',
      rows: [row],
      section: 'Resources',
      expect: 'warn',
      summary: `Integers in ${name} have a fraction that no double holds.`,
      wrap: wrapped(name),
    }));
}

/** Members in a form that most readers accept all the same (Resources). */
export const rarerFormFaults: readonly Fault[] = [
  ...inexactMembers('ExampleResource', /^version$/, inResources),
  ...inexactMembers('ObjectTypeProperty', /Int|Twonumbers|NumberNoDefaults/, inResources),
  ...inexactMembers('ArrayItem', /^integer/, inResources),
  ...inexactMembers('LineItem', /^count$/, inCarts),
  ...inexactMembers('Money', /^(?:fractionDigits|centAmount)$/, inCarts),
  ...documentedMembers('DateExamples')
    .filter(({ name }) => name === 'dateTimeExample' || name === 'dateTimeExampleDefaultFormat')
    .map(({ row, name, words }): Fault => ({
      name: `${words}-with-a-comma`,
      warns: 'Resources/instants-in-the-usual-form',
      rows: [row],
      section: 'Resources',
      expect: 'warn',
      summary: `${name} has a comma before its milliseconds.`,
      override: writing(name, (iso) => iso.replace('.', ',')),
    })),
  {
    name: 'images-with-a-space',
    warns: 'Resources/images-without-white-space',
    section: 'Resources',
    expect: 'warn',
    summary: 'A URL of an image has a space in its path.',
    wrap: changed('images', () => ['https://images.example.com/front side.jpg']),
  },
];
