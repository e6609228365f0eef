import { isArray, isObject, JsonNumber, member, type Json, type JsonObject } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import {
  asking,
  bare,
  insteadOfSuccess,
  jsonOf,
  parameters,
  refusing,
  serving,
  showing,
} from '../rewrite.ts';

const wrapped = (wrap: HandleWrap) => ({ wrap });
const refused = (operation: Operation, status: number) => wrapped(refusing([operation], status));
const instead = (operation: Operation, status: number, text = '', type = 'text/plain') =>
  wrapped(insteadOfSuccess([operation], status, text, type));

/** Changes one member in each body of 4.9 that has it. */
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

/** Makes a member of one of the four bodies of 4.9 a text. */
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

/** The two values in the long path. */
const pathValues = ({ target }: Parameters<typeof parameters>[0]): readonly string[] =>
  (target.split('?', 1)[0] ?? '')
    .split('/')
    .slice(-2)
    .map((segment) => decodeURIComponent(segment.replace(/^uri-parameter-one=/, '')));

const loosely = (text: string): Json => (/^\d+$/.test(text) ? new JsonNumber(String(Number(text))) : text);

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);

const saysMilliseconds = ({ body }: { readonly body: Uint8Array }): boolean =>
  /"createdAt":"[^"]*\.\d{3}Z"/.test(textOf(body));

/** Accepts also timestamps without a fraction. */
export const addingMilliseconds = (operation: Operation): HandleWrap =>
  asking([operation], (request) => ({
    ...request,
    body: new TextEncoder().encode(textOf(request.body).replace(/(T\d\d:\d\d:\d\d)Z"/g, '$1.000Z"')),
  }));

/** OrderedRecords that are refused, or answered in a wrong form (4.9, 4.13). */
export const recordFaults: readonly Fault[] = [
  {
    name: 'complex-path-not-supported',
    breaks: '4.9/route-exists',
    summary: 'The long path is answered 405.',
    ...refused('4.9', 405),
  },
  {
    name: 'every-second-record-answered-500',
    section: '4.13',
    expect: 'incomplete',
    summary: 'Every second request with a record is answered 500, for any content.',
    wrap: (next) => {
      let asked = 0;
      return serving(['4.13'], (onward) => ((asked += 1) % 2 === 0 ? { response: bare(500) } : onward()))(
        next,
      );
    },
  },
  {
    name: 'complex-path-without-equals-sign',
    section: '4.9',
    expect: 'incomplete',
    summary: 'The segment with the equal sign is unknown.',
    ...refused('4.9', 404),
  },
  {
    name: 'complex-path-refuses-json',
    breaks: '4.9/accepts-application-json',
    summary: 'A record in application/json is answered 415.',
    ...refused('4.9', 415),
  },
  {
    name: 'complex-path-answers-an-array',
    breaks: '4.9/answers-with-content',
    summary: 'The answer is an array.',
    wrap: showing(['4.9'], (body) => [body]),
  },
  {
    name: 'complex-path-answers-text',
    breaks: '4.9/answers-with-content',
    summary: 'The answer is text.',
    ...instead('4.9', 200, 'done'),
  },
  {
    name: 'complex-path-answers-204',
    breaks: '4.9/answers-with-content',
    summary: 'The answer is 204.',
    ...instead('4.9', 204),
  },
  {
    name: 'complex-path-answers-empty-200',
    breaks: '4.9/answers-with-content',
    summary: 'The answer is 200 without a body.',
    ...instead('4.9', 200),
  },
  {
    name: 'complex-path-integers-as-text',
    breaks: '4.9/answers-with-content',
    summary: 'Integers of the answer are strings.',
    ...ill('arrayOfIntExample', textual),
  },
  {
    name: 'complex-path-strings-null',
    section: '4.9',
    expect: 'incomplete',
    summary: 'arrayOfStringExample of the answer is null.',
    ...ill('arrayOfStringExample', () => null),
  },
  {
    name: 'complex-path-second-body-ill-typed',
    breaks: '4.9/answers-with-content',
    alsoBreaks: {
      clauses: /^4\.13\/answers-with-content-or-dates$/,
      because: 'the reference shows the content of both sections with the same code',
    },
    summary: 'The second of the four bodies has a string for an array.',
    ...illInOne(1, 'arrayOfTwonumbersExample'),
  },
  {
    name: 'complex-path-third-body-ill-typed',
    breaks: '4.9/answers-with-content',
    summary: 'The third of the four bodies has a string for an array.',
    ...illInOne(2, 'arrayOfStringExample'),
  },
  {
    name: 'complex-path-fourth-body-ill-typed',
    breaks: '4.9/answers-with-content',
    alsoBreaks: {
      clauses: /^4\.13\/answers-with-content-or-dates$/,
      because: 'the reference shows the content of both sections with the same code',
    },
    summary: 'The fourth of the four bodies has a string for an array.',
    ...illInOne(3, 'arrayOfObjectType'),
  },
  {
    name: 'complex-path-digits-as-numbers-in-one-body',
    breaks: 'Resources/array-of-string-example-holds-strings',
    section: '4.9',
    summary: 'With queryParameterOne=2 the values of the path are shown, and digits as numbers.',
    wrap: showing(['4.9'], (body, request) =>
      isObject(body) && parameters(request, 'queryParameterOne').includes('2')
        ? { ...body, arrayOfStringExample: pathValues(request).map(loosely) }
        : body,
    ),
  },
  {
    name: 'complex-path-reads-query-parameter-as-integer',
    breaks: '4.9/takes-floats',
    summary: 'queryParameterOne written with a point is answered 400.',
    wrap: refusing(['4.9'], 400, hasPoint),
  },
  {
    name: 'complex-path-takes-one-digit-before-the-point',
    breaks: '4.9/takes-floats',
    summary: 'queryParameterOne written with several digits and a point is answered 400.',
    wrap: refusing(['4.9'], 400, (request) =>
      parameters(request, 'queryParameterOne').some((value) => /^\d{2,}\./.test(value)),
    ),
  },
  {
    name: 'urn-links-not-supported',
    breaks: '4.13/route-exists',
    summary: 'The operation is answered 501.',
    ...refused('4.13', 501),
  },
  {
    name: 'urn-links-refuses-json',
    breaks: '4.13/accepts-application-json',
    summary: 'A record in application/json is answered 415.',
    ...refused('4.13', 415),
  },
  {
    name: 'urn-links-answers-an-array',
    breaks: '4.13/answers-with-content-or-dates',
    summary: 'The answer is an array.',
    wrap: showing(['4.13'], (body) => [body]),
  },
  {
    name: 'urn-links-answers-text',
    breaks: '4.13/answers-with-content-or-dates',
    summary: 'The answer is text.',
    ...instead('4.13', 200, 'done'),
  },
  {
    name: 'urn-links-answers-204',
    breaks: '4.13/answers-with-content-or-dates',
    summary: 'The answer is 204.',
    ...instead('4.13', 204),
  },
  {
    name: 'urn-links-reads-query-parameter-as-integer',
    breaks: '4.13/takes-floats',
    summary: 'queryParameterOne written with a point is answered 400.',
    wrap: refusing(['4.13'], 400, hasPoint),
  },
  {
    name: 'urn-links-content-ill-typed',
    breaks: '4.13/answers-with-content-or-dates',
    summary: 'Arrays of shape A are strings.',
    wrap: showing(['4.13'], (body) =>
      isObject(body) && member(body, 'dateOnlyExample') === undefined
        ? Object.fromEntries(Object.keys(body).map((name) => [name, 'ill-typed']))
        : body,
    ),
  },
  {
    name: 'long-path-refuses-one-member',
    section: '4.9',
    expect: 'incomplete',
    summary: 'A record with twelthProperty, spelled as documented, is answered 400 at 4.9.',
    wrap: refusing(['4.9'], 400, (request) => member(jsonOf(request), 'twelthProperty') !== undefined),
  },
  {
    name: 'urn-links-refuses-who-made-and-changed',
    section: '4.13',
    expect: 'incomplete',
    summary: 'A record with createdBy or lastModifiedBy is answered 422 at 4.13.',
    wrap: refusing(['4.13'], 422, (request) =>
      ['createdBy', 'lastModifiedBy'].some((name) => member(jsonOf(request), name) !== undefined),
    ),
  },
  {
    name: 'urn-links-refuses-documented-timestamps',
    warns: '4.13/takes-documented-timestamps',
    rows: ['OrderedRecord/createdAt'],
    section: '4.13',
    expect: 'warn',
    summary: 'A createdAt with milliseconds is answered 400; without them, it is accepted.',
    wrap: (next) => refusing(['4.13'], 400, saysMilliseconds)(addingMilliseconds('4.13')(next)),
  },
];
