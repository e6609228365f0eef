import type { Socket } from 'node:net';
import type { Request, Response } from '../../../reference/message.ts';
import { octetsOf, plainly, type Oddity } from '../servers/odd-server.ts';

/** A kind of answer that does harm to who takes it without care. */
export interface HostileKind {
  readonly name: string;
  /** Writes the answer to one request, from what an honest one would be. */
  readonly oddity: Oddity;
  /** The contract does not rule it out: nothing may fail for it, wherever it comes. */
  readonly legitimate?: true;
}

/** The same octets to everything. */
export const says =
  (octets: string | Buffer, then: 'stay' | 'end' | 'reset' = 'stay'): Oddity =>
  (socket) => {
    socket.write(typeof octets === 'string' ? Buffer.from(octets, 'latin1') : octets);
    if (then === 'end') socket.end();
    if (then === 'reset') setTimeout(() => socket.resetAndDestroy(), 20);
  };

/** The honest answer with its octets changed. */
export const changed =
  (change: (octets: string, response: Response, request: Request) => string, end = false): Oddity =>
  (socket, response, request) => {
    const octets = octetsOf(response, request).toString('latin1');
    socket.write(Buffer.from(change(octets, response, request), 'latin1'));
    if (end) socket.end();
  };

/** The honest answer with another head: its first line, and fields before its own. */
export const headed = (line: string, fields = ''): Oddity =>
  changed((octets, { status }) =>
    octets.replace(/^HTTP\/1\.1 \d+ X\r\n/, `${line.replace('{status}', String(status))}\r\n${fields}`),
  );

/** The honest answer with another body, its length true; bodies that are no objects stay. */
export const bodied =
  (
    change: (body: string) => string | Uint8Array,
    fields: readonly (readonly [string, string])[] = [],
  ): Oddity =>
  (socket, response, request) => {
    const text = Buffer.from(response.body).toString();
    const made = text.startsWith('{"') ? change(text) : text;
    const body = typeof made === 'string' ? Buffer.from(made) : made;
    const own = response.headers.filter(([name]) => !fields.some(([other]) => other === name));
    plainly(socket, { ...response, headers: [...own, ...fields], body }, request);
  };

/** The honest object with members before its own. */
export const withMembers = (members: string | (() => string)): Oddity =>
  bodied((body) => `{${typeof members === 'string' ? members : members()},${body.slice(1)}`);

/** The honest answer with a text in place of each of its own. */
export const withTexts = (text: string): Oddity =>
  bodied((body) =>
    JSON.stringify(
      JSON.parse(body, (_name, value: unknown) => (typeof value === 'string' ? text : value)) as unknown,
    ),
  );

/** Writes what `next` gives, again and again, until the socket is gone or there is no more. */
export function pour(socket: Socket, next: () => Uint8Array | string | undefined, everyMs = 0): void {
  const step = (): void => {
    const octets = socket.destroyed || socket.writableEnded ? undefined : next();
    if (octets === undefined) return;
    const goOn = (): void => void setTimeout(step, everyMs);
    if (socket.write(octets)) goOn();
    else socket.once('drain', goOn);
  };
  step();
}

/** Writes a beginning, then the same octets without end. */
export const endlessly =
  (begin: string, octets: string | Buffer, everyMs = 0): Oddity =>
  (socket) => {
    socket.write(begin);
    pour(socket, () => octets, everyMs);
  };

/** The head of a JSON answer whose framing fields are given. */
export const jsonHead = (fields: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${fields}\r\n`;
