import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, Response, WireOddity } from './message.ts';

/** Octets that a fault sends after the header section of an answer to HEAD. */
const strayText = '{"count":1}';

/** Writes an answer as no correct HTTP library would, octet by octet, and ends the connection. */
export function writeRaw(socket: Socket, request: Request, response: Response): void {
  const { wire } = response;
  socket.on('error', () => socket.destroy());
  if (!wire || wire.kind === 'drop') {
    socket.destroy();
    return;
  }
  const { fields, tail } = framing(wire, response, request.method === 'HEAD');
  const line = `HTTP/${wire.kind === 'http-1.0' ? '1.0' : '1.1'} ${response.status} ${STATUS_CODES[response.status] ?? ''}`;
  const headers = [...response.headers, ...fields, ['Connection', 'close'] as const];
  socket.write(`${line}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  const afterMs = wire.kind === 'head-body' ? wire.afterMs : 0;
  if (afterMs > 0) setTimeout(() => socket.end(tail), afterMs);
  else socket.end(tail);
}

interface Framing {
  readonly fields: readonly (readonly [string, string])[];
  readonly tail: string | Uint8Array;
}

function framing(wire: WireOddity, response: Response, isHead: boolean): Framing {
  if (wire.kind === 'head-framing') {
    const length = ['Content-Length', '1234'] as const;
    return {
      fields: [wire.form === 'chunked' ? (['Transfer-Encoding', 'chunked'] as const) : length],
      tail: '',
    };
  }
  if (wire.kind === 'head-body') return headBody(wire.form);
  const missing = wire.kind === 'truncated' ? wire.missingBytes : 0;
  const kept = response.body.subarray(0, Math.max(0, response.body.length - missing));
  return { fields: [['Content-Length', String(response.body.length)]], tail: isHead ? '' : kept };
}

function headBody(form: 'content-length' | 'chunked' | 'terminator' | 'close-delimited'): Framing {
  const chunked = [['Transfer-Encoding', 'chunked']] as const;
  if (form === 'terminator') return { fields: chunked, tail: '0\r\n\r\n' };
  if (form === 'close-delimited') return { fields: [], tail: strayText };
  if (form === 'content-length')
    return { fields: [['Content-Length', String(strayText.length)]], tail: strayText };
  return { fields: chunked, tail: `${strayText.length.toString(16)}\r\n${strayText}\r\n0\r\n\r\n` };
}
