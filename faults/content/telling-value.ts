import { isArray, isObject, JsonNumber, member, type Json, type JsonObject } from '../../reference/json.ts';
import { headerOf, type Request } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import { jsonOf, parameters, refusing, showing, succeeding } from '../rewrite.ts';

const fault = (name: string, section: string, summary: string, wrap: HandleWrap): Fault => ({
  name,
  section,
  summary,
  expect: 'fail',
  wrap,
});

const says =
  (form: RegExp) =>
  ({ body }: Request): boolean =>
    form.test(new TextDecoder().decode(body));

const numberOf = (request: Request): number => Number(parameters(request, 'queryParameterOne')[0] ?? '1');

const ofDigits = (text: Json | undefined): boolean => typeof text === 'string' && /^\d+$/.test(text);

const asNumber = (text: Json | undefined): JsonNumber => new JsonNumber(String(Number(text)));

/** Content with a member of another kind, where the request passes the test. */
const writing = (
  section: '4.9' | '4.13',
  test: (request: Request) => boolean,
  content: (request: Request) => JsonObject,
): HandleWrap => showing([section], (body, request) => (test(request) ? content(request) : body));

const authorOf = (request: Request): Json | undefined =>
  member(member(jsonOf(request), 'createdBy'), 'firstName');

const customOf = (request: Request): Json | undefined => member(jsonOf(request), 'custom');

/** Empty arrays as objects in reads of what has been updated. */
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

/** Answers to which backslashes were taken over as they are. */
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

/** Faults that hinge on what a documented part of the request holds, each value of which is a plain one. */
export const tellingValueFaults: readonly Fault[] = [
  fault(
    'complex-path-fails-on-zero',
    '4.9',
    'queryParameterOne=0 is answered 500.',
    refusing(['4.9'], 500, (request) => numberOf(request) === 0),
  ),
  fault(
    'complex-path-fails-on-digits-in-its-path',
    '4.9',
    'A value of the path of digits is answered 500.',
    refusing(['4.9'], 500, (request) => /uri-parameter-one=\d+\//.test(request.target)),
  ),
  fault(
    'urn-links-fail-on-leap-days',
    '4.13',
    'A timestamp on 29 February is answered 500.',
    refusing(['4.13'], 500, says(/-02-29T/)),
  ),
  fault(
    'urn-links-fail-on-negative-numbers',
    '4.13',
    'A negative queryParameterOne is answered 500.',
    refusing(['4.13'], 500, (request) => numberOf(request) < 0),
  ),
  fault(
    'complex-path-integers-as-text-from-ten-on',
    '4.9',
    'With queryParameterOne of 10 and more integers are strings.',
    writing(
      '4.9',
      (request) => numberOf(request) >= 10,
      () => ({ arrayOfIntExample: ['1'] }),
    ),
  ),
  fault(
    'urn-links-author-of-digits-as-number',
    '4.13',
    'A first name of digits comes as a number in arrayOfStringExample.',
    writing(
      '4.13',
      (request) => ofDigits(authorOf(request)),
      (request) => ({ arrayOfStringExample: [asNumber(authorOf(request))] }),
    ),
  ),
  fault(
    'urn-links-custom-of-digits-as-number',
    '4.13',
    'custom of digits comes as a number in arrayOfStringExample.',
    writing(
      '4.13',
      (request) => ofDigits(customOf(request)),
      (request) => ({ arrayOfStringExample: [asNumber(customOf(request))] }),
    ),
  ),
  fault(
    'urn-links-default-format-empty-without-a-last-change',
    '4.13',
    'dateTimeExampleDefaultFormat is an empty text for a record without lastModifiedAt.',
    showing(['4.13'], (body, request) =>
      isObject(body) &&
      'dateTimeExampleDefaultFormat' in body &&
      isObject(jsonOf(request)) &&
      says(/createdAt/)(request) &&
      !says(/lastModifiedAt/)(request)
        ? { ...body, dateTimeExampleDefaultFormat: '' }
        : body,
    ),
  ),
  fault(
    'empty-arrays-as-objects-after-an-update',
    'Resources',
    'Reads show empty arrays as objects once the resource was updated.',
    emptyAfterUpdate,
  ),
  fault(
    'backslashes-as-they-are',
    'General',
    'A created resource is shown with bare backslashes.',
    bareBackslashes,
  ),
  fault(
    'fractions-of-a-cent-for-one-locale',
    'Resources',
    'The sum has a fraction for ja-JP.',
    fractionsInYen,
  ),
];
