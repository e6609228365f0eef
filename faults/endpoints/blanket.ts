import { isObject, member, without, type Json } from '../../reference/json.ts';
import { fieldNames } from '../../reference/operations/object-type-property.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { Operation } from '../../reference/routes.ts';
import { latest } from '../../reference/state.ts';
import type { DeclaredProfile, Fault } from '../fault.ts';
import { parameters, refusing } from '../rewrite.ts';

const record = { id: 'a', version: '1', createdAt: '2016-02-28T16:41:41.090Z' };
const overwritten = { version: 1, objectTypeProperty: { arrayOfIntExample: [1] } };

/** A declared sample, so that nobody but the server can be at fault. */
const sampled = (operation: string, sample: DeclaredProfile = { query: {} }): Pick<Fault, 'profile'> => ({
  profile: { samples: { [operation]: sample } },
});

const failing: readonly (readonly [Operation, name: string, breaks: string, DeclaredProfile?])[] = [
  ['4.7', 'patch', '4.7/answers-without-server-error', { body: overwritten }],
  ['4.8', 'put', '4.8/answers-without-server-error', { body: overwritten }],
  ['4.9', 'complex-path', '4.9/answers-without-server-error', { body: record }],
  ['4.13', 'urn-links', '4.13/answers-without-server-error', { body: record }],
  ['4.14', 'product-search', '4.14/answers-without-server-error'],
  ['4.15', 'upload', '4.15/answers-without-server-error'],
  ['4.16.GET', 'namespace-read', '4.16/read-without-server-error'],
  ['4.16.POST', 'namespace-write', '4.16/write-without-server-error', { body: { note: 'a' } }],
];

const needsProperty = (actions: readonly Json[]): boolean =>
  actions.some(
    (action) => member(action, 'action') === 'doSomeThing' && member(action, 'someProperty') === undefined,
  );

const unscoped: readonly (readonly [Operation, name: string])[] = [
  ['4.7', 'patch'],
  ['4.8', 'put'],
  ['4.11', 'delete'],
];

/** Takes a token without scopes for a sufficient token. */
const openToEmpty =
  (operation: Operation): PolicyOverride =>
  (base) => ({
    access(about, caller) {
      const isEmpty = caller.token !== undefined && caller.token.scopes.length === 0;
      return about.operation === operation && isEmpty ? 'granted' : base.access.call(this, about, caller);
    },
  });

/** All creates update the same resource and state the same version, whatever their content. */
const oneVersionForCreates: PolicyOverride = (base) => ({
  createTarget: ({ project }) =>
    [...project.resources.values()].findLast((resource) => !latest(resource).deleted),
  created: (call, snapshot) => {
    const { policy } = call.state;
    const told = { ...snapshot, version: 1n };
    return base.created.call(policy, call, told);
  },
});

/** Operations that accept no request, or only requests that no run has to send. */
export const blanketFaults: readonly Fault[] = [
  ...failing.map(([operation, name, breaks, sample]) => ({
    name: `${name}-sample-always-500`,
    breaks,
    summary: `${operation} is always answered 500, the declared sample included.`,
    wrap: refusing([operation], 500),
    ...sampled(operation, sample),
  })),
  {
    name: 'create-always-500',
    breaks: '4.6/accepts-a-typed-body',
    summary: 'Every create is answered 500.',
    wrap: refusing(['4.6'], 500),
  },
  {
    name: 'complex-path-refuses-the-sample',
    breaks: '4.9/accepts-an-ordered-record',
    summary: 'The declared record is answered 422.',
    wrap: refusing(['4.9'], 422),
    ...sampled('4.9', { body: record }),
  },
  {
    name: 'urn-links-refuse-the-sample',
    breaks: '4.13/accepts-an-ordered-record',
    summary: 'The declared record is answered 422.',
    wrap: refusing(['4.13'], 422),
    ...sampled('4.13', { body: record }),
  },
  {
    name: 'read-needs-a-parameter',
    breaks: '4.2/optional-parameters',
    summary: 'A read without optionalQueryParameter is answered 400.',
    wrap: refusing(['4.2'], 400, (request) => parameters(request, 'optionalQueryParameter').length === 0),
  },
  {
    name: 'do-something-needs-a-property',
    breaks: '4.10/do-something-needs-no-fields',
    summary: 'doSomeThing without someProperty is answered 400.',
    override: (base) => ({
      actionsRefusal: (actions) =>
        needsProperty(actions) ? 'someProperty is missing' : base.actionsRefusal(actions),
    }),
  },
  {
    name: 'delete-refuses-manage-test',
    breaks: '4.11/manage-test-suffices',
    summary: 'A delete needs manage_products.',
    override: (base) => ({
      opening: (operation) => (operation === '4.11' ? ['manage_products'] : base.opening(operation)),
    }),
  },
  {
    name: 'put-refuses-manage-test',
    breaks: '4.8/manage-test-suffices',
    summary: 'PUT needs manage_products.',
    override: (base) => ({
      opening: (operation) => (operation === '4.8' ? ['manage_products'] : base.opening(operation)),
    }),
  },
  ...unscoped.map(([operation, name]) => ({
    name: `${name}-open-to-tokens-of-no-scope`,
    breaks: `${operation}/refused-to-no-scope`,
    summary: `${operation} accepts tokens without any scope.`,
    override: openToEmpty(operation),
  })),
  {
    name: 'collection-shows-only-paging',
    section: '4.1',
    expect: 'incomplete',
    summary: 'The collection shows no documented member.',
    override: (base) => ({
      collectionPage(call, seen, fields) {
        const page = base.collectionPage(call, seen, fields);
        return isObject(page) ? without(page, ...fieldNames) : page;
      },
    }),
  },
  {
    name: 'creates-tell-one-version',
    section: 'Versioning',
    expect: 'incomplete',
    summary: 'All creates yield the same resource and show version 1.',
    override: oneVersionForCreates,
  },
];
