import type { ExchangeEvidence, Finding } from '../../clause/sample.ts';
import { isCreate, isId, isOverwrite, isSuccess } from './operations.ts';
import { placesIn } from './value-form.ts';

/** The id in the answer to a create. */
export function createdId(exchange: ExchangeEvidence): string | undefined {
  if (!isCreate(exchange) || !isSuccess(exchange)) return undefined;
  return shownId(exchange);
}

/** Ids that a request names, and ids of resources that the request has created or overwritten. */
export function idsIn(exchange: ExchangeEvidence, projectKey: string): readonly string[] {
  const { request } = exchange;
  const [path = ''] = request.target.split('?');
  const [, , collection, segment] = path.split('/');
  const named = collection === 'resource' && segment !== undefined && isId(segment) ? [segment] : [];
  const inBody = placesIn(request.body ?? '')
    .get('/id')
    ?.slice(1, -1);
  const meant = isOverwrite(request) ? [inBody, shownId(exchange)] : [];
  return [...named, ...meant, createdId(exchange)].filter(
    (id): id is string => id !== undefined && id !== projectKey,
  );
}

/** Keys whose characters resources may have; all other keys are invented. */
export function keysIn({ request }: ExchangeEvidence): readonly string[] {
  const key = /^\/[^/]+\/resource\/key=([\w.~-]+)(?:\?|$)/.exec(request.target)?.[1];
  return key === undefined ? [] : [key];
}

/** An id or a key as a whole segment of a path, value of a parameter or text in JSON; never as a part of one. */
export function mentionOf(id: string): RegExp {
  const literal = id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<=[/=])${literal}(?=$|[/?&])|(?<=")${literal}(?=")`, 'g');
}

/** Whether a request names that id. */
export function isMentioned({ target, body = '' }: ExchangeEvidence['request'], id: string): boolean {
  return mentionOf(id).test(target) || mentionOf(id).test(body);
}

/** The JSON Pointer of the id in an answer by which the story names the resource. */
export function idPointerIn({ exchanges }: Finding): string | undefined {
  for (const exchange of exchanges) {
    const { request, answer } = exchange;
    const [, , collection, id = ''] = request.target.split(/[/?]/);
    if (collection !== 'resource' || !isId(id)) continue;
    const shown = [...placesIn(answer?.body ?? '')].find(([, raw]) => raw === JSON.stringify(id));
    if (shown !== undefined && isSuccess(exchange)) return shown[0];
  }
  return undefined;
}

function shownId({ answer }: ExchangeEvidence): string | undefined {
  const raw = placesIn(answer?.body ?? '').get('/id');
  return raw?.startsWith('"') === true ? raw.slice(1, -1) : undefined;
}
