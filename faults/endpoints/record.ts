import { isArray, isObject, JsonNumber, member, type Json, type JsonObject } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { asking, insteadOfSuccess, parameters, refusing, showing } from '../rewrite.ts';

function fault(
  name: string,
  section: string,
  summary: string,
  change: { readonly override: PolicyOverride } | { readonly wrap: HandleWrap },
  expect: Fault['expect'] = 'fail',
): Fault {
  return { name, summary, section, expect, ...change };
}

const wrapped = (wrap: HandleWrap) => ({ wrap });
const refused = (operation: Operation, status: number) => wrapped(refusing([operation], status));
const instead = (operation: Operation, status: number, text = '', type = 'text/plain') =>
  wrapped(insteadOfSuccess([operation], status, text, type));

/** Changes one member of the bodies of 4.9 that have it. */
function ill(name: string, change: (value: Json) => Json) {
  return wrapped(
    showing(['4.9'], (body) => {
      const value = member(body, name);
      return isObject(body) && value !== undefined ? { ...body, [name]: change(value) } : body;
    }),
  );
}

const textual = (value: Json): Json =>
  isArray(value) ? value.map((item) => (item instanceof JsonNumber ? item.text : item)) : value;

/** Makes a member of one of the four bodies of 4.9 a string. */
const illInOne = (index: number, name: string) => ({
  override: ((base) => ({
    recordContent(record, one) {
      const body: JsonObject = base.recordContent(record, one);
      const isMeant = body === base.recordContent(record, index);
      return isMeant ? { ...body, [name]: 'ill-typed' } : body;
    },
  })) satisfies PolicyOverride,
});

const hasPoint = (request: Parameters<typeof parameters>[0]): boolean =>
  parameters(request, 'queryParameterOne').some((value) => value.includes('.'));

/** The two values of the long path. */
const pathValues = ({ target }: Parameters<typeof parameters>[0]): readonly string[] =>
  (target.split('?', 1)[0] ?? '')
    .split('/')
    .slice(-2)
    .map((segment) => decodeURIComponent(segment.replace(/^uri-parameter-one=/, '')));

const loosely = (text: string): Json => (/^\d+$/.test(text) ? new JsonNumber(String(Number(text))) : text);

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);

const saysMilliseconds = ({ body }: { readonly body: Uint8Array }): boolean =>
  /"createdAt":"[^"]*\.\d{3}Z"/.test(textOf(body));

/** Takes timestamps without a fraction as well. */
const addingMilliseconds = asking(['4.13'], (request) => ({
  ...request,
  body: new TextEncoder().encode(textOf(request.body).replace(/(T\d\d:\d\d:\d\d)Z"/g, '$1.000Z"')),
}));

/** Answers to an OrderedRecord that are refused or of a wrong form (4.9, 4.13). */
export const recordFaults: readonly Fault[] = [
  fault('complex-path-not-supported', '4.9', 'The long path is answered 405.', refused('4.9', 405)),
  fault(
    'complex-path-without-equals-sign',
    '4.9',
    'The segment with the equal sign is not known.',
    refused('4.9', 404),
    'incomplete',
  ),
  fault(
    'complex-path-refuses-json',
    '4.9',
    'A record in application/json is answered 415.',
    refused('4.9', 415),
  ),
  fault(
    'complex-path-answers-an-array',
    '4.9',
    'The answer is an array.',
    wrapped(showing(['4.9'], (body) => [body])),
  ),
  fault('complex-path-answers-text', '4.9', 'The answer is text.', instead('4.9', 200, 'done')),
  fault('complex-path-answers-204', '4.9', 'The answer is 204.', instead('4.9', 204)),
  fault('complex-path-answers-empty-200', '4.9', 'The answer is 200 without a body.', instead('4.9', 200)),
  fault(
    'complex-path-integers-as-text',
    '4.9',
    'Integers of the answer are strings.',
    ill('arrayOfIntExample', textual),
  ),
  fault(
    'complex-path-strings-null',
    '4.9',
    'arrayOfStringExample of the answer is null.',
    ill('arrayOfStringExample', () => null),
    'incomplete',
  ),
  fault(
    'complex-path-second-body-ill-typed',
    '4.9',
    'The second of the four bodies has a string for an array.',
    illInOne(1, 'arrayOfTwonumbersExample'),
  ),
  fault(
    'complex-path-third-body-ill-typed',
    '4.9',
    'The third of the four bodies has a string for an array.',
    illInOne(2, 'arrayOfStringExample'),
  ),
  fault(
    'complex-path-fourth-body-ill-typed',
    '4.9',
    'The fourth of the four bodies has a string for an array.',
    illInOne(3, 'arrayOfObjectType'),
  ),
  fault(
    'complex-path-digits-as-numbers-in-one-body',
    '4.9',
    'With queryParameterOne=2 the values of the path are shown, and digits as numbers.',
    wrapped(
      showing(['4.9'], (body, request) =>
        isObject(body) && parameters(request, 'queryParameterOne').includes('2')
          ? { ...body, arrayOfStringExample: pathValues(request).map(loosely) }
          : body,
      ),
    ),
  ),
  fault(
    'complex-path-reads-query-parameter-as-integer',
    '4.9',
    'queryParameterOne written with a point is answered 400.',
    wrapped(refusing(['4.9'], 400, hasPoint)),
  ),
  fault('urn-links-not-supported', '4.13', 'The operation is answered 501.', refused('4.13', 501)),
  fault(
    'urn-links-refuses-json',
    '4.13',
    'A record in application/json is answered 415.',
    refused('4.13', 415),
  ),
  fault(
    'urn-links-answers-an-array',
    '4.13',
    'The answer is an array.',
    wrapped(showing(['4.13'], (body) => [body])),
  ),
  fault('urn-links-answers-text', '4.13', 'The answer is text.', instead('4.13', 200, 'done')),
  fault('urn-links-answers-204', '4.13', 'The answer is 204.', instead('4.13', 204)),
  fault(
    'urn-links-reads-query-parameter-as-integer',
    '4.13',
    'queryParameterOne written with a point is answered 400.',
    wrapped(refusing(['4.13'], 400, hasPoint)),
  ),
  fault(
    'urn-links-content-ill-typed',
    '4.13',
    'Arrays of shape A are strings.',
    wrapped(
      showing(['4.13'], (body) =>
        isObject(body) && member(body, 'dateOnlyExample') === undefined
          ? Object.fromEntries(Object.keys(body).map((name) => [name, 'ill-typed']))
          : body,
      ),
    ),
  ),
  fault(
    'urn-links-refuses-documented-timestamps',
    '4.13',
    'A createdAt with milliseconds is answered 400, one without is taken.',
    wrapped((next) => refusing(['4.13'], 400, saysMilliseconds)(addingMilliseconds(next))),
    'warn',
  ),
];
