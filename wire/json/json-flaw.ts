import { unquoted } from './plain-json.ts';

/** The bounds of a JSON text. */
export interface JsonBounds {
  /** The most levels of nested lists and objects. */
  readonly levels: number;
  /** The most values, counted roughly: texts before commas and in brackets. */
  readonly values: number;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

interface Flaw {
  readonly of: keyof JsonBounds | 'name';
  /** The flaw, in words that continue from the name of the text. */
  readonly text: string;
  readonly at: number;
}

/** The first breach, or name that readers may understand in two ways; undefined for text that is not JSON. */
export function flawOfJson(text: string, bounds: JsonBounds): string | undefined {
  return breachOfJson(text, bounds, flawOfName)?.text;
}

/** The bound that a JSON text exceeds, up to its first error; `flawOf` compares each name with earlier names. */
export function breachOfJson(
  text: string,
  { levels, values }: JsonBounds,
  flawOf?: typeof flawOfName,
): Flaw | undefined {
  /** The names in each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let count = 1;
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      const end = endOfText(text, at);
      const names = isName ? open.at(-1) : undefined;
      const flaw = names && flawOf?.(nameIn(text.slice(at, end + 1)), names);
      if (flaw !== undefined) return { of: 'name', text: flaw, at };
      isName = false;
      at = end;
    } else if (sign === openList || sign === openObject) {
      isName = sign === openObject;
      if (open.push(isName ? new Set() : undefined) > levels)
        return { of: 'levels', text: `nests lists and objects more than ${levels} levels deep`, at };
      count += 1;
    } else if (sign === closeList || sign === closeObject) {
      open.pop();
      isName = false;
    } else if (sign === comma) {
      isName = open.at(-1) !== undefined;
      count += 1;
    }
    if (count > values) return { of: 'values', text: `holds more than ${values} values`, at };
  }
  return undefined;
}

/** The position of the closing quotation mark of the text that begins there; otherwise the end of the input. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) return at;
    if (sign === backslash) at += 1;
  }
  return text.length;
}

function flawOfName(name: string, before: Set<string>): string | undefined {
  if (name === '__proto__')
    return 'has a member __proto__, which some readers take for the kind of its object';
  if (before.has(name)) return 'has two members of one name in one object';
  before.add(name);
  return undefined;
}

function nameIn(quoted: string): string {
  return quoted.includes('\\') ? unquoted(quoted) : quoted.slice(1, -1);
}
