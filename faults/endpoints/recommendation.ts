import { isObject, member } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { addingMilliseconds } from './record.ts';
import { answering, bare, content, jsonOf, refusing, succeeded, succeeding } from '../rewrite.ts';

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);

const carts = [
  ['4.17', 'cart'],
  ['4.18', 'cart-with-headers'],
] as const;

const records = [
  ['4.9', 'complex-path'],
  ['4.13', 'urn-links'],
] as const;

/** Shows one timestamp only, without milliseconds. */
const refusingMilliseconds =
  (operation: Operation, name: string): HandleWrap =>
  (next) =>
    refusing([operation], 400, (request) => {
      const value = member(jsonOf(request), name);
      return typeof value === 'string' && /\.\d{3}Z$/.test(value);
    })(addingMilliseconds(operation)(next));

/** Shows the last member of the table before the first. */
const isReversed = (body: Uint8Array): boolean => {
  const record = jsonOf({ body });
  const names = isObject(record) ? Object.keys(record) : [];
  const first = names.indexOf('id');
  const last = names.indexOf('fifteenthProperty');
  return last >= 0 && last < first;
};

const refusingInHtml = (...operations: readonly Operation[]): HandleWrap =>
  answering(operations, (response) =>
    succeeded(response) ? response : { ...bare(response.status), ...content('<p>no</p>', 'text/html') },
  );

/** Operations that ignore a recommendation, or a sentence like a recommendation (4.9, 4.10, 4.13, 4.17, 4.18). */
export const recommendationFaults: readonly Fault[] = [
  ...records.flatMap(([operation, called]) =>
    (['createdAt', 'lastModifiedAt'] as const)
      // One of these faults is older, and has its own name.
      .filter((name) => operation === '4.9' || name === 'lastModifiedAt')
      .map((name): Fault => ({
        name: `${called}-refuses-${name === 'createdAt' ? 'created-at' : 'last-modified-at'}-with-milliseconds`,
        warns: `${operation}/takes-documented-timestamps`,
        rows: [`OrderedRecord/${name}`],
        section: operation,
        expect: 'warn',
        summary: `${name} with milliseconds is answered 400; without them, it is accepted.`,
        wrap: refusingMilliseconds(operation, name),
      })),
  ),
  {
    name: 'urn-links-need-the-id-before-the-last-member',
    warns: '4.13/takes-members-in-any-order',
    section: '4.13',
    expect: 'warn',
    summary: 'A record whose last member comes before its first is answered 400.',
    wrap: refusing(['4.13'], 400, ({ body }) => isReversed(body)),
  },
  {
    name: 'version-in-exponent-form-refused',
    warns: '4.10/exponent-form-is-accepted',
    section: '4.10',
    expect: 'warn',
    summary: 'A version written with an exponent is answered 400.',
    wrap: refusing(['4.10'], 400, ({ body }) => /"version":\s*[\d.]+e/i.test(textOf(body))),
  },
  ...carts.flatMap(([operation, called]): readonly Fault[] => [
    {
      name: `${called}-answers-299`,
      warns: `${operation}/standard-status-codes`,
      rows: [`${operation}/response`, 'Errors/2'],
      section: operation,
      expect: 'warn',
      summary: `A cart is answered 299 at ${operation}.`,
      wrap: answering([operation], (response) =>
        succeeded(response) ? { ...response, status: 299 } : response,
      ),
    },
    {
      name: `${called}-labelled-as-text`,
      warns: `${operation}/json-content`,
      rows: [`${operation}/response`, 'Errors/2'],
      section: operation,
      expect: 'warn',
      summary: `A cart is labelled text/plain at ${operation}.`,
      wrap: succeeding([operation], (response) => ({
        ...response,
        headers: [['Content-Type', 'text/plain']],
      })),
    },
  ]),
  {
    name: 'errors-of-the-cart-as-html',
    warns: '4.17/errors-as-json',
    rows: ['Errors/2'],
    section: '4.17',
    expect: 'warn',
    summary: 'Refusals of the cart come as HTML.',
    wrap: refusingInHtml('4.17'),
  },
  {
    name: 'errors-of-the-namespace-action-as-html',
    warns: '4.16/errors-as-json',
    section: '4.16',
    expect: 'warn',
    summary: 'Refusals of the namespace action come as HTML.',
    wrap: refusingInHtml('4.16.GET', '4.16.POST'),
  },
];
