/** Takes the octets of an answer's beginning and returns the octets that do not belong to an interim answer. */
export type InterimFilter = (chunk: Buffer) => Buffer;

const longestInterim = 65_536;
const interimLine = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const statusLine = 'HTTP/1.';
const lineStart = 'HTTP/1.1 100 ';

/**
 * A filter for one answer: leaves out interim (1xx) header sections before the final one. A client has to bear them
 * unasked (RFC 9110 15.2), but undici takes a `100 Continue` that nobody asked for as a bad response.
 */
export function createInterimFilter(): InterimFilter {
  let held = Buffer.alloc(0);
  let passing = false;
  return (chunk) => {
    if (passing) return chunk;
    held = Buffer.concat([held, chunk]);
    while (interimLine.test(begin(held)) && held.includes('\r\n\r\n')) {
      held = held.subarray(held.indexOf('\r\n\r\n') + 4);
    }
    const early = begin(held);
    const unsure =
      early.length < lineStart.length && statusLine.startsWith(early.slice(0, statusLine.length));
    if ((unsure || interimLine.test(early)) && held.length < longestInterim) return Buffer.alloc(0);
    passing = held.length > 0;
    const rest = held;
    held = Buffer.alloc(0);
    return rest;
  };
}

function begin(octets: Buffer): string {
  return octets.subarray(0, lineStart.length).toString('latin1');
}
