import { isObject, member, type Json } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault, Need } from '../fault.ts';
import { insteadOfSuccess, refusing, showing } from '../rewrite.ts';
import { reaching, spilling, undoingDelete } from '../siblings.ts';
import type { Resource } from '../../reference/resource.ts';

/** Whether a resource shows an objectTypeProperty without members. */
function isWithoutContent(body: Json): boolean {
  const content = member(body, 'objectTypeProperty');
  return isObject(content) && Object.keys(content).length === 0;
}

/** One fault of this area. */
export function fault(
  name: string,
  section: string,
  summary: string,
  wrap: HandleWrap,
  more: { readonly needs?: readonly Need[]; readonly expect?: Fault['expect'] } = {},
): Fault {
  return { name, summary, section, expect: 'fail', wrap, ...more };
}

const shownAt: readonly Operation[] = ['4.2', '4.6', '4.11'];

const oldest = (resources: readonly Resource[]): Resource | undefined => resources[0];

const newest = (resources: readonly Resource[]): Resource | undefined => resources.at(-1);

/** Answers that are no ExampleResource, and operations that reach the wrong resource. */
export const resourceFaults: readonly Fault[] = [
  fault(
    'resource-in-an-envelope',
    'Resources',
    'Resources come inside a member data.',
    showing(shownAt, (body) => ({ data: body })),
  ),
  fault(
    'resource-in-an-array',
    'Resources',
    'Resources come inside an array.',
    showing(shownAt, (body) => [body]),
  ),
  fault(
    'read-in-an-envelope',
    '4.2',
    'A read by id answers an envelope.',
    showing(['4.2'], (body) => ({ resource: body })),
  ),
  fault('read-answers-204', '4.2', 'A read by id is answered 204.', insteadOfSuccess(['4.2'], 204)),
  fault(
    'read-answers-empty-200',
    '4.2',
    'A read by id is answered 200 without a body.',
    insteadOfSuccess(['4.2'], 200),
  ),
  fault(
    'read-answers-null',
    '4.2',
    'A read by id is answered with null.',
    showing(['4.2'], () => null),
  ),
  fault(
    'created-resources-not-readable',
    '4.2',
    'A created resource is never found by its id.',
    refusing(['4.2'], 404),
    { needs: ['declaration'] },
  ),
  fault(
    'read-shows-another-resource',
    '4.2',
    'A read by id shows another resource where there is one.',
    reaching('4.2', oldest),
  ),
  fault(
    'update-reaches-another-resource',
    '4.10',
    'An update by id changes the resource created last.',
    reaching('4.10', newest),
  ),
  fault(
    'delete-reaches-another-resource',
    '4.11',
    'A delete removes the resource created last.',
    reaching('4.11', newest),
  ),
  fault(
    'update-changes-a-sibling-too',
    '4.10',
    'An accepted update also changes another resource.',
    spilling('4.10', (before) => ({ ...before, someProperty: 'strayed', version: before.version + 1n })),
  ),
  fault(
    'delete-removes-a-sibling-too',
    '4.11',
    'A delete also removes another resource.',
    spilling('4.11', (before) => ({ ...before, deleted: true })),
  ),
  fault(
    'create-answers-empty-201',
    '4.6',
    'A create is answered 201 without a body.',
    insteadOfSuccess(['4.6'], 201),
  ),
  fault('create-answers-204', '4.6', 'A create is answered 204.', insteadOfSuccess(['4.6'], 204)),
  fault(
    'create-answers-a-ticket',
    '4.6',
    'A create is answered 202 with a ticket.',
    insteadOfSuccess(['4.6'], 202, '{"ticket":"t-1"}', 'application/json'),
  ),
  fault(
    'create-answers-an-array',
    '4.6',
    'A create is answered with an array.',
    showing(['4.6'], (body) => [body]),
  ),
  fault(
    'create-changes-a-sibling-too',
    '4.6',
    'A create also changes another resource.',
    spilling('4.6', (before) => ({ ...before, someProperty: 'strayed', version: before.version + 1n })),
  ),
  fault('delete-answers-204', '4.11', 'A delete is answered 204.', insteadOfSuccess(['4.11'], 204)),
  fault(
    'delete-answers-a-flag',
    '4.11',
    'A delete is answered with a flag.',
    showing(['4.11'], () => ({ deleted: true })),
  ),
  fault('delete-does-nothing', '4.11', 'A delete succeeds and the resource stays as it is.', undoingDelete),
  fault(
    'delete-always-404',
    '4.11',
    'A delete of an existing resource is answered 404.',
    refusing(['4.11'], 404),
    { needs: ['declaration'] },
  ),
  fault('delete-always-500', '4.11', 'A delete is answered 500.', refusing(['4.11'], 500)),
  fault(
    'read-answers-an-array-without-content',
    '4.2',
    'A read of a resource without content is answered with an array.',
    showing(['4.2'], (body) => (isWithoutContent(body) ? [body] : body)),
  ),
  fault('read-by-key-not-found', '4.3', 'A read by key never finds anything.', refusing(['4.3'], 404), {
    needs: ['declaration'],
  }),
  fault(
    'read-by-key-shows-another-resource',
    '4.3',
    'A read by key shows the first resource.',
    reaching('4.3', oldest),
    { needs: ['declaration'] },
  ),
  fault(
    'read-by-key-ill-typed',
    '4.3',
    'A read by key shows the version as a string.',
    showing(['4.3'], (body) => ({ ...(isObject(body) ? body : {}), version: '1' })),
  ),
  fault(
    'every-tenth-answer-ill-typed',
    'Resources',
    'Every tenth resource shown has a string for its version.',
    (next) => {
      let answers = 0;
      return showing(shownAt, (body) =>
        isObject(body) && (answers += 1) % 10 === 0 ? { ...body, version: String(answers) } : body,
      )(next);
    },
    { needs: ['generated'] },
  ),
];
