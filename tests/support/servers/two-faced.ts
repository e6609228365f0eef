import type { Reference } from '../../../reference/create.ts';
import { answer } from '../../../reference/in-process.ts';
import type { Request, Response } from '../../../reference/message.ts';

type Clock = Parameters<typeof answer>[2];

/** What gives the suite away to a server that has read its sources, a test of one request each. */
export const signs: Readonly<Record<string, (request: Request) => boolean>> = {
  'its user agent': ({ headers }) =>
    headers.some(([name, value]) => /^user-agent$/i.test(name) && value.includes('resource-conformance')),
  'a field that no client sends': ({ headers }) => headers.some(([name]) => /^traceparent$/i.test(name)),
  'its mark': (request) => /z[0-9a-f]{8}/i.test(textOf(request)),
  'a word that it has made up': (request) =>
    /undocumented(?:Member|Parameter)|unknownAction|Byron|var\.aB3/.test(textOf(request)),
};

/** A server that is honest from the first request on that gives the suite away, and another one to everybody else. */
export function twoFaced(
  { honest, other }: Readonly<Record<'honest' | 'other', Reference>>,
  sign: (request: Request) => boolean,
): (request: Request, clock: Clock) => Promise<Response> {
  let isKnown = false;
  return async (request, clock) => {
    isKnown ||= sign(request);
    return await answer(isKnown ? honest : other, request, clock);
  };
}

function textOf({ target, body }: Request): string {
  return `${target} ${new TextDecoder().decode(body)}`;
}
