import { referenceWith } from '../../../faults/catalogue.ts';
import type { Header, Request, Response } from '../../../reference/message.ts';
import { octetsOf, serveOddly, type Oddity, type OddServer } from '../servers/odd-server.ts';
import { canaries, canaryTokens, control, linedSpellings, spellings } from './canaries.ts';

const marker = '-id-';
/** Ids hold a half of a token that is sent. */
const inIds = (canaryTokens['demo-manage-test'] ?? '').slice(0, 20);

/**
 * A reference with some faults that knows the tokens of the canaries and gives back, in every answer and in one way after
 * the other, what it was sent and what it was not: in header fields, bodies, names of members, ids, status texts and
 * redirects.
 */
export async function serveEchoes(faults: readonly string[]): Promise<OddServer> {
  const reference = referenceWith({ faults });
  for (const [known, token] of Object.entries(canaryTokens)) {
    const held = reference.state.tokens.get(known);
    if (held !== undefined) reference.state.tokens.set(token, held);
    reference.state.tokens.delete(known);
  }
  const handle: typeof reference.handle = (state, request, ...others) =>
    reference.handle(state, { ...request, target: request.target.replaceAll(marker + inIds, '') }, ...others);
  return await serveOddly({ reference: { ...reference, handle }, rewrite: echoed, oddity: inStatusText });
}

/** What is given back in the answer to a request: its own token first, in one spelling after the other. */
function echoes(from: typeof spellings, request: Request, number: number): readonly string[] {
  const own = request.headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization' ? [value.replace(/^bearer /i, '')] : [],
  );
  const all = Object.values(from);
  const spell = all[number % all.length] ?? ((text: string) => text);
  const other = canaries[number % canaries.length] ?? '';
  return [control, ...own, other].map(spell);
}

function echoed(response: Response, request: Request, number: number): Response {
  const lines = echoes(linedSpellings, request, number);
  const fields = echoes(spellings, request, number);
  const headers: readonly Header[] = [
    ...response.headers,
    ...fields.map((field, at): Header => [`X-Echo-${at}`, field]),
    ['X-Sent', request.headers.map((pair) => pair.join(': ')).join(' | ')],
  ];
  const text = Buffer.from(response.body)
    .toString()
    .replace(/\br[0-9a-f]{12}\b/g, `$&${marker}${inIds}`);
  if (number % 41 === 0 && response.status >= 400)
    return { status: 302, headers: [...headers, ['Location', leading(fields)]], body: new Uint8Array() };
  if (number % 29 === 0) return { ...response, headers, body: Buffer.from(`# ${lines.join('\n# ')}`) };
  if (!text.startsWith('{')) return { ...response, headers, body: Buffer.from(text) };
  // Escapes stand for themselves here, as in a text that was put together by hand.
  const escaped = lines.map((line) => `"${line.includes('\\') ? line : JSON.stringify(line).slice(1, -1)}"`);
  const members = `"echo":[${escaped.join(',')}],${escaped[1] ?? '"none"'}:true`;
  return {
    ...response,
    headers,
    body: Buffer.from(text.replace(/^\{/, `{${members}${text === '{}' ? '' : ','}`)),
  };
}

const leading = (fields: readonly string[]): string =>
  `http://elsewhere.invalid/?at=${fields.join('&at=').replace(/[^\w%=&.+/-]/g, '_')}`;

let answered = 0;

const inStatusText: Oddity = (socket, response, request) => {
  answered += 1;
  const [, ...fields] = echoes(spellings, request, answered);
  socket.write(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 ${response.status} ${control} ${fields.join(' ')}\r\n`),
      octetsOf(response, request).subarray(`HTTP/1.1 ${response.status} X\r\n`.length),
    ]),
  );
};
