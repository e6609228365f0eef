import { JsonNumber, type Json } from './json.ts';

const deepest = 100;
const numberText = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plainText = /[ !#-[\]-\uffff]*/y;
const blank = /[ \t\n\r]*/y;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Reads JSON (RFC 8259); of members with the same name, the last counts. Throws `SyntaxError` for any other text. */
export function readJson(text: string): Json {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  end(): void {
    this.#take(blank);
    if (this.#at < this.#text.length) this.#fail();
  }

  value(depth: number): Json {
    if (depth > deepest) this.#fail();
    this.#take(blank);
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return new JsonNumber(this.#take(numberText) || this.#fail());
    }
  }

  #object(depth: number): Json {
    const members: [string, Json][] = [];
    this.#at += 1;
    if (this.#next('}')) return {};
    do {
      this.#take(blank);
      if (this.#text[this.#at] !== '"') this.#fail();
      const name = this.#string();
      if (!this.#next(':')) this.#fail();
      members.push([name, this.value(depth + 1)]);
    } while (this.#next(','));
    if (!this.#next('}')) this.#fail();
    return Object.fromEntries(members);
  }

  #array(depth: number): Json {
    const items: Json[] = [];
    this.#at += 1;
    if (this.#next(']')) return items;
    do items.push(this.value(depth + 1));
    while (this.#next(','));
    if (!this.#next(']')) this.#fail();
    return items;
  }

  #string(): string {
    let read = '';
    this.#at += 1;
    for (;;) {
      read += this.#take(plainText);
      const stop = this.#text[this.#at];
      this.#at += 1;
      if (stop === '"') return read;
      if (stop !== '\\') this.#fail();
      read += this.#escape();
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at] ?? this.#fail();
    this.#at += 1;
    if (letter !== 'u') return escapes[letter] ?? this.#fail();
    const digits = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fail();
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #word(word: string, value: Json): Json {
    if (!this.#text.startsWith(word, this.#at)) this.#fail();
    this.#at += word.length;
    return value;
  }

  #next(mark: string): boolean {
    this.#take(blank);
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #fail(): never {
    throw new SyntaxError(`not JSON at offset ${this.#at}`);
  }
}
