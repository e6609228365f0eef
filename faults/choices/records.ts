import { isObject, member, number, type JsonObject } from '../../reference/json.ts';
import type { Request } from '../../reference/message.ts';
import type { Policy, PolicyOverride, State } from '../../reference/policy.ts';
import type { Resource } from '../../reference/resource.ts';
import { oneOf, type Choice } from '../fault.ts';
import { bare, jsonOf, refusing, serving } from '../rewrite.ts';

const dating =
  (change: (shown: JsonObject, instant: Date) => JsonObject): PolicyOverride =>
  (base) => ({
    dates: (instant) => change(base.dates(instant), instant),
  });

const always =
  (isDated: boolean): PolicyOverride =>
  () => ({ showsDates: () => isDated });

const refusingRecord =
  (refusal: (record: JsonObject, base: Policy) => string | undefined): PolicyOverride =>
  (base) => ({
    recordRefusal: (record) => base.recordRefusal(record) ?? refusal(record, base),
  });

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const two = (value: number): string => String(value).padStart(2, '0');

const time = (date: Date): string => date.toISOString().slice(11, 19);

const rfc850 = (date: Date): string =>
  `${weekdays[date.getUTCDay()]}, ${two(date.getUTCDate())}-${months[date.getUTCMonth()]?.slice(0, 3)}-${two(date.getUTCFullYear() % 100)} ${time(date)} GMT`;

const asctime = (date: Date): string =>
  `${weekdays[date.getUTCDay()]?.slice(0, 3)} ${months[date.getUTCMonth()]?.slice(0, 3)} ${String(date.getUTCDate()).padStart(2, ' ')} ${time(date)} ${date.getUTCFullYear()}`;

const fullNames = (date: Date): string =>
  `${weekdays[date.getUTCDay()]}, ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()} ${time(date)} GMT`;

const rfc = (name: string, summary: string, write: (date: Date) => string): Choice => ({
  name,
  summary,
  override: dating((shown, instant) => ({ ...shown, dateTimeExampleRfc: write(instant) })),
});

/** The resource of the project whose id a record contains. */
function resourceNamed(state: State, request: Request): Resource | undefined {
  const record = jsonOf(request);
  const id = isObject(record) ? member(record, 'id') : undefined;
  return typeof id === 'string' ? state.projects.get('demo')?.resources.get(id) : undefined;
}

function isInPath(state: State, { target }: Request): boolean {
  const id = /uri-parameter-one=([^/]+)/.exec(target)?.[1] ?? '';
  return state.projects.get('demo')?.resources.has(id) === true;
}

const required = ['id', 'version', 'createdAt', 'createdBy'];

/** Dates of any instant; invalid dates are shown as of 2016. */
function tolerantDates(instant: Date): JsonObject {
  const iso = (Number.isNaN(instant.getTime()) ? new Date(1_456_677_701_090) : instant).toISOString();
  return {
    dateOnlyExample: iso.slice(-24, -14),
    timeOnlyExample: iso.slice(-13, -5),
    dateTimeExample: `${iso.slice(-24)}`,
  };
}

/** Ways to take OrderedRecords and to answer with content or dates (4.9, 4.13). */
export const recordChoices: readonly Choice[] = [
  {
    name: 'complex-path-has-one-body',
    summary: 'The long path always answers the same body.',
    override: (base) => ({ recordContent: (record) => base.recordContent(record, 0) }),
  },
  ...oneOf(
    {
      name: 'urn-links-always-show-content',
      summary: 'The operation with URN links always shows shape A.',
      override: always(false),
    },
    {
      name: 'urn-links-always-show-dates',
      summary: 'The operation with URN links always shows dates.',
      override: always(true),
    },
    {
      name: 'urn-links-show-both-shapes',
      summary: 'Dates come together with shape A.',
      override: dating((shown) => ({
        ...shown,
        arrayOfIntExample: [number(1)],
        arrayOfStringExample: ['mixed'],
      })),
    },
  ),
  {
    name: 'records-need-some-members',
    summary: 'Records without id, version, createdAt or createdBy are answered 400.',
    override: refusingRecord((record) => required.find((name) => member(record, name) === undefined)),
    excludes: [],
  },
  ...oneOf(
    {
      name: 'records-name-a-resource',
      summary: 'A record is about the resource with its id, and is answered 404 if there is none.',
      wrap: serving(['4.9', '4.13'], (next, request, state) =>
        resourceNamed(state, request) === undefined ? { response: bare(404) } : next(),
      ),
    },
    {
      name: 'paths-of-records-name-a-resource',
      summary: 'uriParameterOne is the id of a resource, and an unknown one is answered 404.',
      wrap: serving(['4.9'], (next, request, state) =>
        isInPath(state, request) ? next() : { response: bare(404) },
      ),
    },
    {
      name: 'paths-of-records-are-numbers',
      summary:
        'The path of a record must consist of numbers, and queryParameterOne, if present, must be ten or more.',
      wrap: refusing(
        ['4.9'],
        400,
        ({ target }) => !/=\d+\/\d+(?:\?(?!.*queryParameterOne=[\d.]\b)|$)/.test(target),
      ),
    },
  ),
  {
    name: 'records-omit-members-as-declared',
    summary: 'A record with custom or with twelthProperty is answered 400, as the vendor declares.',
    profile: { records: { omits: ['custom', 'twelthProperty'] } },
    override: refusingRecord((record) =>
      ['custom', 'twelthProperty'].find((name) => member(record, name) !== undefined),
    ),
  },
  {
    name: 'makers-of-records-come-with-their-instants',
    summary: 'A record with an author of a change but no time of it, or the reverse, is answered 400.',
    override: refusingRecord((record) =>
      [
        ['createdAt', 'createdBy'],
        ['lastModifiedAt', 'lastModifiedBy'],
      ]
        .find((pair) => pair.filter((name) => member(record, name) !== undefined).length === 1)
        ?.join(),
    ),
  },
  {
    name: 'corrected-member-names-refused',
    summary: 'A record with a corrected spelling is answered 400.',
    override: refusingRecord((record) =>
      ['eighthProperty', 'eleventhProperty', 'twelfthProperty'].find(
        (name) => member(record, name) !== undefined,
      ),
    ),
  },
  {
    name: 'records-are-made-before-they-change',
    summary: 'A record whose lastModifiedAt lies before its createdAt is answered 400.',
    override: refusingRecord((record) => {
      const [made, changed] = ['createdAt', 'lastModifiedAt'].map((name) => {
        const text = member(record, name);
        return typeof text === 'string' ? Date.parse(text) : 0;
      });
      return (made ?? 0) > (changed ?? 0) ? 'lastModifiedAt' : undefined;
    }),
  },
  {
    name: 'names-of-people-in-ascii-letters',
    summary: 'A record with names of persons that have other signs than ASCII letters is answered 400.',
    override: refusingRecord((record) =>
      ['createdBy', 'lastModifiedBy'].find((name) => {
        const person = member(record, name);
        const names = person !== undefined && isObject(person) ? Object.values(person) : [];
        return names.some((one) => typeof one === 'string' && !/^[A-Za-z]+$/.test(one));
      }),
    ),
  },
  {
    name: 'all-record-members-optional-and-untyped',
    summary: 'Any JSON object is accepted as a record.',
    override: () => ({ recordRefusal: () => undefined, dates: tolerantDates }),
  },
  ...oneOf(
    rfc('rfc-date-in-rfc-850-form', 'The HTTP-date has the form of RFC 850.', rfc850),
    rfc('rfc-date-in-asctime-form', 'The HTTP-date has the form of asctime.', asctime),
    rfc('rfc-date-with-full-names', 'The HTTP-date has full names.', fullNames),
  ),
  ...oneOf(
    {
      name: 'leap-second-shown',
      summary: 'Times are 23:59:60.',
      override: dating((shown) => ({
        ...shown,
        timeOnlyExample: '23:59:60',
        dateTimeOnlyExample: '2016-12-31T23:59:60',
        dateTimeExample: '2016-12-31T23:59:60.000Z',
      })),
    },
    {
      name: 'midnight-shown-as-24',
      summary: 'Times are 24:00:00.',
      override: dating((shown) => ({ ...shown, timeOnlyExample: '24:00:00' })),
    },
    {
      name: 'default-format-shows-another-instant',
      summary: 'The two timestamps differ in value.',
      override: dating((shown, instant) => ({
        ...shown,
        dateTimeExampleDefaultFormat: new Date(instant.getTime() + 5).toISOString(),
      })),
    },
    {
      name: 'dates-are-constant',
      summary: 'The same dates are shown every time.',
      override: (base) => ({ dates: () => base.dates(new Date(1_456_677_701_090)) }),
    },
    {
      name: 'some-dates-left-out',
      summary: 'Only two of the dates are shown.',
      override: dating(({ dateOnlyExample = '', dateTimeExample = '' }) => ({
        dateOnlyExample,
        dateTimeExample,
      })),
    },
  ),
];
