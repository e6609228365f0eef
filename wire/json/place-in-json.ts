import { unquoted } from './plain-json.ts';
import { namesIn } from './pointer.ts';

/** The offset of the value at a JSON Pointer (RFC 6901) in a JSON text; undefined without such a value. */
export function placeInJson(text: string, pointer: string): number | undefined {
  let at = afterSpace(text, text.startsWith('\uFEFF') ? 1 : 0);
  for (const name of namesIn(pointer)) {
    const found = memberIn(text, at, name);
    if (found === undefined) return undefined;
    at = found;
  }
  return at;
}

/** The beginning of the member with that name, or of the element with that number; of several, the last. */
function memberIn(text: string, from: number, name: string): number | undefined {
  const opening = text.charAt(from);
  if (opening !== '{' && opening !== '[') return undefined;
  let found: number | undefined;
  let at = afterSpace(text, from + 1);
  for (let index = 0; at < text.length && !'}]'.includes(text.charAt(at)); index += 1) {
    let own = String(index);
    if (opening === '{') {
      const end = afterValue(text, at);
      own = unquoted(text.slice(at, end));
      at = afterSpace(text, afterSpace(text, end) + 1);
    }
    if (own === name) found = at;
    at = afterSpace(text, afterValue(text, at));
    if (text.charAt(at) !== ',') break;
    at = afterSpace(text, at + 1);
  }
  return found;
}

function afterSpace(text: string, from: number): number {
  const space = /[ \t\n\r]*/y;
  space.lastIndex = from;
  return from + (space.exec(text)?.[0].length ?? 0);
}

/** One string, one bracket, or other text up to the next string, bracket or separator. */
const piece = /"(?:[^"\\]|\\.)*"|[[\]{}]|[^"[\]{},:\s]+|[,:\s]/gsy;

function afterValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    piece.lastIndex = at;
    const found = piece.exec(text)?.[0];
    if (found === undefined) return text.length;
    at += found.length;
    if (found === '{' || found === '[') depth += 1;
    else if (found === '}' || found === ']') depth -= 1;
  } while (depth > 0);
  return at;
}
