import type { Request } from './exchange.ts';
import type { Target } from './target.ts';

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// oxlint-disable-next-line no-control-regex -- the octets that would end or break a field
const breaksField = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/;
const bodyMethods = new Set(['POST', 'PUT', 'PATCH']);

/**
 * A request as HTTP/1.1 octets, with `Host`, `Connection` and `Content-Length` as HTTP demands and nothing else added.
 * Throws `TypeError` for a method, target or field that would break out of its line.
 */
export function requestBytes(
  request: Request,
  target: Target,
  connection: 'close' | 'keep-alive',
): Uint8Array {
  const path = target.prefix + request.target;
  if (!token.test(request.method)) throw new TypeError(`Expected a method, got \`${request.method}\``);
  if (!/^[\u0021-\u00ff]+$/.test(path))
    throw new TypeError('Expected a request target without spaces or controls');
  const lines = [
    `${request.method} ${path} HTTP/1.1`,
    `Host: ${target.authority}`,
    `Connection: ${connection}`,
  ];
  for (const [name, value] of request.headers) {
    if (!token.test(name) || breaksField.test(value)) {
      throw new TypeError(`Expected a field on one line, got another thing in \`${name}\``);
    }
    const lower = name.toLowerCase();
    if (lower !== 'content-length' && lower !== 'connection') lines.push(`${name}: ${value}`);
  }
  const length = request.body?.length ?? 0;
  if (request.body !== undefined || bodyMethods.has(request.method)) lines.push(`Content-Length: ${length}`);
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    request.body ?? new Uint8Array(),
  ]);
}
