import type { Access, Opening, Policy, PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { isAmong } from '../access/guarded.ts';
import type { Choice } from '../fault.ts';
import { answering, bare, content, hangingUp, serving } from '../rewrite.ts';

const unscoped: readonly Operation[] = ['4.9', '4.13', '4.16.GET', '4.16.POST', '4.17', '4.18'];
const lists: readonly Operation[] = ['4.1', '4.4', '4.12'];

function opening(where: readonly Operation[], to: Opening): PolicyOverride {
  return (base) => ({ opening: (operation) => (isAmong(where, operation) ? to : base.opening(operation)) });
}

/** Another status for refusals of access. */
function refused(
  name: string,
  summary: string,
  statusFor: (access: Exclude<Access, 'granted'>) => number,
): Choice {
  const refusal: Policy['refusal'] = ({ state }, access) =>
    state.policy.error(state, statusFor(access), 'access is refused');
  return { name, summary, override: () => ({ refusal }) };
}

/** Refuses insufficient callers by an empty list, if sufficient callers see resources. */
const filtering: HandleWrap = serving(lists, (next, request) => {
  const reply = next();
  if (!('response' in reply) || reply.response.status !== 403) return reply;
  const page =
    operationOf(request) === '4.1'
      ? '{"arrayOfIntExample":[],"limit":500,"count":0,"total":0}'
      : '{"limit":20,"count":0,"total":0,"results":[]}';
  return { response: { ...bare(200), ...content(page, 'application/json') } };
});

/** Puts every refusal into a 200, except refusals of existence checks. */
const enveloping: HandleWrap = serving(undefined, (next, request) => {
  const reply = next();
  const isRefusal = 'response' in reply && [401, 403].includes(reply.response.status);
  if (!isRefusal || request.method === 'HEAD') return reply;
  const { status } = reply.response;
  return { response: { ...bare(200), ...content(`{"error":{"code":${status}}}`, 'application/json') } };
});

/** Redirects reads without a valid token to a page for people; the page exists for any address. */
const sendingToLogin: HandleWrap = (next) => (state, request, now) => {
  if (request.target.startsWith('/login'))
    return { response: { ...bare(200), ...content('<h1>Log in</h1>', 'text/html') } };
  const reply = next(state, request, now);
  const isRefusal = 'response' in reply && reply.response.status === 401;
  if (!isRefusal || !['GET', 'HEAD'].includes(request.method)) return reply;
  return { response: { ...bare(302), headers: [['Location', '/login?next=resource']] } };
};

const login = '<h1>Log in</h1><form method="post"><input name="user"></form>';

/** Redirects every request without a valid token to a page for people. */
const sendingStrangersToLogin: HandleWrap = (next) => (state, request, now) => {
  if (request.target.startsWith('/login'))
    return { response: { ...bare(200), ...content(login, 'text/html') } };
  const reply = next(state, request, now);
  const isRefusal = 'response' in reply && reply.response.status === 401;
  if (!isRefusal) return reply;
  const to = `/login?next=${encodeURIComponent(request.target)}`;
  return { response: { ...bare(302), headers: [['Location', to]] } };
};

const styles = [
  'all-refusals-403',
  'all-refusals-401',
  'insufficient-scope-hidden-as-404',
  'all-refusals-400',
  'refusals-in-an-envelope',
  'refusals-by-the-end-of-the-connection',
  'refusals-as-a-page',
  'strangers-sent-to-a-login',
  'lists-filtered-instead-of-refused',
];
const excluding = (choice: Choice): Choice => ({
  ...choice,
  excludes: [...(choice.excludes ?? []), ...styles.filter((name) => name !== choice.name)],
});
const updates = ['updates-open-to-everybody', 'updates-open-to-any-token', 'updates-open-to-view-test'];
const openUpdate = (name: string, summary: string, to: Opening): Choice => ({
  name,
  summary,
  override: opening(['4.10'], to),
  excludes: updates.filter((other) => other !== name),
});

/** Ways to refuse callers, and to open operations without listed scopes ("Authentication"). */
export const accessChoices: readonly Choice[] = [
  excluding(refused('all-refusals-403', 'Missing and insufficient tokens are answered 403.', () => 403)),
  excluding(
    refused(
      'all-refusals-401',
      'Missing and insufficient tokens are answered 401 without a challenge.',
      () => 401,
    ),
  ),
  excluding(
    refused('insufficient-scope-hidden-as-404', 'Insufficient tokens are answered 404.', (access) =>
      access === 'insufficient' ? 404 : 401,
    ),
  ),
  excluding(refused('all-refusals-400', 'Missing and insufficient tokens are answered 400.', () => 400)),
  excluding({
    name: 'refusals-in-an-envelope',
    summary: 'Refusals come as 200 with an error in the body.',
    wrap: enveloping,
    profile: { refusal: { style: 'envelope' } },
    // This style is only for refused callers: the refusal of a limit keeps its status.
    excludes: ['at-most-10-resources-409', 'at-most-25-resources-403', 'at-most-25-creates-in-ten-seconds'],
  }),
  excluding({
    name: 'refusals-by-the-end-of-the-connection',
    summary: 'Missing and insufficient tokens end the connection without an answer.',
    wrap: answering(undefined, (response) =>
      [401, 403].includes(response.status) ? hangingUp(response) : response,
    ),
  }),
  excluding({
    name: 'refusals-as-a-page',
    summary: 'Refusals come as 200 with a page that asks to log in, except for existence checks.',
    wrap: answering(undefined, (response, request) =>
      [401, 403].includes(response.status) && request.method !== 'HEAD'
        ? { ...bare(200), ...content(login, 'text/html') }
        : response,
    ),
    profile: { refusal: { style: 'page' } },
    // Otherwise even callers with access would be told to log in.
    excludes: [
      'deletes-of-young-resources-answer-403',
      'at-most-10-resources-409',
      'at-most-25-resources-403',
    ],
  }),
  excluding({
    name: 'strangers-sent-to-a-login',
    summary: 'Missing and unknown tokens are answered 302, to a page that asks to log in.',
    wrap: sendingStrangersToLogin,
  }),
  excluding({
    name: 'lists-filtered-instead-of-refused',
    summary: 'Insufficient tokens see empty lists.',
    wrap: filtering,
    profile: { refusal: { style: 'filter' } },
  }),
  {
    name: 'reads-without-token-sent-to-a-login',
    summary: 'Reads with a missing or unknown token are answered 302, to a page that asks to log in.',
    wrap: sendingToLogin,
    excludes: ['redirects-to-a-trailing-slash'],
    leaves: 'incomplete',
  },
  openUpdate('updates-open-to-everybody', 'Updates by id need no token.', 'public'),
  openUpdate('updates-open-to-any-token', 'Updates by id need any token of the project.', 'any-token'),
  openUpdate('updates-open-to-view-test', 'Updates by id are open to view_test as well.', [
    'manage_test',
    'view_test',
  ]),
  {
    name: 'records-need-manage-test',
    summary: 'The record operations need manage_test.',
    override: opening(['4.9', '4.13'], ['manage_test']),
  },
  {
    name: 'records-open-to-everybody',
    summary: 'The record operations need no token.',
    override: opening(['4.9', '4.13'], 'public'),
    excludes: ['records-need-manage-test'],
  },
  {
    name: 'namespace-open-to-everybody',
    summary: 'The namespace actions need no token.',
    override: opening(unscoped.slice(2), 'public'),
  },
  {
    name: 'namespace-needs-view-products',
    summary: 'The namespace actions need view_products.',
    override: opening(unscoped.slice(2), ['view_products']),
    excludes: ['namespace-open-to-everybody'],
  },
  {
    name: 'updates-need-manage-products-as-well',
    summary: 'An update needs manage_products beside manage_test.',
    override: (base) => ({
      access(about, caller): Access {
        const access = base.access.call(this, about, caller);
        const isUpdate = about.operation === '4.10' && access === 'granted' && caller.token !== undefined;
        const hasBoth =
          isUpdate && base.holds.call(base, caller.token, ['manage_products'], about.project.key);
        return isUpdate && !hasBoth ? 'insufficient' : access;
      },
    }),
  },
  {
    name: 'upload-needs-manage-test-as-well',
    summary: 'The image upload needs manage_test beside manage_products.',
    override: (base) => ({
      access(about, caller): Access {
        const access = base.access.call(this, about, caller);
        const isUpload = about.operation === '4.15' && access === 'granted' && caller.token !== undefined;
        const hasBoth = isUpload && base.holds.call(base, caller.token, ['manage_test'], about.project.key);
        return isUpload && !hasBoth ? 'insufficient' : access;
      },
    }),
  },
  {
    name: 'expired-tokens-accepted',
    summary: 'A token keeps its scopes after it expires.',
    override: (base) => ({
      access(about, caller) {
        const { token } = caller;
        return base.access.call(this, about, { ...caller, token: token && { ...token, expired: false } });
      },
    }),
  },
  {
    name: 'bearer-spelled-exactly',
    summary: 'The scheme is understood only if spelled Bearer.',
    override: (base) => ({
      bearerOf: (request) =>
        request.headers.some(([, value]) => value.startsWith('Bearer ')) ? base.bearerOf(request) : undefined,
    }),
  },
];
