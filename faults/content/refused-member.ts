import { isArray, isObject, member, type Json } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import { jsonOf, refusing, showing } from '../rewrite.ts';

const integerArrays = [
  'arrayOfIntExample',
  'arrayOfUniqueIntExample',
  'arrayOfTwonumbersExample',
  'arrayOfNumberNoDefaultsExample',
];

/** Refuses every create with a value in these members, and shows them in no answer. */
function without(...names: readonly string[]): HandleWrap {
  const isFilled = (value: Json): boolean => !isArray(value) || value.length > 0;
  const brings = (value: Json | undefined): boolean => {
    if (isArray(value)) return value.some(brings);
    return (
      isObject(value) &&
      Object.entries(value).some(
        ([name, inner]) => (names.includes(name) && isFilled(inner)) || brings(inner),
      )
    );
  };
  const stripped = (value: Json): Json => {
    if (isArray(value)) return value.map(stripped);
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([name]) => !names.includes(name));
    return Object.fromEntries(kept.map(([name, inner]) => [name, stripped(inner)]));
  };
  const refuses = refusing(['4.6'], 400, (request) => brings(member(jsonOf(request), 'objectTypeProperty')));
  return (next) => refuses(showing(undefined, stripped)(next));
}

/** Documented members that no create may contain (4.6); a server may refuse single values, but not all of them. */
export const refusedMemberFaults: readonly Fault[] = [
  {
    name: 'one-array-neither-taken-nor-shown',
    section: 'Resources',
    expect: 'incomplete',
    summary: 'A create with an element in arrayOfIntExample is answered 400, and no answer shows that array.',
    wrap: without('arrayOfIntExample'),
  },
  {
    name: 'integer-arrays-neither-taken-nor-shown',
    section: 'Resources',
    expect: 'incomplete',
    summary: 'A create with an integer in any array is answered 400, and no answer shows such arrays.',
    wrap: without(...integerArrays),
  },
  {
    name: 'integers-of-items-neither-taken-nor-shown',
    section: 'Resources',
    expect: 'incomplete',
    summary: 'A create with integerExample in an item is answered 400, and no answer shows it.',
    wrap: without('integerExample'),
  },
];
