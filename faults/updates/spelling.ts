import { headerOf, type Request } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { match } from '../../reference/routes.ts';
import { latest } from '../../reference/state.ts';
import { living } from '../siblings.ts';
import type { Fault } from '../fault.ts';
import { refusing } from '../rewrite.ts';

const refusedWhere = (test: (text: string) => boolean) =>
  refusing(['4.10'], 400, ({ body }: Request) => test(new TextDecoder().decode(body)));

/** Updates in such requests are applied whatever the version that they state. */
const uncheckedWhere =
  (test: (request: Request, text: string) => boolean): HandleWrap =>
  (next) =>
  (state, request, now) => {
    const text = new TextDecoder().decode(request.body);
    const found = match(request.method, request.target);
    if (found.kind !== 'operation' || found.operation !== '4.10' || !test(request, text))
      return next(state, request, now);
    const named = living(state, found.projectKey).find(({ id }) => id === found.path['id']);
    const actual = named === undefined ? undefined : String(latest(named).version);
    const body = text.replace(/("version"\s*:\s*)[^,}\s]+/, (all, name: string) =>
      actual === undefined ? all : `${name}${actual}`,
    );
    return next(state, { ...request, body: new TextEncoder().encode(body) }, now);
  };

/** Bodies of updates that are read as text in place of JSON (4.10). */
export const spellingFaults: readonly Fault[] = [
  {
    name: 'update-understands-no-escapes',
    breaks: '4.10/body-is-read-as-json',
    rows: ['Service/auxiliary-endpoints', '4.10/request'],
    summary: 'An update whose body has an escape of four digits is answered 400.',
    wrap: refusedWhere((text) => /\\u[0-9a-f]{4}/i.test(text)),
  },
  {
    name: 'update-expects-its-version-first',
    breaks: '4.10/body-is-read-as-json',
    rows: ['Service/auxiliary-endpoints', '4.10/request'],
    summary: 'An update whose version comes after its actions is answered 400.',
    wrap: refusedWhere((text) => /^\s*\{\s*"action/.test(text)),
  },
  {
    name: 'update-takes-one-line',
    breaks: '4.10/body-is-read-as-json',
    rows: ['Service/auxiliary-endpoints', '4.10/request'],
    summary: 'An update whose body has a line break is answered 400.',
    wrap: refusedWhere((text) => text.includes('\n')),
  },
  {
    name: 'version-not-checked-beside-a-charset',
    breaks: '4.10/no-success-whatever-the-body',
    summary: 'An update whose Content-Type has a parameter is applied whatever the version.',
    wrap: uncheckedWhere((request) => headerOf(request, 'content-type')?.includes(';') === true),
  },
  {
    name: 'version-not-checked-after-the-actions',
    breaks: '4.10/no-success-whatever-the-body',
    summary: 'An update whose version comes after its actions is applied whatever the version.',
    wrap: uncheckedWhere((_request, text) => /^\s*\{\s*"action/.test(text)),
  },
];
