import { isArray, isObject, JsonNumber, member, without, type Json } from '../../reference/json.ts';
import { headerOf, withHeader } from '../../reference/message.ts';
import { fieldNames } from '../../reference/operations/object-type-property.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import { honestPolicy } from '../../reference/honest/policy.ts';
import { isTyped } from '../content/is-typed.ts';
import { oneOf, type Choice, type DeclaredProfile } from '../fault.ts';
import { readJson } from '../../reference/read-json.ts';
import type { Operation } from '../../reference/routes.ts';
import {
  answering,
  asking,
  bare,
  changingMember,
  content,
  isSpelledOtherwise,
  parameters,
  refusing,
  showing,
} from '../rewrite.ts';
import { Refused } from '../../reference/refused.ts';

const isLabelledOtherwise = (type: string | undefined): boolean =>
  type !== undefined && !/^application\/json\b/i.test(type);

/** Reads the body of a JSON operation as JSON, whatever its media type. */
const labelIgnored: HandleWrap = asking(['4.6'], (request) =>
  isLabelledOtherwise(headerOf(request, 'content-type'))
    ? withHeader(request, 'Content-Type', 'application/json')
    : request,
);

/** Keeps the well-typed parts of posted content, and drops all others. */
const illTypedDropped: PolicyOverride = (base) => ({
  contentOf(value) {
    if (!isObject(value)) return base.contentOf(value);
    const odd = fieldNames.filter((name) => {
      const given = member(value, name);
      return given !== undefined && !isTyped(name, given);
    });
    return base.contentOf(without(value, ...odd));
  },
});

/** Converts an element of the posted content to the type of its array, as parsers of typed languages do. */
const illTypedCoerced: PolicyOverride = (base) => ({
  contentOf: (value) =>
    base.contentOf(
      isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, given]) => [
              name,
              isArray(given) ? given.flatMap((element) => coerced(name, element)) : given,
            ]),
          )
        : value,
    ),
});

function coerced(name: string, element: Json): readonly Json[] {
  if (name === 'arrayOfObjectType')
    return isObject(element) ? [changingMember('integerExample', withoutFraction)(element)] : [];
  if (name === 'arrayOfStringExample') return [element instanceof JsonNumber ? element.text : element];
  if (name === 'arrayOfFloatExample')
    return [typeof element === 'string' ? new JsonNumber(element) : element];
  return [withoutFraction(element)];
}

function withoutFraction(value: Json): Json {
  return value instanceof JsonNumber && /^-?\d+\.\d+$/.test(value.text)
    ? new JsonNumber(value.text.replace(/\.\d+$/, ''))
    : value;
}

/** Fails on ill-typed content, which it does not expect. */
const illTypedFails: PolicyOverride = (base) => ({
  contentOf(value) {
    try {
      honestPolicy.contentOf(value);
    } catch (error) {
      throw error instanceof Refused ? new Refused(500, 'internal error') : error;
    }
    // If another reason refuses a request, that refusal stays.
    return base.contentOf(value);
  },
});

const beyond = new JsonNumber('4294967295');
const unsigned = changingMember('integerExampleInt32', () => beyond);

/** Answers 400 to values of the parameters in another form. */
const understanding = (
  where: readonly Operation[],
  names: readonly string[],
  isForm: (value: string) => boolean,
): HandleWrap =>
  refusing(where, 400, (request) =>
    names.some((name) => parameters(request, name).some((value) => !isForm(value))),
  );

const isJson = (text: string): boolean => {
  try {
    readJson(text);
    return true;
  } catch {
    return false;
  }
};

const sample = (section: string, query: DeclaredProfile): DeclaredProfile => ({
  samples: { [section]: { query } },
});

/** Reactions to unusual requests, and languages of values that only a declared sample shows. */
export const reactionChoices: readonly Choice[] = [
  ...oneOf(
    {
      name: 'labels-of-bodies-ignored',
      summary: 'A create without a JSON label is treated as JSON.',
      wrap: labelIgnored,
    },
    {
      name: 'labels-of-bodies-answered-400',
      summary: 'A create without a JSON label is answered 400.',
      wrap: answering(['4.6'], (response) =>
        response.status === 415 ? { ...response, status: 400 } : response,
      ),
    },
  ),
  ...oneOf(
    {
      name: 'ill-typed-content-dropped',
      summary: 'A create keeps well-typed members and ignores the rest.',
      override: illTypedDropped,
    },
    {
      name: 'ill-typed-content-coerced',
      summary: 'A create cuts fractions off integers, and converts between numbers and texts.',
      override: illTypedCoerced,
    },
    {
      name: 'ill-typed-content-answered-500',
      summary: 'A create with ill-typed content is answered 500.',
      override: illTypedFails,
    },
  ),
  ...oneOf(
    {
      name: 'int32-shown-unsigned',
      summary: '32-bit integers are unsigned, and queries and deletes show some beyond the signed range.',
      wrap: showing(['4.1', '4.11'], unsigned),
      profile: { int32: { signed: false } },
    },
    {
      name: 'int32-unsigned-in-records',
      summary: 'The answers to records show 32-bit integers beyond the signed range.',
      wrap: showing(['4.9', '4.13'], unsigned),
      profile: { int32: { signed: false } },
    },
  ),
  {
    name: 'predicates-in-a-language',
    summary: 'where accepts only comparisons.',
    wrap: understanding(['4.12'], ['where'], (value) => /^\w+ = "\w*"$/.test(value)),
    profile: sample('4.12', { where: ['key = "a"', 'id = "b"'] }),
    excludes: ['predicates-refused'],
  },
  {
    name: 'sorting-by-known-members',
    summary: 'sort takes a documented member and a direction only.',
    wrap: understanding(['4.12'], ['sort'], (value) => /^(id|version) (asc|desc)$/.test(value)),
    profile: sample('4.12', { sort: 'version desc' }),
    excludes: ['predicates-refused'],
  },
  {
    name: 'filters-in-a-language',
    summary: 'Filters of the search name a member.',
    wrap: understanding(['4.4'], ['filter', 'filter.query', 'filter.facets'], (value) =>
      /^[\w.]+:/.test(value),
    ),
    profile: sample('4.4', { 'filter.query': 'color:"red"' }),
  },
  {
    name: 'filters-that-cannot-be-read-answered-500',
    summary: 'A search with a filter or a facet that cannot be read is answered 500.',
    wrap: refusing(['4.4'], 500, (request) =>
      ['filter', 'filter.query', 'filter.facets', 'facet'].some((name) =>
        parameters(request, name).some((value) => !/^[\w.]+:/.test(value)),
      ),
    ),
    excludes: ['facets-of-known-members'],
  },
  {
    name: 'facets-of-known-members',
    summary: 'A facet of the search must be one of two values.',
    wrap: understanding(['4.4'], ['facet'], (value) => ['color', 'size'].includes(value)),
    profile: sample('4.4', { facet: 'color' }),
  },
  {
    name: 'objects-as-json',
    summary: 'objectParameter and unionParameter are JSON.',
    wrap: understanding(['4.1', '4.5'], ['objectParameter', 'unionParameter'], isJson),
    profile: sample('4.1', { objectParameter: '{"a":1}', unionParameter: '"a"' }),
    excludes: ['union-parameter-refused'],
  },
  {
    name: 'complex-path-has-two-bodies',
    summary: 'The long path answers integers, or items if a number is given.',
    override: (base) => ({
      recordContent: (record, one) => base.recordContent(record, one === undefined ? 1 : 3),
    }),
    excludes: ['complex-path-has-one-body'],
  },
  {
    name: 'empty-path-values-refused',
    summary: 'The long path with an empty value is answered 404.',
    wrap: refusing(['4.9'], 404, ({ target }) => target.includes('uri-parameter-one=/')),
  },
  {
    name: 'encoded-equals-sign-not-understood',
    summary: 'key%3D<key> is answered 404, like an unknown id.',
    wrap: refusing(['4.3'], 404, ({ target }) => /\/resource\/key%3d/i.test(target)),
  },
  ...oneOf(
    {
      name: 'encoded-letters-not-understood',
      summary: 'A path with a percent-encoded letter is answered 404, like a path that does not exist.',
      wrap: refusing(undefined, 404, isSpelledOtherwise),
    },
    {
      name: 'encoded-letters-answered-with-a-page',
      summary: 'A path with a percent-encoded letter is answered with the same page as any unknown path.',
      wrap: (next) => (state, request, now) =>
        isSpelledOtherwise(request)
          ? { response: { ...bare(200), ...content('<h1>Shop</h1>', 'text/html') } }
          : next(state, request, now),
    },
  ),
];
