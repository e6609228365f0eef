import { createReference } from '../../../reference/create.ts';
import { octetsOf, serveOddly, type OddServer } from '../servers/odd-server.ts';
import type { Oddity } from '../servers/odd-server.ts';
import { logCommands } from './log-commands.ts';

/** All commands that a field can hold, in one text. */
export const everyCommand = Object.values(logCommands)
  .filter((text) => !text.includes('\u001b'))
  .join(' ');

/** What is behind each id. */
const tail = '##[add-mask]e::add-mask::e##vso[task.prependpath]x';

/** Serves a reference whose answers hold commands of build services wherever there is room for a text. */
export async function serveCommands(): Promise<OddServer> {
  const reference = createReference({
    // Ids are only shown with the tail: paths lose it again.
    wraps: [
      (next) => (state, request, now) => next(state, { ...request, target: bare(request.target) }, now),
    ],
  });
  return await serveOddly({ reference, oddity: commanding });
}

function bare(target: string): string {
  const [path = '', ...query] = target.split('?');
  const segments = path.split('/').map((segment) => {
    try {
      const read = decodeURIComponent(segment);
      return read.endsWith(tail) ? encodeURIComponent(read.slice(0, -tail.length)) : segment;
    } catch {
      return segment;
    }
  });
  return [segments.join('/'), ...query].join('?');
}

let turn = 0;

/**
 * In ids, keys of members, values, errors, header fields, the media type and the status text; in versions sometimes.
 */
const commanding: Oddity = (socket, response, request) => {
  turn += 1;
  const headers = response.headers.map(([name, value]) => {
    if (/^content-type$/i.test(name)) return [name, `${value}; a="##vso[a.b]"`] as const;
    return /^location$/i.test(name) ? ([name, value + encodeURIComponent(tail)] as const) : ([name, value] as const);
  });
  const told = octetsOf(
    { ...response, headers: [...headers, ['X-Order', everyCommand]], body: commanded(response.body, turn) },
    request,
  ).toString('latin1');
  socket.write(Buffer.from(told.replace(/^(HTTP\/1\.1 \d+) X/, `$1 ${everyCommand}`), 'latin1'));
}; // prettier-ignore

function commanded(body: Uint8Array, number: number): Uint8Array {
  const text = Buffer.from(body).toString();
  if (!/^[[{]/.test(text)) return body;
  const read = JSON.parse(text, (name, value: unknown) => {
    if (name === 'id' && typeof value === 'string') return value + tail;
    if (name === 'version' && number % 7 === 0) return everyCommand;
    return name === 'message' || (typeof value === 'string' && number % 5 === 0) ? everyCommand : value;
  }) as object;
  const whole = Array.isArray(read) ? read : { ...read, [everyCommand]: everyCommand };
  return Buffer.from(JSON.stringify(whole));
}
