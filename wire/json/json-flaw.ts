/** How far a JSON text may go. */
export interface JsonBounds {
  /** Lists and objects in one another. */
  readonly levels: number;
  /** What stands before each comma and in each bracket, about. */
  readonly values: number;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Why a JSON text is not taken, in words that go on from its name, before anything is made of it: it goes beyond a bound, or
 * readers may read it in two ways. Undefined for any other text, and for what is no JSON.
 */
export function flawInJson(text: string, { levels, values }: JsonBounds): string | undefined {
  /** Names in each object that is open; a list has none. */
  const open: (Set<string> | undefined)[] = [];
  let count = 1;
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      const end = endOfText(text, at);
      const flaw = isName ? flawOfName(text.slice(at, end + 1), open.at(-1)) : undefined;
      if (flaw !== undefined) return flaw;
      isName = false;
      at = end;
    } else if (sign === openList || sign === openObject) {
      isName = sign === openObject;
      if (open.push(isName ? new Set() : undefined) > levels)
        return `nests lists and objects more than ${levels} levels deep`;
      count += 1;
    } else if (sign === closeList || sign === closeObject) {
      open.pop();
      isName = false;
    } else if (sign === comma) {
      isName = open.at(-1) !== undefined;
      count += 1;
    }
    if (count > values) return `holds more than ${values} values`;
  }
  return undefined;
}

/** Where the text that begins there has its last sign; the end of everything where it has none. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) return at;
    if (sign === backslash) at += 1;
  }
  return text.length;
}

function flawOfName(quoted: string, names: Set<string> | undefined): string | undefined {
  const name = nameIn(quoted);
  if (name === '__proto__') return 'has a member __proto__, which readers take for something else';
  if (names?.has(name) === true) return 'has two members of one name in one object';
  names?.add(name);
  return undefined;
}

function nameIn(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
