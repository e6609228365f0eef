import { isArray, isObject } from '../../reference/json.ts';
import type { Request } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf } from '../../reference/routes.ts';
import type { Choice } from '../fault.ts';
import { bare, content, serving, showing, succeeded } from '../rewrite.ts';
import { pagesOfTwenty } from './lists.ts';

/** A text that an update wants to store. */
function askedText({ body }: Request): string | undefined {
  return /"someProperty"\s*:\s*"([^"\\]*)"/.exec(new TextDecoder().decode(body))?.[1];
}

const pathOf = ({ target }: Request): string => target.split('?')[0] ?? '';

/** Two resources at a time, and no content in the query. */
const fewAtATime: HandleWrap = (next) =>
  showing(['4.12'], (body) =>
    isObject(body)
      ? Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, isArray(value) ? value.slice(0, 2) : value]),
        )
      : body,
  )(pagesOfTwenty(next));

/** Lists show only a part, with a link that contains their request. */
const linking: HandleWrap = (next) =>
  showing(['4.1', '4.4', '4.12'], (body, { target }) =>
    isObject(body) ? { ...body, links: { self: decodeURIComponent(target) } } : body,
  )(fewAtATime(next));

/** Reads of a resource show the content of its last update, even of a refused update. */
const keepingAttempts: HandleWrap = (next) => {
  const attempts = new Map<string, string>();
  const noting = serving(['4.10'], (onward, request) => {
    const text = askedText(request);
    if (text !== undefined) attempts.set(pathOf(request), text);
    return onward();
  });
  return showing(['4.2'], (body, request) => {
    const text = attempts.get(pathOf(request));
    return isObject(body) && text !== undefined ? { ...body, attempts: [`asked for ${text}`] } : body;
  })(noting(next));
};

/** Reads of any resource show the latest change of the project. */
const showingLatestChange: HandleWrap = (next) => {
  const latest = new Map<string | undefined, string>();
  const projectOf = (request: Request): string | undefined => pathOf(request).split('/')[1];
  const noting = serving(['4.10'], (onward, request) => {
    const reply = onward();
    const text = askedText(request);
    if (
      operationOf(request) === '4.10' &&
      'response' in reply &&
      succeeded(reply.response) &&
      text !== undefined
    )
      latest.set(projectOf(request), text);
    return reply;
  });
  return showing(['4.2'], (body, request) => {
    const latestChange = latest.get(projectOf(request));
    return isObject(body) && latestChange !== undefined ? { ...body, latestChange } : body;
  })(noting(next));
};

/** An unknown key is answered with existing resources, as suggestions. */
const suggesting: HandleWrap = (next) => (state, request, now) => {
  const reply = next(state, request, now);
  if (operationOf(request) !== '4.3' || !('response' in reply) || reply.response.status !== 404) return reply;
  const target = `/${pathOf(request).split('/')[1]}/resource`;
  const all = next(state, { ...request, target }, now);
  const listed =
    'response' in all && succeeded(all.response) ? new TextDecoder().decode(all.response.body) : '';
  return listed === ''
    ? reply
    : { response: { ...bare(200), ...content(`{"suggestions":[${listed}]}`, 'application/json') } };
};

/** Places that mention a text without being the state of the resource (4.1 to 4.4, 4.12). */
export const mentionChoices: readonly Choice[] = [
  {
    name: 'lists-link-to-their-query',
    summary: 'Lists show two resources at a time, and repeat the query in a link.',
    wrap: linking,
  },
  {
    name: 'resources-keep-what-was-attempted',
    summary: 'Reads by id show what the last update requested, even if it was refused.',
    wrap: keepingAttempts,
  },
  {
    name: 'resources-show-the-latest-change',
    summary: 'Reads by id show the latest change of any resource in the project.',
    wrap: showingLatestChange,
  },
  {
    name: 'unknown-keys-answered-with-suggestions',
    summary: 'A read by an unknown key is answered 200 with existing resources as suggestions.',
    wrap: suggesting,
  },
];
