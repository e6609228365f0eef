import { isObject, member, without, type Json } from '../../reference/json.ts';
import { fieldNames } from '../../reference/operations/object-type-property.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Operation } from '../../reference/routes.ts';
import { latest } from '../../reference/state.ts';
import type { DeclaredProfile, Fault } from '../fault.ts';
import { parameters, refusing } from '../rewrite.ts';

interface Told {
  readonly expect?: Fault['expect'];
  readonly profile?: DeclaredProfile;
}

function fault(
  name: string,
  section: string,
  summary: string,
  change: { readonly wrap: HandleWrap } | { readonly override: PolicyOverride },
  told: Told = {},
): Fault {
  return { name, section, summary, expect: 'fail', ...change, ...told };
}

const record = { id: 'a', version: '1', createdAt: '2016-02-28T16:41:41.090Z' };
const overwritten = { version: 1, objectTypeProperty: { arrayOfIntExample: [1] } };

/** A declared sample, so that nothing but the server is left to blame. */
const sampled = (operation: string, sample: DeclaredProfile = { query: {} }): Told => ({
  profile: { samples: { [operation]: sample } },
});

const failing: readonly (readonly [Operation, name: string, Told])[] = [
  ['4.7', 'patch', sampled('4.7', { body: overwritten })],
  ['4.8', 'put', sampled('4.8', { body: overwritten })],
  ['4.9', 'complex-path', sampled('4.9', { body: record })],
  ['4.13', 'urn-links', sampled('4.13', { body: record })],
  ['4.14', 'product-search', sampled('4.14')],
  ['4.15', 'upload', sampled('4.15')],
  ['4.16.GET', 'namespace-read', sampled('4.16.GET')],
  ['4.16.POST', 'namespace-write', sampled('4.16.POST', { body: { note: 'a' } })],
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

/** Takes a token that holds nothing for one that holds enough. */
const openToEmpty =
  (operation: Operation): PolicyOverride =>
  (base) => ({
    access(about, caller) {
      const isEmpty = caller.token !== undefined && caller.token.scopes.length === 0;
      return about.operation === operation && isEmpty ? 'granted' : base.access.call(this, about, caller);
    },
  });

/** All creates land on one resource and tell one version, whatever it holds by then. */
const oneVersionForCreates: PolicyOverride = (base) => ({
  createTarget: ({ project }) =>
    [...project.resources.values()].findLast((resource) => !latest(resource).deleted),
  created: (call, snapshot) => {
    const { policy } = call.state;
    const told = { ...snapshot, version: 1n };
    return base.created.call(policy, call, told);
  },
});

/** Operations of which nothing, or only what needs not be sent, is ever accepted. */
export const blanketFaults: readonly Fault[] = [
  ...failing.map(([operation, name, told]) =>
    fault(
      `${name}-sample-always-500`,
      operation.replace(/\.(GET|POST)$/, ''),
      `${operation} is always answered 500, the declared sample included.`,
      { wrap: refusing([operation], 500) },
      told,
    ),
  ),
  fault('create-always-500', '4.6', 'Every create is answered 500.', { wrap: refusing(['4.6'], 500) }),
  fault(
    'complex-path-refuses-the-sample',
    '4.9',
    'The declared record is answered 422.',
    { wrap: refusing(['4.9'], 422) },
    sampled('4.9', { body: record }),
  ),
  fault(
    'urn-links-refuse-the-sample',
    '4.13',
    'The declared record is answered 422.',
    { wrap: refusing(['4.13'], 422) },
    sampled('4.13', { body: record }),
  ),
  fault('read-needs-a-parameter', '4.2', 'A read without optionalQueryParameter is answered 400.', {
    wrap: refusing(['4.2'], 400, (request) => parameters(request, 'optionalQueryParameter').length === 0),
  }),
  fault('do-something-needs-a-property', '4.10', 'doSomeThing without someProperty is answered 400.', {
    override: (base) => ({
      actionsRefusal: (actions) =>
        needsProperty(actions) ? 'someProperty is missing' : base.actionsRefusal(actions),
    }),
  }),
  fault('delete-refuses-manage-test', '4.11', 'A delete needs manage_products.', {
    override: (base) => ({
      opening: (operation) => (operation === '4.11' ? ['manage_products'] : base.opening(operation)),
    }),
  }),
  ...unscoped.map(([operation, name]) =>
    fault(
      `${name}-open-to-tokens-of-no-scope`,
      operation,
      `${operation} takes tokens that hold no scope at all.`,
      { override: openToEmpty(operation) },
    ),
  ),
  fault(
    'collection-shows-only-paging',
    '4.1',
    'The collection shows no documented member.',
    {
      override: (base) => ({
        collectionPage(call, seen, fields) {
          const page = base.collectionPage(call, seen, fields);
          return isObject(page) ? without(page, ...fieldNames) : page;
        },
      }),
    },
    { expect: 'incomplete' },
  ),
  fault(
    'creates-tell-one-version',
    'Versioning',
    'All creates land on one resource and tell version 1.',
    { override: oneVersionForCreates },
    { expect: 'incomplete' },
  ),
];
