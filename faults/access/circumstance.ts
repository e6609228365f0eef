import { isObject, member } from '../../reference/json.ts';
import type { Request } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf } from '../../reference/routes.ts';
import { defaultTokens, tokenOf } from '../../reference/tokens.ts';
import {
  denyingAfterDelete,
  disclosing,
  headBody,
  mixingReads,
  movingRefused,
  undoing,
  undoingEverySecond,
} from '../circumstances.ts';
import type { Fault, Need } from '../fault.ts';
import { type } from '../endpoints/namespace.ts';
import { query, repeats } from '../endpoints/query.ts';
import {
  answering,
  asking,
  bare,
  bearerOf,
  jsonOf,
  parameters,
  refusing,
  succeeded,
  under,
} from '../rewrite.ts';

type Test = (request: Request) => boolean;

const isKnown: Test = (request) => [...defaultTokens().keys()].includes(bearerOf(request) ?? '');

const isViewer: Test = (request) => bearerOf(request) === tokenOf.viewTest;

const isAbove = (most: number, request: Request, name: string): boolean =>
  parameters(request, name).some((value) => Number(value) > most);

const declared: { readonly needs: readonly Need[] } = { needs: ['declaration'] };

/** Serves requests that pass the test as with a token of every scope. */
const granted = (operation: '4.2' | '4.6' | '4.15', test: Test): HandleWrap =>
  asking([operation], (request) => (test(request) ? under(request, tokenOf.everything) : request));

const isWithoutContent: Test = (request) => {
  const content = member(jsonOf(request), 'objectTypeProperty');
  return isObject(content) && Object.keys(content).length === 0;
};

/** Each token may create two resources; its further creates are answered 401, as if the token were unknown. */
const creatingTwice: HandleWrap = (next) => {
  const created = new Map<string, number>();
  return (state, request, now) => {
    const token = bearerOf(request) ?? '';
    const before = created.get(token) ?? 0;
    if (operationOf(request) !== '4.6') return next(state, request, now);
    if (before >= 2) return next(state, under(request, 'unknown'), now);
    created.set(token, before + 1);
    return next(state, request, now);
  };
};

/** A caller with access at a path keeps access there for a while, whatever the method. */
const keepingGrants: HandleWrap = (next) => {
  const granted = new Map<string, number>();
  return (state, request, now) => {
    const key = `${bearerOf(request)} ${request.target}`;
    const since = granted.get(key) ?? -Infinity;
    if (operationOf(request) === '4.11' && now - since < 5_000)
      return next(state, under(request, tokenOf.everything), now);
    const reply = next(state, request, now);
    if (operationOf(request) === '4.2' && 'response' in reply && succeeded(reply.response))
      granted.set(key, now);
    return reply;
  };
};

/** Faults that show only with a certain caller, part or content, or only after a certain other request. */
export const circumstanceFaults: readonly Fault[] = [
  {
    name: 'read-open-with-parameters',
    breaks: '4.2/refused-without-token',
    summary: 'A read with parameters is open to every caller.',
    wrap: granted('4.2', (request) => query(request) !== ''),
  },
  {
    name: 'create-without-content-open-to-view-test',
    breaks: '4.6/refused-to-other-scopes',
    summary: 'A create with an empty objectTypeProperty is open to view_test.',
    wrap: granted('4.6', (request) => isViewer(request) && isWithoutContent(request)),
  },
  {
    name: 'third-create-of-a-token-is-unauthenticated',
    breaks: '4.6/manage-test-suffices',
    summary: 'A caller that has created two resources is answered 401 when it creates more.',
    wrap: creatingTwice,
  },
  {
    name: 'delete-open-to-whoever-has-just-read',
    breaks: '4.11/refused-to-other-scopes',
    summary: 'A caller that was granted a read by id may delete the resource in the next five seconds.',
    wrap: keepingGrants,
  },
  {
    name: 'upload-of-gif-open-to-known-tokens',
    breaks: '4.15/refused-to-other-scopes',
    summary: 'An upload of a GIF is open to every known token.',
    wrap: granted('4.15', (request) => isKnown(request) && type(request) === 'image/gif'),
    ...declared,
  },
  {
    name: 'staged-upload-open-to-view-products',
    breaks: '4.15/refused-to-other-scopes',
    summary: 'An upload with staged=true is open to view_products.',
    wrap: granted(
      '4.15',
      (request) => bearerOf(request) === tokenOf.viewProducts && /[?&]staged=true/.test(request.target),
    ),
    ...declared,
  },
  {
    name: 'limit-above-10-refused-to-view-test',
    breaks: '4.12/any-one-scope-suffices',
    summary: 'A query with a limit above 10 is answered 403 to view_test.',
    wrap: refusing(['4.12'], 403, (request) => isViewer(request) && isAbove(10, request, 'limit')),
  },
  {
    name: 'integer-above-200-refused-to-manage-test',
    breaks: '4.1/any-one-scope-suffices',
    summary: 'A query with an integerParameter above 200 is answered 403 to manage_test.',
    wrap: refusing(
      ['4.1'],
      403,
      (request) => bearerOf(request) === tokenOf.manageTest && isAbove(200, request, 'integerParameter'),
    ),
  },
  {
    name: 'head-after-a-delete-finds-nothing',
    breaks: '4.5/200-stays',
    summary: 'After a delete the existence check is answered 404 until something is created.',
    wrap: denyingAfterDelete,
  },
  {
    name: 'head-answers-204-to-view-test',
    breaks: '4.5/200-stays',
    summary: 'A match is answered 204 to view_test, and 200 to others.',
    wrap: answering(['4.5'], (response, request) =>
      isViewer(request) && response.status === 200 ? bare(204) : response,
    ),
  },
  {
    name: 'head-body-for-view-test',
    breaks: '4.5/no-body',
    summary: 'An existence check by view_test is answered with a body.',
    needs: ['raw'],
    wrap: answering(['4.5'], (response, request) =>
      isViewer(request)
        ? { ...response, wire: { kind: 'head-body', form: 'content-length', afterMs: 0 } }
        : response,
    ),
  },
  {
    name: 'head-body-on-403',
    breaks: '4.5/no-body',
    summary: 'An existence check that is refused for its scopes is answered with a body.',
    needs: ['raw'],
    wrap: headBody(({ status }) => status === 403),
  },
  {
    name: 'head-body-on-400',
    breaks: '4.5/no-body',
    summary: 'An existence check with an ill-typed parameter is answered with a body.',
    needs: ['raw'],
    wrap: headBody(({ status }) => status === 400),
  },
  {
    name: 'head-body-for-repeated-parameters',
    breaks: '4.5/no-body',
    summary: 'An existence check with a repeated parameter is answered with a body.',
    needs: ['raw'],
    wrap: headBody((_response, request) => repeats('arrayOfStringWithDescription')(request)),
  },
  {
    name: 'refusal-of-query-shows-the-list',
    breaks: '4.1/refused-to-other-scopes',
    summary: 'The refusal of a query for its scopes contains the list.',
    wrap: disclosing('4.1'),
  },
  {
    name: 'refusal-of-read-by-key-shows-the-resource',
    breaks: '4.3/refused-to-other-scopes',
    summary: 'The refusal of a read by key for its scopes contains the resource.',
    wrap: disclosing('4.3'),
    ...declared,
  },
  {
    name: 'reads-at-once-are-mixed-up',
    breaks: '4.2/reads-the-named-resource',
    alsoBreaks: {
      clauses: /^4\.\d+\/(leaves-others-alone|\w+-the-named-resource|refused-delete-has-no-effect)$/,
      because: 'concurrent reads check what writes did to several resources',
    },
    summary: 'A read within 15 ms of another read shows the resource of that read.',
    wrap: mixingReads,
  },
  {
    name: 'put-refused-to-known-tokens-moves-the-version',
    breaks: '4.8/refused-overwrite-has-no-effect',
    summary: 'A PUT that is refused for its scopes changes the version of its target.',
    wrap: movingRefused,
    ...declared,
  },
  {
    name: 'delete-of-updated-does-nothing',
    breaks: '4.11/has-an-effect',
    summary: 'A delete of an updated resource has no effect.',
    wrap: undoing(0, (resource) => resource.history.length > 1),
  },
  {
    name: 'every-second-delete-does-nothing',
    breaks: '4.11/has-an-effect',
    summary: 'Every second delete has no effect.',
    wrap: undoingEverySecond,
  },
  {
    name: 'deleted-resources-come-back',
    breaks: '4.11/has-an-effect',
    summary: 'A deleted resource comes back unchanged after 1.2 seconds.',
    wrap: undoing(1_200, () => true),
  },
];
