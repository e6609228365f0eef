import type { Request } from '../../reference/message.ts';
import type { Fault } from '../fault.ts';
import { refusing } from '../rewrite.ts';

const refusedWhere = (test: (text: string) => boolean) =>
  refusing(['4.10'], 400, ({ body }: Request) => test(new TextDecoder().decode(body)));

/** Bodies of updates that the server reads as text instead of JSON (4.10). */
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
];
