import type { Request } from '../exchange.ts';
import { header } from '../media-type.ts';
import { pathOf, type Target } from '../target.ts';

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// oxlint-disable-next-line no-control-regex -- the octets that would end or break a field
const breaksField = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/;
const ownFields = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);
const bodyMethods = new Set(['POST', 'PUT', 'PATCH']);

/** Throws `TypeError` for a method, target or field that would extend beyond its line. */
export function checkRequest(request: Request, target: Target): void {
  if (!token.test(request.method)) throw new TypeError(`Expected a method, got \`${request.method}\``);
  if (!/^[\u0021-\u00ff]+$/.test(pathOf(target, request))) {
    throw new TypeError('Expected a request target without spaces or controls');
  }
  for (const [name, value] of request.headers) {
    if (token.test(name) && !breaksField.test(value)) continue;
    throw new TypeError(`Expected a field on one line, got something else in \`${name}\``);
  }
}

/** A request as HTTP/1.1 octets, with only the added fields that HTTP demands. Throws as `checkRequest` does. */
export function requestBytes(
  request: Request,
  target: Target,
  connection: 'close' | 'keep-alive',
): Uint8Array {
  checkRequest(request, target);
  const lines = [
    `${request.method} ${pathOf(target, request)} HTTP/1.1`,
    `Host: ${header(request.headers, 'host') ?? target.authority}`,
    `Connection: ${connection}`,
  ];
  for (const [name, value] of request.headers) {
    if (!ownFields.has(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  const length = request.body?.length ?? 0;
  if (request.body !== undefined || bodyMethods.has(request.method)) lines.push(`Content-Length: ${length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, request.body ?? new Uint8Array()]);
}
