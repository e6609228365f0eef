import { isArray, isObject, member, type Json } from '../../reference/json.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { insteadOfSuccess, jsonOf, refusing, showing } from '../rewrite.ts';
import { isEqual, oldestLike, reaching, spilling, undoingDelete } from '../siblings.ts';
import type { Request } from '../../reference/message.ts';
import type { Resource, Snapshot } from '../../reference/resource.ts';

/** Whether a resource shows an objectTypeProperty without any members. */
function isWithoutContent(body: Json): boolean {
  const content = member(body, 'objectTypeProperty');
  return isObject(content) && Object.keys(content).length === 0;
}

/** The resource with another value in a member of its content. */
function withContent(before: Snapshot, name: string, value: Json): Snapshot {
  const objectTypeProperty = { ...before.objectTypeProperty, [name]: value };
  return { ...before, objectTypeProperty, version: before.version + 1n };
}

/** The texts in the actions of an update. */
function textsIn(request: Request): readonly string[] {
  const actions = member(jsonOf(request), 'actions');
  return (isArray(actions) ? actions : [])
    .map((one) => member(one, 'someProperty'))
    .filter((text) => typeof text === 'string');
}

const shownAt: readonly Operation[] = ['4.2', '4.6', '4.11'];

const oldest = (resources: readonly Resource[]): Resource | undefined => resources[0];

const newest = (resources: readonly Resource[]): Resource | undefined => resources.at(-1);

/** Answers that are no ExampleResource, and operations that reach another resource. */
export const resourceFaults: readonly Fault[] = [
  {
    name: 'resource-in-an-envelope',
    breaks: 'Resources/version-is-present',
    summary: 'Resources come inside a member data.',
    wrap: showing(shownAt, (body) => ({ data: body })),
  },
  {
    name: 'resource-in-an-array',
    breaks: '4.6/answers-with-a-resource',
    section: 'Resources',
    summary: 'Resources come inside an array.',
    wrap: showing(shownAt, (body) => [body]),
  },
  {
    name: 'read-in-an-envelope',
    breaks: '4.2/answers-with-a-resource',
    summary: 'A read by id answers an envelope.',
    wrap: showing(['4.2'], (body) => ({ resource: body })),
  },
  {
    name: 'read-answers-204',
    breaks: '4.2/answers-with-a-resource',
    summary: 'A read by id is answered 204.',
    wrap: insteadOfSuccess(['4.2'], 204),
  },
  {
    name: 'read-answers-empty-200',
    breaks: '4.2/answers-with-a-resource',
    summary: 'A read by id is answered 200 without a body.',
    wrap: insteadOfSuccess(['4.2'], 200),
  },
  {
    name: 'read-answers-null',
    breaks: '4.2/answers-with-a-resource',
    summary: 'A read by id is answered with null.',
    wrap: showing(['4.2'], () => null),
  },
  {
    name: 'created-resources-not-readable',
    breaks: '4.2/known-id-is-readable',
    rows: ['4.2/operation'],
    summary: 'A created resource is never found by its id.',
    needs: ['declaration'],
    wrap: refusing(['4.2'], 404),
  },
  {
    name: 'read-shows-another-resource',
    breaks: '4.2/reads-the-named-resource',
    alsoBreaks: {
      clauses: /^4\.(?:3\/names-the-resource-of-that-key|10\/matching-version-is-accepted)$/,
      because:
        'reads by id and by key must agree, and one of them is wrong; and updates state the version that a read shows',
    },
    summary: 'A read by id shows a different resource if there is one.',
    wrap: reaching('4.2', oldest),
  },
  {
    name: 'delete-reaches-another-resource',
    breaks: '4.11/deletes-the-named-resource',
    summary: 'A delete removes the resource created last.',
    wrap: reaching('4.11', newest),
  },
  {
    name: 'update-changes-a-sibling-too',
    breaks: '4.10/changes-the-named-resource',
    rows: ['4.10/purpose'],
    summary: 'An accepted update also changes another resource.',
    wrap: spilling('4.10', (before) => ({
      ...before,
      someProperty: 'strayed',
      version: before.version + 1n,
    })),
  },
  {
    name: 'update-joins-the-strings-of-a-sibling',
    breaks: '4.10/changes-the-named-resource',
    rows: ['4.10/purpose'],
    summary: 'An accepted update also adds its text to arrayOfStringExample of another resource.',
    wrap: spilling('4.10', (before, request) => {
      const strings = before.objectTypeProperty['arrayOfStringExample'];
      return withContent(before, 'arrayOfStringExample', [
        ...(isArray(strings) ? strings : []),
        ...textsIn(request),
      ]);
    }),
  },
  {
    name: 'update-changes-resources-of-equal-content',
    breaks: '4.10/changes-the-named-resource',
    summary: 'An accepted update also changes a resource that was made with the same content.',
    wrap: spilling(
      '4.10',
      (before, request) => ({
        ...before,
        someProperty: textsIn(request).at(-1) ?? 'strayed',
        version: before.version + 1n,
      }),
      isEqual,
    ),
  },
  {
    name: 'update-reaches-another-resource',
    breaks: '4.10/changes-the-named-resource',
    rows: ['4.10/id'],
    summary: 'An update by id changes the resource created last.',
    wrap: reaching('4.10', newest),
  },
  {
    name: 'delete-removes-a-sibling-too',
    breaks: '4.11/deletes-the-named-resource',
    summary: 'A delete also removes another resource.',
    wrap: spilling('4.11', (before) => ({ ...before, deleted: true })),
  },
  {
    name: 'delete-removes-what-has-equal-content',
    breaks: '4.11/deletes-the-named-resource',
    summary: 'A delete also removes a resource that was made with the same content.',
    wrap: spilling('4.11', (before) => ({ ...before, deleted: true }), isEqual),
  },
  {
    name: 'delete-removes-the-first-of-equal-content',
    breaks: '4.11/deletes-the-named-resource',
    summary: 'Of resources with the same content, a delete removes the oldest.',
    wrap: reaching('4.11', oldestLike),
  },
  {
    name: 'update-changes-the-first-of-equal-content',
    breaks: '4.10/changes-the-named-resource',
    summary: 'Of resources with the same content, an update changes the oldest.',
    wrap: reaching('4.10', oldestLike),
  },
  {
    name: 'create-answers-empty-201',
    breaks: '4.6/answers-with-a-resource',
    summary: 'A create is answered 201 without a body.',
    wrap: insteadOfSuccess(['4.6'], 201),
  },
  {
    name: 'create-answers-204',
    breaks: '4.6/answers-with-a-resource',
    summary: 'A create is answered 204.',
    wrap: insteadOfSuccess(['4.6'], 204),
  },
  {
    name: 'create-answers-a-ticket',
    breaks: '4.6/answers-with-a-resource',
    summary: 'A create is answered 202 with a ticket.',
    wrap: insteadOfSuccess(['4.6'], 202, '{"ticket":"t-1"}', 'application/json'),
  },
  {
    name: 'create-answers-an-array',
    breaks: '4.6/answers-with-a-resource',
    summary: 'A create is answered with an array.',
    wrap: showing(['4.6'], (body) => [body]),
  },
  {
    name: 'create-changes-a-sibling-too',
    breaks: '4.6/leaves-others-alone',
    summary: 'A create also changes another resource.',
    wrap: spilling('4.6', (before) => ({ ...before, someProperty: 'strayed', version: before.version + 1n })),
  },
  {
    name: 'create-leaves-its-integers-in-a-sibling',
    breaks: '4.6/leaves-others-alone',
    summary: 'A create also stores its arrayOfIntExample in another resource.',
    wrap: spilling('4.6', (before, request) => {
      const integers = member(member(jsonOf(request), 'objectTypeProperty'), 'arrayOfIntExample');
      return integers === undefined ? before : withContent(before, 'arrayOfIntExample', integers);
    }),
  },
  {
    name: 'create-empties-a-list-of-a-sibling',
    breaks: '4.6/leaves-others-alone',
    summary: 'A create also empties arrayOfFloatExample of another resource.',
    wrap: spilling('4.6', (before) => withContent(before, 'arrayOfFloatExample', [])),
  },
  {
    name: 'delete-answers-404-once-done',
    breaks: '4.11/answers-with-a-resource',
    summary: 'A delete takes effect, and is answered 404.',
    wrap: insteadOfSuccess(['4.11'], 404),
  },
  {
    name: 'delete-answers-410-once-done',
    breaks: '4.11/answers-with-a-resource',
    summary: 'A delete deletes the resource, and is answered 410.',
    wrap: insteadOfSuccess(['4.11'], 410, '{"message":"gone"}', 'application/json'),
  },
  {
    name: 'delete-answers-204',
    breaks: '4.11/answers-with-a-resource',
    summary: 'A delete is answered 204.',
    wrap: insteadOfSuccess(['4.11'], 204),
  },
  {
    name: 'delete-answers-a-flag',
    breaks: '4.11/answers-with-a-resource',
    summary: 'A delete is answered with a flag.',
    wrap: showing(['4.11'], () => ({ deleted: true })),
  },
  {
    name: 'delete-does-nothing',
    breaks: '4.11/has-an-effect',
    summary: 'A delete succeeds and the resource stays as it is.',
    wrap: undoingDelete,
  },
  {
    name: 'delete-always-404',
    breaks: '4.11/bare-delete-finds-the-resource',
    rows: ['4.11/operation'],
    summary: 'A delete of an existing resource is answered 404.',
    needs: ['declaration'],
    wrap: refusing(['4.11'], 404),
  },
  {
    name: 'delete-always-500',
    breaks: '4.11/answers-without-server-error',
    summary: 'A delete is answered 500.',
    wrap: refusing(['4.11'], 500),
  },
  {
    name: 'read-answers-an-array-without-content',
    breaks: '4.2/answers-with-a-resource',
    summary: 'A read of a resource without content is answered with an array.',
    wrap: showing(['4.2'], (body) => (isWithoutContent(body) ? [body] : body)),
  },
  {
    name: 'read-by-key-not-found',
    breaks: '4.3/known-key-is-readable',
    rows: ['4.3/operation'],
    summary: 'A read by key never finds anything.',
    needs: ['declaration'],
    wrap: refusing(['4.3'], 404),
  },
  {
    name: 'read-by-key-shows-another-resource',
    breaks: '4.3/names-the-resource-of-that-key',
    summary: 'A read by key shows the first resource.',
    needs: ['declaration'],
    wrap: reaching('4.3', oldest),
  },
  {
    name: 'read-by-key-ill-typed',
    breaks: '4.3/answers-with-a-resource',
    summary: 'A read by key shows the version as a string.',
    wrap: showing(['4.3'], (body) => ({ ...(isObject(body) ? body : {}), version: '1' })),
  },
  {
    name: 'every-tenth-answer-ill-typed',
    breaks: 'Resources/version-is-integer',
    summary: 'Every tenth resource shown has a string for its version.',
    needs: ['generated'],
    wrap: (next) => {
      let answers = 0;
      return showing(shownAt, (body) =>
        isObject(body) && (answers += 1) % 10 === 0 ? { ...body, version: String(answers) } : body,
      )(next);
    },
  },
];
