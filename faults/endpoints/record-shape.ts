import { isObject, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Request } from '../../reference/message.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { asking, bare, jsonOf, parameters, refusing, showing, succeeding } from '../rewrite.ts';

function fault(
  name: string,
  section: '4.9' | '4.13',
  summary: string,
  layer: Pick<Fault, 'override' | 'wrap'>,
  expect: Fault['expect'] = 'fail',
): Fault {
  return { name, summary, section, expect, ...layer };
}

const wrapped = (wrap: HandleWrap): Pick<Fault, 'wrap'> => ({ wrap });

const says =
  (text: string) =>
  ({ body }: Request): boolean =>
    new TextDecoder().decode(body).includes(text);

const enveloped = (operation: Operation): HandleWrap =>
  showing([operation], (body: Json) => ({ data: body }));

/** Takes a record only with its members in the order of the table, as far as three of them show it. */
const isPermuted = ({ body }: Request): boolean => {
  const record = jsonOf({ body });
  const names = isObject(record) ? Object.keys(record) : [];
  const places = ['version', 'custom', 'fifteenthProperty'].map((name) => names.indexOf(name));
  const found = places.filter((place) => place >= 0);
  return found.some((place, at) => at > 0 && place < (found[at - 1] ?? 0));
};

const second = (request: Request): boolean => parameters(request, 'queryParameterOne').includes('2');

/** Leaves out what dates could be made of, so that they are of the present. */
export const showingThePresent: HandleWrap = asking(['4.13'], (request) => ({
  ...request,
  target: request.target.replace(/[?&]queryParameterOne=[^&]*/, (found) => (found[0] === '?' ? '?' : '')),
  body: new TextEncoder().encode(
    new TextDecoder().decode(request.body).replaceAll(/"createdAt":"[^"]*",?/g, ''),
  ),
}));

const droppingZeros: PolicyOverride = (base) => ({
  dates(instant) {
    const iso = instant.toISOString().replace('.000Z', 'Z');
    return { ...base.dates(instant), dateTimeExample: iso };
  },
});

/** Answers to an OrderedRecord that are wrong for some requests only, or as a whole (4.9, 4.13). */
export const recordShapeFaults: readonly Fault[] = [
  fault('complex-path-answers-null', '4.9', 'The answer is null.', wrapped(showing(['4.9'], () => null))),
  fault(
    'complex-path-empty-for-one-parameter',
    '4.9',
    'With queryParameterOne=2 the answer has no body.',
    wrapped(succeeding(['4.9'], (response, request) => (second(request) ? bare(204) : response))),
  ),
  fault(
    'complex-path-fails-beyond-ascii',
    '4.9',
    'A record with é is answered 500.',
    wrapped(refusing(['4.9'], 500, says('é'))),
  ),
  fault(
    'complex-path-in-an-envelope',
    '4.9',
    'The answer comes inside a member data.',
    wrapped(enveloped('4.9')),
    'incomplete',
  ),
  fault(
    'complex-path-needs-the-order-of-the-table',
    '4.9',
    'A record in another order is answered 400.',
    wrapped(refusing(['4.9'], 400, isPermuted)),
    'warn',
  ),
  fault(
    'urn-links-fail-on-one-member',
    '4.13',
    'A record with custom is answered 500.',
    wrapped(refusing(['4.13'], 500, says('"custom"'))),
  ),
  fault('urn-links-answers-null', '4.13', 'The answer is null.', wrapped(showing(['4.13'], () => null))),
  fault(
    'urn-links-in-an-envelope',
    '4.13',
    'The answer comes inside a member data.',
    wrapped(enveloped('4.13')),
    'incomplete',
  ),
  {
    ...fault('present-drops-zero-milliseconds', '4.13', 'Dates of the present lose a fraction of 000.', {
      override: droppingZeros,
      wrap: showingThePresent,
    }),
    needs: ['generated'],
  },
];
