import { METHODS } from 'node:http';
import { endpoints, type Endpoint, type Parameter } from '../../contract/endpoints.ts';
import type { PlainJson, Profile, DeclaredRequest } from '../../clause/profile.ts';
import { compileSchemas } from '../../schemas/compile.ts';
import { isObject } from '../../wire/json/plain-json.ts';
import { quoted } from '../input/configuration-error.ts';
import type { Contradiction } from './errors.ts';

/** Methods whose requests have no content, so that they cannot carry a picture. */
const withoutContent = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'];

/** Methods of 4.14 and 4.15 that are invalid, or cannot carry the documented content. */
export function* methods({ search, image }: Profile): Generator<Contradiction> {
  for (const [key, method] of [
    ['search.method', search?.method],
    ['image.method', image?.method],
  ] as const)
    if (method !== undefined && method !== 'QUERY' && !METHODS.includes(method))
      yield { declared: `${key}: ${quoted(method)}`, against: 'a method of HTTP, such as POST' };
  if (image?.method !== undefined && withoutContent.includes(image.method))
    yield {
      declared: `image.method: ${quoted(image.method)}`,
      against: 'a method that carries the picture, such as POST (4.15)',
    };
}

/** Samples whose values are not of the types that the contract shows: a server may refuse such samples. */
export function* samples({ samples: given = {}, int32 }: Profile): Generator<Contradiction> {
  for (const section of ['4.6', '4.7', '4.8'] as const) {
    const body = given[section]?.body;
    if (body !== undefined) yield* ofBody(section, body, int32?.signed ?? true);
  }
  for (const [operation, sample] of Object.entries(given)) yield* ofQuery(operation, sample);
}

function* ofBody(section: string, body: PlainJson, signed: boolean): Generator<Contradiction> {
  const at = `samples.${section}.body`;
  const content = isObject(body) ? body['objectTypeProperty'] : undefined;
  if (!isObject(content)) {
    const found = isObject(body) ? `objectTypeProperty: ${quoted(content ?? null)}` : quoted(body);
    yield { declared: `${at} with ${found}`, against: `an object with objectTypeProperty (${section})` };
    return;
  }
  for (const { pointer, expected, got, grade } of compileSchemas({ int32Signed: signed }).judgeShape(
    'ExampleResource',
    body,
  ))
    if (got !== undefined && grade === 'violation')
      yield {
        declared: `${at}${pointer.replaceAll('/', '.')}: ${quoted(got)}`,
        against: `${expected} there`,
      };
}

const written: Readonly<Partial<Record<Parameter['type'], RegExp>>> = {
  Float: /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/,
  Int: /^[+-]?\d+$/,
  Boolean: /^(true|false)$/i,
};

function* ofQuery(operation: string, sample: DeclaredRequest | undefined): Generator<Contradiction> {
  const section = operation.replace(/\.(GET|POST)$/, '');
  const parameters = Object.values<Endpoint>(endpoints).find((one) => one.section === section)?.parameters;
  for (const { name, type } of parameters ?? []) {
    const value = sample?.query?.[name];
    const pattern = written[type];
    if (value === undefined || pattern === undefined) continue;
    const wrong = [value].flat().find((one) => !pattern.test(one));
    if (wrong !== undefined)
      yield {
        declared: `samples.${operation}.query.${name}: ${quoted(wrong)}`,
        against: `${type === 'Int' ? 'an Int' : `a ${type}`}, as ${section} shows`,
      };
  }
}
