/** A number of a JSON text with its source: `1732175009123456789` and `1.0` keep their spelling. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** The nearest double. */
  get value(): number {
    return Number(this.source);
  }

  /** Written back as it was read (an object of this kind is serialised by `writeJson`, not by `JSON.stringify`). */
  toString(): string {
    return this.source;
  }
}

/** A JSON object; has no prototype, so that `__proto__` is a member like any other. */
export interface JsonObject {
  [name: string]: Json;
}

/** A JSON value as it was written: numbers keep their source text. */
export type Json = null | boolean | string | JsonNumber | Json[] | JsonObject;
