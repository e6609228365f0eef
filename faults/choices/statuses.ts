import { empty } from '../../reference/call.ts';
import { headerOf } from '../../reference/message.ts';
import type { Response } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { oneOf, type Choice } from '../fault.ts';
import { answering, bare, serving, succeeding } from '../rewrite.ts';

const reads: readonly Operation[] = ['4.1', '4.2', '4.3', '4.4', '4.12'];
const writes: readonly Operation[] = ['4.6', '4.9', '4.11', '4.13'];
const shop: readonly Operation[] = ['4.14', '4.15', '4.16.GET', '4.16.POST', '4.17', '4.18'];

const as203 = (response: Response): Response =>
  response.status === 204 ? response : { ...response, status: 203 };

/** A transforming cache answers the first request of each operation, and every second request after it. */
const sometimes203: HandleWrap = (next) => {
  const asked = new Map<Operation | undefined, number>();
  return succeeding(reads, (response, request) => {
    const operation = operationOf(request);
    const before = asked.get(operation) ?? 0;
    asked.set(operation, before + 1);
    return before % 2 === 0 ? as203(response) : response;
  })(next);
};

/** Answers 422 in place of 400: refused for content, and not for syntax. */
const as422 = answering(
  ['4.1', '4.2', '4.4', '4.6', '4.7', '4.8', '4.9', '4.10', '4.12', '4.13', '4.15'],
  (response) => (response.status === 400 ? { ...response, status: 422 } : response),
);

/** Redirects reads of the collection permanently to another query with the same meaning. */
const collectionMoved: HandleWrap = serving(['4.1'], (next, request) => {
  if (request.target.includes('view=list')) return next();
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(request.target) ?? [];
  const location = `${path}?${query === '' ? '' : `${query}&`}view=list`;
  return { response: { ...bare(308), headers: [['Location', location]] } };
});

const isOther = (method: string): boolean =>
  !['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method);

/** OPTIONS is answered with the allowed methods. */
const optionsAnswered: HandleWrap = (next) => (state, request, now) =>
  isOther(request.method)
    ? { response: { ...bare(204), headers: [['Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE']] } }
    : next(state, request, now);

/** A method without an operation is answered as if the path did not exist. */
const methodsUnknown: HandleWrap = answering(undefined, (response) =>
  response.status === 405 ? empty(404) : response,
);

/** A header has to begin with the word Bearer to be read. */
const schemeRefused: HandleWrap = (next) => (state, request, now) => {
  const given = headerOf(request, 'authorization');
  if (given === undefined || given.startsWith('Bearer ')) return next(state, request, now);
  return { response: bare(400) };
};

/** Success and refusal with other statuses that are equally valid. */
export const statusChoices: readonly Choice[] = [
  ...oneOf(
    {
      name: 'reads-answer-203',
      summary: 'Reads and searches are answered 203, as by a proxy that transforms.',
      wrap: succeeding(reads, as203),
    },
    {
      name: 'reads-answer-203-at-times',
      summary: 'Every second read or search is answered 203.',
      wrap: sometimes203,
    },
  ),
  {
    name: 'writes-answer-203',
    summary: 'Creates, records and deletes are answered 203.',
    wrap: succeeding(writes, as203),
  },
  {
    name: 'shop-answers-203',
    summary: 'The operations of the shop are answered 203.',
    wrap: succeeding(shop, as203),
  },
  {
    name: 'product-search-answers-204',
    summary: 'The product search is answered 204.',
    wrap: succeeding(['4.14'], () => bare(204)),
    profile: { search: { method: 'POST' } },
    excludes: [
      'product-search-by-get',
      'product-search-finds-nothing',
      'product-search-answers-an-array',
      'shop-answers-203',
    ],
  },
  {
    name: 'validation-answered-422',
    summary: 'A body that cannot be processed is answered 422 in place of 400.',
    wrap: as422,
  },
  {
    name: 'collection-moved-to-a-query',
    summary: 'Reads of the collection are redirected with 308.',
    wrap: collectionMoved,
    excludes: [
      'redirects-to-a-trailing-slash',
      'unknown-parameters-refused',
      'unknown-parameters-answered-422',
    ],
  },
  {
    name: 'options-answered',
    summary: 'OPTIONS is answered 204 with the methods allowed.',
    wrap: optionsAnswered,
  },
  {
    name: 'other-methods-answered-404',
    summary: 'Methods that a path does not support are answered 404.',
    wrap: methodsUnknown,
  },
  {
    name: 'other-schemes-cannot-be-read',
    summary: 'An Authorization header that does not begin with Bearer is answered 400.',
    wrap: schemeRefused,
    excludes: ['bearer-spelled-exactly'],
  },
];
