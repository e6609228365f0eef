import { isArray, isObject, JsonNumber, member, type Json, type JsonObject } from '../../reference/json.ts';
import { headerOf, type Request } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import { jsonOf, parameters, refusing, showing, succeeding } from '../rewrite.ts';

const says =
  (form: RegExp) =>
  ({ body }: Request): boolean =>
    form.test(new TextDecoder().decode(body));

const numberOf = (request: Request): number => Number(parameters(request, 'queryParameterOne')[0] ?? '1');

const ofDigits = (text: Json | undefined): boolean => typeof text === 'string' && /^\d+$/.test(text);

const asNumber = (text: Json | undefined): JsonNumber => new JsonNumber(String(Number(text)));

/** Content that has a member of another kind if the request passes the test. */
const writing = (
  section: '4.9' | '4.13',
  test: (request: Request) => boolean,
  content: (request: Request) => JsonObject,
): HandleWrap => showing([section], (body, request) => (test(request) ? content(request) : body));

const authorOf = (request: Request): Json | undefined =>
  member(member(jsonOf(request), 'createdBy'), 'firstName');

const customOf = (request: Request): Json | undefined => member(jsonOf(request), 'custom');

/** Reads of updated resources show empty arrays as objects. */
const emptyAfterUpdate: HandleWrap = showing(['4.2'], (body) => {
  const content = member(body, 'objectTypeProperty');
  const version = member(body, 'version');
  if (!isObject(body) || !isObject(content) || !(version instanceof JsonNumber) || version.text === '1')
    return body;
  const members = Object.entries(content).map(([name, value]): [string, Json] => [
    name,
    isArray(value) && value.length === 0 ? {} : value,
  ]);
  return { ...body, objectTypeProperty: Object.fromEntries(members) };
});

/** Answers with unescaped backslashes. */
const bareBackslashes: HandleWrap = succeeding(['4.6'], (response) => ({
  ...response,
  body: new TextEncoder().encode(new TextDecoder().decode(response.body).replaceAll('\\\\', '\\')),
}));

const fractionsInYen: HandleWrap = showing(['4.18'], (body, request) => {
  const isJapanese = headerOf(request, 'service-locale') === 'ja-JP';
  const sum = member(body, 'sum');
  return isJapanese && isObject(body) && isObject(sum)
    ? { ...body, sum: { ...sum, centAmount: new JsonNumber('27.49') } }
    : body;
});

/** Faults that depend on the content of a documented part of the request, whose values are all plain. */
export const tellingValueFaults: readonly Fault[] = [
  {
    name: 'complex-path-fails-on-zero',
    breaks: '4.9/plain-values-provoke-no-error',
    rows: ['4.9/query'],
    summary: 'queryParameterOne=0 is answered 500.',
    wrap: refusing(['4.9'], 500, (request) => numberOf(request) === 0),
  },
  {
    name: 'complex-path-fails-on-digits-in-its-path',
    breaks: '4.9/plain-values-provoke-no-error',
    rows: ['4.9/path'],
    summary: 'A value of the path of digits is answered 500.',
    wrap: refusing(['4.9'], 500, (request) => /uri-parameter-one=\d+\//.test(request.target)),
  },
  {
    name: 'complex-path-fails-on-an-empty-name',
    breaks: '4.9/plain-values-provoke-no-error',
    rows: ['4.9/request'],
    summary: 'An empty firstName is answered 500.',
    wrap: refusing(['4.9'], 500, says(/"firstName":""/)),
  },
  {
    name: 'urn-links-fail-on-leap-days',
    breaks: '4.13/plain-values-provoke-no-error',
    rows: ['4.13/request'],
    summary: 'A timestamp on 29 February is answered 500.',
    wrap: refusing(['4.13'], 500, says(/-02-29T/)),
  },
  {
    name: 'urn-links-fail-on-negative-numbers',
    breaks: '4.13/plain-values-provoke-no-error',
    rows: ['4.13/query'],
    summary: 'A negative queryParameterOne is answered 500.',
    wrap: refusing(['4.13'], 500, (request) => numberOf(request) < 0),
  },
  {
    name: 'complex-path-integers-as-text-from-ten-on',
    breaks: '4.9/answers-with-content',
    summary: 'With queryParameterOne of 10 and more integers are strings.',
    wrap: writing(
      '4.9',
      (request) => numberOf(request) >= 10,
      () => ({ arrayOfIntExample: ['1'] }),
    ),
  },
  {
    name: 'urn-links-author-of-digits-as-number',
    breaks: '4.13/answers-with-content-or-dates',
    summary: 'A first name of digits comes as a number in arrayOfStringExample.',
    wrap: writing(
      '4.13',
      (request) => ofDigits(authorOf(request)),
      (request) => ({ arrayOfStringExample: [asNumber(authorOf(request))] }),
    ),
  },
  {
    name: 'urn-links-custom-of-digits-as-number',
    breaks: '4.13/answers-with-content-or-dates',
    summary: 'custom of digits comes as a number in arrayOfStringExample.',
    wrap: writing(
      '4.13',
      (request) => ofDigits(customOf(request)),
      (request) => ({ arrayOfStringExample: [asNumber(customOf(request))] }),
    ),
  },
  {
    name: 'urn-links-default-format-empty-without-a-last-change',
    breaks: '4.13/answers-with-content-or-dates',
    summary: 'dateTimeExampleDefaultFormat is an empty text for a record without lastModifiedAt.',
    wrap: showing(['4.13'], (body, request) =>
      isObject(body) &&
      'dateTimeExampleDefaultFormat' in body &&
      isObject(jsonOf(request)) &&
      says(/createdAt/)(request) &&
      !says(/lastModifiedAt/)(request)
        ? { ...body, dateTimeExampleDefaultFormat: '' }
        : body,
    ),
  },
  {
    name: 'empty-arrays-as-objects-after-an-update',
    breaks: 'Resources/array-of-int-example-holds-integers',
    summary: 'Reads show empty arrays as objects once the resource was updated.',
    wrap: emptyAfterUpdate,
  },
  {
    name: 'backslashes-as-they-are',
    breaks: 'General/shown-responses-are-json',
    summary: 'A created resource is shown with bare backslashes.',
    wrap: bareBackslashes,
  },
  {
    name: 'fractions-of-a-cent-for-one-locale',
    breaks: 'Resources/cent-amount-is-integer',
    summary: 'The sum has a fraction for ja-JP.',
    wrap: fractionsInYen,
  },
];
