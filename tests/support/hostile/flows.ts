import { octetsOf, plainly } from '../servers/odd-server.ts';
import { changed, headed, jsonHead, pour, says, type HostileKind } from './kind.ts';

const slashes = '/'.repeat(60_000);
const redirect = (location: string, status = 302): HostileKind['oddity'] =>
  says(`HTTP/1.1 ${status} X\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
let count = 0;

/** Answers that take their time, lead elsewhere, or are not for who asked. */
export const flowKinds: readonly HostileKind[] = [
  {
    name: 'the head one octet a second',
    oddity: (socket, response, request) => {
      const octets = octetsOf(response, request);
      let at = 0;
      pour(socket, () => (at < octets.length ? octets.subarray(at, (at += 1)) : undefined), 1_000);
    },
  },
  {
    name: 'ten megabytes a little at a time',
    oddity: (socket) => {
      socket.write(jsonHead(`Content-Length: ${10 * 1_048_576}\r\n`));
      pour(socket, () => Buffer.alloc(1_024, 0x20), 20);
    },
  },
  {
    name: 'answers in the wrong order',
    oddity: (socket, response, request) => {
      setTimeout(() => plainly(socket, response, request), (count += 137) % 400);
    },
    legitimate: true,
  },
  { name: 'a redirect to a file', oddity: redirect('file:///etc/passwd') },
  { name: 'a redirect to a script', oddity: redirect('javascript:alert(1)') },
  { name: 'a redirect to data', oddity: redirect('data:application/json,{}') },
  { name: 'a redirect to the port of another', oddity: redirect('http://127.0.0.1:1/demo/resource', 307) },
  { name: 'a redirect to the inside of a cloud', oddity: redirect('http://169.254.169.254/latest/meta-data/') },
  { name: 'a redirect with a user', oddity: redirect('http://user:pass@127.0.0.1/demo/resource', 307) },
  { name: 'a redirect to slashes', oddity: redirect(`${slashes}x`) },
  { name: 'a redirect to nowhere', oddity: redirect('') },
  { name: 'a redirect to no address', oddity: redirect('http://[::') },
  { name: 'a redirect up the tree', oddity: redirect('../../../../../../%2e%2e/%2f..', 308) },
  { name: 'a redirect without a place', oddity: says('HTTP/1.1 302 X\r\nContent-Length: 0\r\n\r\n') },
  { name: 'a choice of many', oddity: says('HTTP/1.1 300 X\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n') },
  { name: 'that a proxy is to be used', oddity: says('HTTP/1.1 305 X\r\nLocation: http://proxy.invalid/\r\nContent-Length: 0\r\n\r\n') },
  { name: 'a place of slashes beside each answer', oddity: headed('HTTP/1.1 {status} X', `Location: ${slashes}x\r\n`) },
  { name: 'that the connection is to be closed, and it stays', oddity: headed('HTTP/1.1 {status} X', 'Connection: close\r\n'), legitimate: true },
  { name: 'that the connection is to be kept, and it closes', oddity: changed((octets) => octets.replace('\r\n', '\r\nConnection: keep-alive\r\nKeep-Alive: timeout=600\r\n'), true) },
  { name: 'a challenge to a proxy', oddity: says('HTTP/1.1 407 X\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n') },
]; // prettier-ignore
