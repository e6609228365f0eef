import { isObject, member, type JsonObject } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { latest, write } from '../../reference/state.ts';
import { pagesOfTwenty } from '../choices/lists.ts';
import type { Fault } from '../fault.ts';
import { performingRefused } from './refusal.ts';
import { jsonOf, serving, succeeded } from '../rewrite.ts';
import { living } from '../siblings.ts';

/** Keeps the content of a refused overwrite, and stores it with the next update of the last overwritten resource. */
function storingLater(overwrite: Operation): HandleWrap {
  return (next) => {
    let target: string | undefined;
    let kept: JsonObject | undefined;
    return serving([overwrite, '4.10'], (onward, request, state, now) => {
      const reply = onward();
      if (!('response' in reply)) return reply;
      const answered = jsonOf(reply.response);
      const id = isObject(answered) ? member(answered, 'id') : undefined;
      if (operationOf(request) === overwrite) {
        const sent = jsonOf(request);
        const content = isObject(sent) ? member(sent, 'objectTypeProperty') : undefined;
        if (succeeded(reply.response)) target = typeof id === 'string' ? id : undefined;
        else if ([401, 403].includes(reply.response.status)) kept = isObject(content) ? content : undefined;
        if (succeeded(reply.response)) kept = undefined;
        return reply;
      }
      const resource = living(state).find((one) => one.id === target);
      if (!succeeded(reply.response) || id !== target || resource === undefined || kept === undefined)
        return reply;
      write(resource, { ...latest(resource), objectTypeProperty: kept }, now);
      kept = undefined;
      return reply;
    })(next);
  };
}

/** Refused writes that take effect at an unusual place, or with another request (4.6, 4.7, 4.8). */
export const keptRefusalFaults: readonly Fault[] = [
  {
    name: 'refused-create-on-a-later-page',
    breaks: '4.6/refused-create-has-no-effect',
    summary: 'A create is refused for its scopes and performed, and shows only in pages of twenty.',
    needs: ['late'],
    wrap: (next) => pagesOfTwenty(performingRefused(['4.6'], [403])(next)),
  },
  {
    name: 'refused-patch-stored-with-the-next-update',
    breaks: '4.7/refused-overwrite-has-no-effect',
    summary: 'The content of a refused PATCH is stored with the next update of the resource.',
    needs: ['generated'],
    wrap: storingLater('4.7'),
  },
  {
    name: 'refused-put-stored-with-the-next-update',
    breaks: '4.8/refused-overwrite-has-no-effect',
    summary: 'The content of a refused PUT is stored with the next update of the resource.',
    needs: ['generated'],
    wrap: storingLater('4.8'),
  },
  {
    name: 'refused-put-creates-all-the-same',
    breaks: '4.8/refused-overwrite-has-no-effect',
    summary:
      'Each PUT creates a resource, even a PUT that is refused for its scopes; only pages of twenty show it.',
    needs: ['late'],
    override: (base) => ({
      overwriteTarget: (call) => (call.operation === '4.8' ? undefined : base.overwriteTarget(call)),
    }),
    wrap: (next) => pagesOfTwenty(performingRefused(['4.8'], [403])(next)),
  },
];
