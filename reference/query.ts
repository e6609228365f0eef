import { Refused } from './refused.ts';

/** The decoded query of a request; a name may repeat. */
export class Query {
  readonly #pairs: readonly (readonly [string, string])[];

  /** Throws `Refused` (400) for broken percent-encoding. */
  constructor(target: string) {
    const raw = /\?([^#]*)/.exec(target)?.[1] ?? '';
    this.#pairs = raw
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...rest] = pair.split('=');
        return [decoded(name), decoded(rest.join('='))] as const;
      });
  }

  names(): string[] {
    return this.#pairs.map(([name]) => name);
  }

  all(name: string): string[] {
    return this.#pairs.filter(([given]) => given === name).map(([, value]) => value);
  }

  text(name: string): string | undefined {
    return this.all(name)[0];
  }

  /** The value of a Float parameter; `1`, `1.0` and `1e0` are the same value. Throws `Refused` (400). */
  float(name: string): number | undefined {
    return this.#typed(name, 'a Float', (text) => (isFloat(text) ? Number(text) : undefined));
  }

  /** The value of an Int parameter. Throws `Refused` (400). */
  int(name: string): number | undefined {
    return this.#typed(name, 'an Int', (text) => (/^[+-]?\d+$/.test(text) ? Number(text) : undefined));
  }

  /** The value of a Boolean parameter, written `true` or `false`. Throws `Refused` (400). */
  bool(name: string): boolean | undefined {
    return this.#typed(name, 'a Boolean', (text) =>
      text === 'true' ? true : text === 'false' ? false : undefined,
    );
  }

  #typed<T>(name: string, wanted: string, read: (text: string) => T | undefined): T | undefined {
    const values = this.all(name).map((text) => {
      const value = read(text);
      if (value === undefined) throw new Refused(400, `${name} is not ${wanted}`);
      return value;
    });
    return values[0];
  }
}

function isFloat(text: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refused(400, 'the query is not percent-encoded UTF-8');
  }
}
