/** A JSON number as its source text, so that 1732175009123456789 and 1.0 stay unchanged. */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON object; members keep their order. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** A JSON value whose numbers keep their source text. */
export type Json = null | boolean | string | JsonNumber | readonly Json[] | JsonObject;

/** A number as JSON. */
export function number(value: number | bigint): JsonNumber {
  return new JsonNumber(String(value));
}

/** Distinguishes objects from every other JSON value. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value) && !(value instanceof JsonNumber);
}

/** Distinguishes lists from every other JSON value. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A member of an object's own; undefined for other values, and if the object lacks it. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The object without the named members. */
export function without(value: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** The JSON text of a value, with numbers as they were written. */
export function writeJson(value: Json): string {
  if (value instanceof JsonNumber) return value.text;
  if (isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${writeJson(item)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
