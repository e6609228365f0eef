import type { Fault } from '../fault.ts';
import { match } from '../../reference/routes.ts';
import { refusing, serving } from '../rewrite.ts';

/** Answers in the form of unknown paths. */
const unrouted = serving(['4.10'], (_next, _request, state) => ({
  response: state.policy.error(state, 404, 'no such path'),
}));

/** Requests about an existing resource get the answer of an unknown path. */
const unroutedWhenFound = serving(['4.10'], (next, request, state) => {
  const found = match(request.method, request.target);
  const id = found.kind === 'operation' ? found.path['id'] : undefined;
  const isThere = [...state.projects.values()].some(({ resources }) => resources.has(id ?? ''));
  return isThere ? { response: state.policy.error(state, 404, 'no such path') } : next();
});

/** Documented operations and media types: refused as unsupported, or answered by an internal error. */
export const unsupportedFaults: readonly Fault[] = [
  {
    name: 'read-not-supported',
    breaks: '4.2/route-exists',
    summary: 'A read by id is answered 405.',
    wrap: refusing(['4.2'], 405),
  },
  {
    name: 'create-not-supported',
    breaks: '4.6/route-exists',
    summary: 'A create is answered 405.',
    wrap: refusing(['4.6'], 405),
  },
  {
    name: 'create-refuses-json',
    breaks: '4.6/accepts-application-json',
    summary: 'A create in application/json is answered 415.',
    wrap: refusing(['4.6'], 415),
  },
  {
    name: 'delete-not-supported',
    breaks: '4.11/route-exists',
    summary: 'A delete is answered 405.',
    wrap: refusing(['4.11'], 405),
  },
  {
    name: 'update-not-supported',
    breaks: '4.10/route-exists',
    summary: 'An update is answered 405.',
    wrap: refusing(['4.10'], 405),
  },
  {
    name: 'update-not-implemented',
    breaks: '4.10/route-exists',
    summary: 'An update is answered 501.',
    wrap: refusing(['4.10'], 501),
  },
  {
    name: 'update-not-routed',
    breaks: '4.10/route-exists',
    summary: 'An update is answered 404, like a path that does not exist.',
    needs: ['declaration'],
    profile: { auth: { '4.10': { required: true, anyOf: ['manage_test'] } } },
    wrap: unrouted,
  },
  {
    name: 'update-routed-to-nothing',
    breaks: '4.10/route-exists',
    summary:
      'An update of an existing resource is answered like a path that does not exist; an unknown id is named as such.',
    wrap: unroutedWhenFound,
  },
  {
    name: 'update-refuses-json',
    breaks: '4.10/accepts-application-json',
    summary: 'An update in application/json is answered 415.',
    wrap: refusing(['4.10'], 415),
  },
  {
    name: 'update-always-500',
    breaks: '4.10/matching-version-is-accepted',
    rows: ['4.10/purpose'],
    summary: 'Every update is answered 500.',
    wrap: refusing(['4.10'], 500),
  },
  {
    name: 'read-by-key-not-supported',
    breaks: '4.3/route-exists',
    summary: 'A read by key is answered 405.',
    wrap: refusing(['4.3'], 405),
  },
  {
    name: 'overwrites-not-supported',
    breaks: '4.7/route-exists',
    summary: 'PATCH on the collection is answered 405.',
    wrap: refusing(['4.7'], 405),
  },
  {
    name: 'put-not-supported',
    breaks: '4.8/route-exists',
    summary: 'PUT on the collection is answered 501.',
    wrap: refusing(['4.8'], 501),
  },
  {
    name: 'patch-refuses-json',
    breaks: '4.7/accepts-application-json',
    summary: 'PATCH in application/json is answered 415.',
    wrap: refusing(['4.7'], 415),
  },
  {
    name: 'put-refuses-json',
    breaks: '4.8/accepts-application-json',
    summary: 'PUT in application/json is answered 415.',
    wrap: refusing(['4.8'], 415),
  },
  {
    name: 'create-fails-beyond-ascii',
    breaks: '4.6/plain-values-provoke-no-error',
    rows: ['4.6/request'],
    summary: 'A create with a letter beyond ASCII is answered 500.',
    wrap: refusing(['4.6'], 500, ({ body }) => body.some((octet) => octet > 127)),
  },
  {
    name: 'update-fails-beyond-ascii',
    breaks: '4.10/plain-values-provoke-no-error',
    summary: 'An update with a letter beyond ASCII is answered 500.',
    wrap: refusing(['4.10'], 500, ({ body }) => body.some((octet) => octet > 127)),
  },
];
