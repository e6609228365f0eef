import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import type { Content } from '../../judging/surveys/contents.ts';

/** Content with a string of its own, where it has strings. */
export function withString(content: Content, canary: string | undefined): Content {
  const strings = content['arrayOfStringExample'];
  if (canary === undefined || !Array.isArray(strings) || strings.length === 0) return content;
  return { ...content, arrayOfStringExample: [canary, ...strings.slice(1)] };
}

/** A JSON value as an object, where it is one. */
export function asContent(value: JsonInput | undefined): Content | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber)
    return undefined;
  return { ...(value as Content) };
}

/** The object with a string at a path of member names. */
export function withMember(body: Content, path: readonly string[], value: string): Content {
  const [name, ...rest] = path;
  if (name === undefined) return body;
  const inner = asContent(body[name]) ?? {};
  return { ...body, [name]: rest.length === 0 ? value : withMember(inner, rest, value) };
}
