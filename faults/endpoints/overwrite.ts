import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { latest, write } from '../../reference/state.ts';
import type { Fault } from '../fault.ts';
import { bearerOf, refusing, serving } from '../rewrite.ts';
import { living } from '../siblings.ts';
import { performingRefused } from '../access/refusal.ts';

function fault(
  name: string,
  section: '4.7' | '4.8',
  summary: string,
  wrap: HandleWrap,
  expect: Fault['expect'] = 'fail',
): Fault {
  return { name, summary, section, expect, wrap };
}

const says =
  (text: string) =>
  ({ body }: { readonly body: Uint8Array }): boolean =>
    new TextDecoder().decode(body).includes(text);

/** Moves the version of the resource created last when the operation is refused for its scopes. */
function movingOnRefusal(operation: Operation): HandleWrap {
  return serving([operation], (onward, request, state, now) => {
    const reply = onward();
    const isRefused = 'response' in reply && [401, 403].includes(reply.response.status);
    const target = living(state).at(-1);
    if (!isRefused || target === undefined || operationOf(request) !== operation) return reply;
    const before = latest(target);
    write(target, { ...before, version: state.policy.nextVersion(before.version, state, now) }, now);
    return reply;
  });
}

/** Overwrites that fail, or that refusals do not hold back (4.7, 4.8). */
export const overwriteFaults: readonly Fault[] = [
  fault('patch-always-500', '4.7', 'PATCH is answered 500.', refusing(['4.7'], 500), 'incomplete'),
  fault(
    'patch-fails-on-floats',
    '4.7',
    'PATCH with arrayOfFloatExample beside plain numbers is answered 500.',
    refusing(['4.7'], 500, says('"arrayOfFloatExample":[1.5]')),
  ),
  fault('put-fails-beyond-ascii', '4.8', 'PUT with é is answered 500.', refusing(['4.8'], 500, says('é'))),
  fault(
    'patch-refuses-single-scope-tokens',
    '4.7',
    'PATCH answers 401 to a token that holds manage_test alone.',
    refusing(['4.7'], 401, (request) => bearerOf(request)?.includes('manage-test') === true),
  ),
  fault(
    'unauthenticated-patch-performed',
    '4.7',
    'PATCH without a token is refused and performed.',
    performingRefused(['4.7'], [401]),
  ),
  fault(
    'refused-put-moves-the-version',
    '4.8',
    'PUT is refused and moves the version all the same.',
    movingOnRefusal('4.8'),
  ),
];
