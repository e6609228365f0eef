import { isObject, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Request } from '../../reference/message.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { asking, bare, jsonOf, parameters, refusing, showing, succeeding, withJson } from '../rewrite.ts';

const says =
  (text: string) =>
  ({ body }: Request): boolean =>
    new TextDecoder().decode(body).includes(text);

const enveloped = (operation: Operation): HandleWrap =>
  showing([operation], (body: Json) => ({ data: body }));

/** Accepts a record only if three members are in the order of the table. */
const isPermuted = ({ body }: Request): boolean => {
  const record = jsonOf({ body });
  const names = isObject(record) ? Object.keys(record) : [];
  const places = ['version', 'custom', 'fifteenthProperty'].map((name) => names.indexOf(name));
  const found = places.filter((place) => place >= 0);
  return found.some((place, at) => at > 0 && place < (found[at - 1] ?? 0));
};

const corrected = ['eighthProperty', 'eleventhProperty', 'twelfthProperty'];

/** The names of members in their order. */
const namesIn = ({ body }: Request): readonly string[] => {
  const record = jsonOf({ body });
  return isObject(record) ? Object.keys(record) : [];
};

/** A record that neither begins nor ends with its id. */
const hasIdInside = (request: Request): boolean => {
  const names = namesIn(request);
  const at = names.indexOf('id');
  return at > 0 && at < names.length - 1;
};

/** Whether a record changed on a day other than its creation. */
const changedLater = ({ body }: Request): boolean => {
  const record = jsonOf({ body });
  const [made, changed] = ['createdAt', 'lastModifiedAt'].map((name) => {
    const value = isObject(record) ? record[name] : undefined;
    return typeof value === 'string' ? value.slice(0, 10) : undefined;
  });
  return made !== undefined && changed !== undefined && made !== changed;
};

const second = (request: Request): boolean => parameters(request, 'queryParameterOne').includes('2');

/** Removes the sources of dates, so that the answer shows dates of the present. */
export const showingThePresent: HandleWrap = asking(['4.13'], (request) => ({
  ...request,
  target: request.target.replace(/[?&]queryParameterOne=[^&]*/, (found) => (found[0] === '?' ? '?' : '')),
  body: new TextEncoder().encode(
    new TextDecoder().decode(request.body).replaceAll(/"createdAt":"[^"]*",|,?"createdAt":"[^"]*"/g, ''),
  ),
}));

const droppingZeros: PolicyOverride = (base) => ({
  dates(instant) {
    const iso = instant.toISOString().replace('.000Z', 'Z');
    return { ...base.dates(instant), dateTimeExample: iso };
  },
});

/** Wrong answers to an OrderedRecord, for all requests or for some (4.9, 4.13). */
export const recordShapeFaults: readonly Fault[] = [
  {
    name: 'complex-path-answers-null',
    breaks: '4.9/answers-with-content',
    summary: 'The answer is null.',
    wrap: showing(['4.9'], () => null),
  },
  {
    name: 'complex-path-empty-for-one-parameter',
    breaks: '4.9/answers-with-content',
    summary: 'With queryParameterOne=2 the answer has no body.',
    wrap: succeeding(['4.9'], (response, request) => (second(request) ? bare(204) : response)),
  },
  {
    name: 'complex-path-fails-beyond-ascii',
    breaks: '4.9/plain-values-provoke-no-error',
    rows: ['4.9/request'],
    summary: 'A record with é is answered 500.',
    wrap: refusing(['4.9'], 500, says('é')),
  },
  {
    name: 'complex-path-decoded-twice',
    breaks: '4.9/plain-values-provoke-no-error',
    rows: ['4.9/request'],
    summary: 'A percent sign in the path is answered 500: the path is decoded twice.',
    wrap: refusing(['4.9'], 500, ({ target }) => target.split('?', 1)[0]?.includes('%25') === true),
  },
  {
    name: 'complex-path-fails-on-names-beyond-latin-1',
    breaks: '4.9/plain-values-provoke-no-error',
    rows: ['4.9/request', 'OrderedRecord/createdBy'],
    summary: 'A record is answered 500 if the name of its creator has a letter beyond Latin-1.',
    wrap: refusing(['4.9'], 500, ({ body }) =>
      /"createdBy":\{[^}]*[\u0100-\u{10ffff}]/u.test(new TextDecoder().decode(body)),
    ),
  },
  {
    name: 'complex-path-in-an-envelope',
    section: '4.9',
    expect: 'incomplete',
    summary: 'The answer comes inside a member data.',
    wrap: enveloped('4.9'),
  },
  {
    name: 'complex-path-needs-the-order-of-the-table',
    warns: '4.9/takes-members-in-any-order',
    section: '4.9',
    expect: 'warn',
    summary: 'A record in another order is answered 400.',
    wrap: refusing(['4.9'], 400, isPermuted),
  },
  {
    name: 'urn-links-fail-on-one-member',
    breaks: '4.13/plain-values-provoke-no-error',
    rows: ['OrderedRecord/custom'],
    summary: 'A record with custom is answered 500.',
    wrap: refusing(['4.13'], 500, says('"custom"')),
  },
  {
    name: 'urn-links-answers-null',
    breaks: '4.13/answers-with-content-or-dates',
    summary: 'The answer is null.',
    wrap: showing(['4.13'], () => null),
  },
  {
    name: 'urn-links-in-an-envelope',
    section: '4.13',
    expect: 'incomplete',
    summary: 'The answer comes inside a member data.',
    wrap: enveloped('4.13'),
  },
  {
    name: 'complex-path-needs-the-id-first-or-last',
    warns: '4.9/takes-members-in-any-order',
    section: '4.9',
    expect: 'warn',
    summary: 'A record with its id between other members is answered 400.',
    needs: ['generated'],
    wrap: refusing(['4.9'], 400, hasIdInside),
  },
  {
    name: 'urn-links-refuse-records-changed-later',
    warns: '4.13/takes-documented-timestamps',
    section: '4.13',
    expect: 'warn',
    summary: 'A record changed on another day than created is answered 422.',
    needs: ['generated'],
    wrap: refusing(['4.13'], 422, changedLater),
  },
  {
    name: 'urn-links-text-for-corrected-names',
    breaks: '4.13/answers-with-content-or-dates',
    summary: 'If a name of the record has its dictionary spelling, the answer is a text.',
    needs: ['generated'],
    wrap: succeeding(['4.13'], (response, request) =>
      corrected.some((name) => namesIn(request).includes(name))
        ? withJson(response, 'unknown member')
        : response,
    ),
  },
  {
    name: 'present-drops-zero-milliseconds',
    breaks: '4.13/answers-with-content-or-dates',
    summary: 'Dates of the present lose a fraction of 000.',
    needs: ['generated'],
    override: droppingZeros,
    wrap: showingThePresent,
  },
];
