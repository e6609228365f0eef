import { changed, endlessly, headed, jsonHead, says, type HostileKind } from './kind.ts';

const chunked = jsonHead('Transfer-Encoding: chunked\r\n');
const inChunks = (frame: (body: string) => string): HostileKind['oddity'] =>
  changed((octets, { body, status }, { method }) => {
    if (method === 'HEAD' || status === 204) return octets;
    const text = Buffer.from(body).toString('latin1');
    const head = octets.slice(0, octets.length - text.length).replace(/Content-Length: \d+\r\n/, '');
    return `${head.replace(/\r\n\r\n$/, '\r\nTransfer-Encoding: chunked\r\n\r\n')}${frame(text)}`;
  });
const size = (text: string): string => text.length.toString(16);

/** Lengths, chunks and ends that are not what they say. */
export const framingKinds: readonly HostileKind[] = [
  { name: 'a length below zero', oddity: headed('HTTP/1.1 {status} X', 'Content-Length: -1\r\n') },
  { name: 'a length that is a word', oddity: headed('HTTP/1.1 {status} X', 'Content-Length: many\r\n') },
  { name: 'a length of forty digits', oddity: says(jsonHead(`Content-Length: ${'9'.repeat(40)}\r\n`)) },
  { name: 'a length in hexadecimal', oddity: says(`${jsonHead('Content-Length: 0x2\r\n')}{}`) },
  {
    name: 'a length and chunks at once',
    oddity: says(`${jsonHead('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n{}`),
  },
  { name: 'a coding of transfer that nobody knows', oddity: says(`${jsonHead('Transfer-Encoding: xchunked\r\n')}{}`, 'end') },
  { name: 'chunks within chunks', oddity: says(`${jsonHead('Transfer-Encoding: chunked, chunked\r\n')}2\r\n{}\r\n0\r\n\r\n`) },
  { name: 'a chunk size that is none', oddity: says(`${chunked}zz\r\n{}\r\n0\r\n\r\n`) },
  { name: 'a chunk size of twenty digits', oddity: says(`${chunked}${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n`) },
  { name: 'a chunk size below zero', oddity: says(`${chunked}-2\r\n{}\r\n0\r\n\r\n`) },
  { name: 'chunks with extensions without end', oddity: endlessly(`${chunked}2;a=`, 'x'.repeat(1_000)) },
  { name: 'chunks of one octet without end', oddity: endlessly(chunked, '1\r\n \r\n'.repeat(5_000)) },
  { name: 'trailers without end', oddity: endlessly(`${chunked}2\r\n{}\r\n0\r\n`, 'X-More: 1\r\n'.repeat(100)) },
  { name: 'chunks without their line ends', oddity: inChunks((text) => `${size(text)}\n${text}\n0\n\n`) },
  { name: 'chunks and no last one', oddity: inChunks((text) => `${size(text)}\r\n${text}\r\n`) },
  {
    name: 'chunks with extensions and trailers',
    oddity: inChunks((text) => `${size(text)};a=b\r\n${text}\r\n0\r\nX-Sum: 1\r\n\r\n`),
    legitimate: true,
  },
  {
    name: 'an answer nobody asked for behind each',
    oddity: changed((octets) => `${octets}HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{"smuggled":true}`),
  },
  { name: 'octets before the status line', oddity: changed((octets) => `\r\n\r\n${octets}`) },
  { name: 'a body with 204', oddity: says('HTTP/1.1 204 No Content\r\nContent-Length: 8\r\n\r\n{"a": 1}') },
  { name: 'a body with 304', oddity: says('HTTP/1.1 304 Not Modified\r\nContent-Length: 8\r\n\r\n{"a": 1}') },
  {
    name: 'a body with HEAD',
    oddity: changed((octets, _response, { method }) => (method === 'HEAD' ? `${octets}{"a": 1}` : octets)),
  },
  { name: 'line ends of one sign', oddity: changed((octets) => octets.replaceAll('\r\n', '\n')) },
  { name: 'the body to the end of the connection', oddity: changed((octets) => octets.replace(/Content-Length: \d+\r\n/, ''), true), legitimate: true },
  { name: 'half of the sending side closed in mid-head', oddity: says('HTTP/1.1 200 OK\r\nContent-Ty', 'end') },
  { name: 'half of the sending side closed in mid-body', oddity: says(`${jsonHead('Content-Length: 100\r\n')}{"a":`, 'end') },
  { name: 'a reset behind the head', oddity: says(jsonHead('Content-Length: 100\r\n'), 'reset') },
  { name: 'a reset before the first octet', oddity: (socket) => void socket.resetAndDestroy() },
  { name: 'an end before the first octet', oddity: (socket) => void socket.end() },
]; // prettier-ignore
