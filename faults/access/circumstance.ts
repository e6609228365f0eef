import { isObject, member } from '../../reference/json.ts';
import type { Request } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { defaultTokens, tokenOf } from '../../reference/tokens.ts';
import {
  denyingAfterDelete,
  disclosing,
  headBody,
  mixingReads,
  movingRefused,
  remembering,
  undoing,
  undoingEverySecond,
} from '../circumstances.ts';
import type { Fault, Need } from '../fault.ts';
import { type } from '../endpoints/namespace.ts';
import { fault, has, query } from '../endpoints/query.ts';
import { answering, asking, bearerOf, jsonOf, under } from '../rewrite.ts';

type Test = (request: Request) => boolean;

const isKnown: Test = (request) => [...defaultTokens().keys()].includes(bearerOf(request) ?? '');

const isViewer: Test = (request) => bearerOf(request) === tokenOf.viewTest;

const declared: { readonly needs: readonly Need[] } = { needs: ['declaration'] };

/** Requests that pass the test are served as those of a token with every scope. */
const letIn = (operation: '4.2' | '4.6' | '4.15', test: Test): HandleWrap =>
  asking([operation], (request) => (test(request) ? under(request, tokenOf.everything) : request));

const isWithoutContent: Test = (request) => {
  const content = member(jsonOf(request), 'objectTypeProperty');
  return isObject(content) && Object.keys(content).length === 0;
};

/** Faults that show only with a certain caller, part or content, or after a certain other request. */
export const circumstanceFaults: readonly Fault[] = [
  fault(
    'read-open-with-parameters',
    '4.2',
    'A read with parameters is open to everybody.',
    letIn('4.2', (request) => query(request) !== ''),
  ),
  fault(
    'create-without-content-open-to-view-test',
    '4.6',
    'A create with an empty objectTypeProperty is open to view_test.',
    letIn('4.6', (request) => isViewer(request) && isWithoutContent(request)),
  ),
  fault(
    'upload-of-gif-open-to-known-tokens',
    '4.15',
    'An upload of a GIF is open to every known token.',
    letIn('4.15', (request) => isKnown(request) && type(request) === 'image/gif'),
    declared,
  ),
  fault(
    'head-after-a-delete-finds-nothing',
    '4.5',
    'After a delete the existence check is answered 404 until something is created.',
    denyingAfterDelete,
  ),
  fault(
    'head-body-for-view-test',
    '4.5',
    'An existence check by view_test is answered with a body.',
    answering(['4.5'], (response, request) =>
      isViewer(request)
        ? { ...response, wire: { kind: 'head-body', form: 'content-length', afterMs: 0 } }
        : response,
    ),
    { needs: ['raw'] },
  ),
  fault(
    'head-body-on-403',
    '4.5',
    'An existence check that is refused for its scopes is answered with a body.',
    headBody(403),
    { needs: ['raw'] },
  ),
  fault(
    'head-body-on-400',
    '4.5',
    'An existence check with an ill-typed parameter is answered with a body.',
    headBody(400),
    { needs: ['raw'] },
  ),
  fault(
    'refusal-of-query-shows-the-list',
    '4.1',
    'The refusal of a query for its scopes holds the list.',
    disclosing('4.1'),
  ),
  fault(
    'refusal-of-read-by-key-shows-the-resource',
    '4.3',
    'The refusal of a read by key for its scopes holds the resource.',
    disclosing('4.3'),
    declared,
  ),
  fault(
    'reads-at-once-are-mixed-up',
    '4.2',
    'A read within 15 ms of another one shows the resource of that one.',
    mixingReads,
  ),
  fault(
    'read-by-view-test-cached-for-ever',
    '4.2',
    'view_test is shown a resource as it was when first read.',
    remembering(isViewer),
  ),
  fault(
    'read-with-parameter-cached-for-ever',
    '4.2',
    'A read with optionalQueryParameter shows a resource as it was when first read so.',
    remembering(has('optionalQueryParameter')),
  ),
  fault(
    'put-refused-to-known-tokens-moves-the-version',
    '4.8',
    'A PUT that is refused for its scopes moves the version of its target.',
    movingRefused,
    declared,
  ),
  fault(
    'delete-of-updated-does-nothing',
    '4.11',
    'A delete of a resource that was updated leaves it as it is.',
    undoing(0, (resource) => resource.history.length > 1),
  ),
  fault(
    'every-second-delete-does-nothing',
    '4.11',
    'Every second delete leaves the resource as it is.',
    undoingEverySecond,
  ),
  fault(
    'deleted-resources-come-back',
    '4.11',
    'A deleted resource is back as it was after 1.2 seconds.',
    undoing(1_200, () => true),
  ),
];
