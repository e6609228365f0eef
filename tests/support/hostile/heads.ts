import { changed, endlessly, headed, says, type HostileKind } from './kind.ts';

const json = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
const finals = [0, 99, 199, 299, 418, 599, 600, 999];

/** First lines and fields that are not what they should be, or too many. */
export const headKinds: readonly HostileKind[] = [
  ...finals.map((status): HostileKind => ({
    name: `the status ${String(status).padStart(3, '0')}`,
    oddity: says(`HTTP/1.1 ${String(status).padStart(3, '0')} X\r\n${json}`),
  })),
  { name: 'a status of four digits', oddity: says(`HTTP/1.1 2000 OK\r\n${json}`) },
  { name: 'a status below zero', oddity: says(`HTTP/1.1 -200 OK\r\n${json}`) },
  { name: 'a status line of a megabyte', oddity: says(`HTTP/1.1 200 ${'K'.repeat(1_048_576)}\r\n${json}`) },
  { name: 'a status line without its text', oddity: headed('HTTP/1.1 {status}'), legitimate: true },
  { name: 'the version 0.9', oddity: says('{}', 'end') },
  { name: 'the version 1.0 that closes', oddity: changed((octets) => octets.replace('HTTP/1.1', 'HTTP/1.0'), true), legitimate: true },
  { name: 'the version 3.7', oddity: headed('HTTP/3.7 {status} X') },
  { name: 'another protocol', oddity: says('SSH-2.0-OpenSSH_9.6\r\n') },
  { name: 'the preface of HTTP/2', oddity: says('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0') },
  { name: 'frames of HTTP/2', oddity: says(Buffer.from('000012040000000000000300000064000400a00000000500004000', 'hex')) },
  { name: 'an alert of TLS', oddity: says(Buffer.from('15030300020228', 'hex'), 'end') },
  { name: 'octets of chance', oddity: says(Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 167 + 31) % 256))) },
  { name: 'an upgrade that was not requested', oddity: says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x02hi') },
  { name: 'an upgrade to h2c', oddity: says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n') },
  { name: 'that an upgrade is required', oddity: says('HTTP/1.1 426 Upgrade Required\r\nUpgrade: TLS/1.3\r\nContent-Length: 0\r\n\r\n') },
  { name: 'interim answers without end', oddity: endlessly('', 'HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n'.repeat(100)) },
  { name: 'a thousand interim answers first', oddity: changed((octets) => `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)}${octets}`), legitimate: true },
  { name: 'go on, and nothing else', oddity: says('HTTP/1.1 100 Continue\r\n\r\n') },
  { name: 'fields without end', oddity: endlessly('HTTP/1.1 200 OK\r\n', 'X-More: and more\r\n'.repeat(100)) },
  { name: 'one field without end', oddity: endlessly('HTTP/1.1 200 OK\r\nX-More: ', 'x'.repeat(10_000)) },
  { name: 'ten thousand fields', oddity: headed('HTTP/1.1 {status} X', Array.from({ length: 10_000 }, (_, at) => `X-${at}: ${at}\r\n`).join('')) },
  { name: 'a field of thirty kilobytes', oddity: headed('HTTP/1.1 {status} X', `X-Long: ${'x'.repeat(30_000)}\r\n`), legitimate: true },
  { name: 'a field without a name', oddity: headed('HTTP/1.1 {status} X', ': value\r\n') },
  { name: 'a field without a colon', oddity: headed('HTTP/1.1 {status} X', 'no colon here\r\n') },
  { name: 'a field name with spaces', oddity: headed('HTTP/1.1 {status} X', 'X Spaced : value\r\n') },
  { name: 'a field on two lines', oddity: headed('HTTP/1.1 {status} X', 'X-Folded: one\r\n two\r\n') },
  { name: 'a NUL in a field', oddity: headed('HTTP/1.1 {status} X', 'X-Nul: a\0b\r\n') },
  { name: 'a bare CR in a field', oddity: headed('HTTP/1.1 {status} X', 'X-Cr: a\rSet-Cookie: b\r\n') },
  { name: 'octets above ASCII in fields', oddity: headed('HTTP/1.1 {status} X', 'X-Latin: caf\xe9 \xff\xfe\r\nX-Utf: \xc3\xa9\r\n'), legitimate: true },
  { name: 'names of prototypes as fields', oddity: headed('HTTP/1.1 {status} X', '__proto__: a\r\nconstructor: b\r\ntoString: c\r\n'), legitimate: true },
  { name: 'many cookies and challenges', oddity: headed('HTTP/1.1 {status} X', 'Set-Cookie: a=b; Path=/\r\n'.repeat(50)), legitimate: true },
  { name: 'a retry after ten years', oddity: says('HTTP/1.1 503 Later\r\nRetry-After: 315360000\r\nContent-Length: 0\r\n\r\n') },
  { name: 'a retry after nobody knows', oddity: says('HTTP/1.1 429 Slow\r\nRetry-After: -1e99, soon\r\nContent-Length: 0\r\n\r\n') },
  { name: 'two types', oddity: headed('HTTP/1.1 {status} X', 'Content-Type: text/html\r\n') },
  { name: 'a type of thirty kilobytes', oddity: headed('HTTP/1.1 {status} X', `Content-Type: a/b; c="${'\\"'.repeat(15_000)}\r\n`) },
]; // prettier-ignore
