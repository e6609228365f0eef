import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { latest, write } from '../../reference/state.ts';
import type { Fault } from '../fault.ts';
import { bare, bearerOf, refusing, serving } from '../rewrite.ts';
import { living } from '../siblings.ts';
import { performingRefused } from '../access/refusal.ts';

const says =
  (text: string) =>
  ({ body }: { readonly body: Uint8Array }): boolean =>
    new TextDecoder().decode(body).includes(text);

/** If the operation is refused for its scopes, changes the version of the newest resource. */
function movingOnRefusal(operation: Operation, statuses: readonly number[] = [401, 403]): HandleWrap {
  return serving([operation], (onward, request, state, now) => {
    const reply = onward();
    const isRefused = 'response' in reply && statuses.includes(reply.response.status);
    const target = living(state).at(-1);
    if (!isRefused || target === undefined || operationOf(request) !== operation) return reply;
    const before = latest(target);
    write(target, { ...before, version: state.policy.nextVersion(before.version, state, now) }, now);
    return reply;
  });
}

/** Overwrites that fail, or that take effect although refused (4.7, 4.8). */
export const overwriteFaults: readonly Fault[] = [
  {
    name: 'patch-always-500',
    section: '4.7',
    expect: 'incomplete',
    summary: 'PATCH is answered 500.',
    wrap: refusing(['4.7'], 500),
  },
  {
    name: 'patch-answers-and-does-nothing',
    section: '4.7',
    expect: 'suspect',
    summary: 'PATCH is answered 204, and nothing is overwritten.',
    wrap: serving(['4.7'], (next, request) =>
      bearerOf(request)?.includes('manage-test') === true ? { response: bare(204) } : next(),
    ),
  },
  {
    name: 'patch-fails-on-floats',
    breaks: '4.7/plain-values-provoke-no-error',
    summary: 'PATCH with arrayOfFloatExample beside plain numbers is answered 500.',
    wrap: refusing(['4.7'], 500, says('"arrayOfFloatExample":[1.5]')),
  },
  {
    name: 'put-fails-beyond-ascii',
    breaks: '4.8/plain-values-provoke-no-error',
    summary: 'PUT with é is answered 500.',
    wrap: refusing(['4.8'], 500, says('é')),
  },
  {
    name: 'patch-refuses-single-scope-tokens',
    breaks: '4.7/manage-test-suffices',
    summary: 'PATCH answers 401 to a token that holds manage_test alone.',
    wrap: refusing(['4.7'], 401, (request) => bearerOf(request)?.includes('manage-test') === true),
  },
  {
    name: 'unauthenticated-patch-performed',
    breaks: '4.7/refused-overwrite-has-no-effect',
    summary: 'PATCH without a token is refused and performed.',
    wrap: performingRefused(['4.7'], [401]),
  },
  {
    name: 'refused-put-moves-the-version',
    breaks: '4.8/refused-overwrite-has-no-effect',
    summary: 'PUT is refused and changes the version all the same.',
    wrap: movingOnRefusal('4.8'),
  },
  {
    name: 'put-open-to-view-test-once-the-version-is-right',
    breaks: '4.8/refused-to-other-scopes',
    summary: 'PUT is open to view_test, and changes the version when refused for lack of a token.',
    needs: ['declaration'],
    override: (base) => ({
      opening: (operation) => (operation === '4.8' ? ['manage_test', 'view_test'] : base.opening(operation)),
    }),
    wrap: movingOnRefusal('4.8', [401]),
  },
];
