import { unlessInconclusive } from '../clause/thrown.ts';
import { says } from '../wire/status.ts';
import { endpoints, type Parameter } from '../contract/endpoints.ts';
import { keptResource } from '../implementation/resources/kept-resource.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import type { Stage } from '../implementation/stage.ts';
import { plainPairs, type Pair } from '../implementation/plain-query.ts';
import { plainParts } from '../judging/parameters/documented-parts.ts';
import { asObject, JsonNumber, type Json } from '../wire/json/json.ts';

/**
 * Parameters with which the existence check finds something, all at once; undefined if fewer than two do. Plain values
 * find nothing if they select by content: values of a resource's own content take their place then, once no lag hides
 * it, as many as find it together.
 */
export async function findingPairs(on: Stage): Promise<readonly Pair[] | undefined> {
  const plain = plainPairs(endpoints.exists.parameters);
  if (says(await plainParts(on, 'exists'), 'found')) return plain;
  return await on.defer(() => pairsOfContent(on));
}

async function pairsOfContent(on: Stage): Promise<readonly Pair[] | undefined> {
  const kept = await unlessInconclusive(keptResource(on));
  if (kept === undefined) return undefined;
  const content = asObject(asObject((await readOwn(on, kept.own)).value)?.['objectTypeProperty']);
  const pairs = contentPairs(endpoints.exists.parameters, content);
  const finds = async (query: readonly Pair[]): Promise<boolean> =>
    says(await on.ask('exists', { query }), 'found');
  if (pairs.length < 2 || (await finds(pairs))) return pairs.length < 2 ? undefined : pairs;
  let most: readonly Pair[] = [];
  for (const pair of pairs) if (await finds([...most, pair])) most = [...most, pair];
  return most.length < 2 ? undefined : most;
}

/** Each parameter of a documented type with a value from an array of that type in the content. */
export function contentPairs(
  parameters: readonly Parameter[],
  content: Readonly<Record<string, Json | undefined>> | undefined,
): readonly Pair[] {
  const firstOf = (name: string): Json | undefined => {
    const list = content?.[name];
    return Array.isArray(list) ? list[0] : undefined;
  };
  const numberIn = (name: string): string | undefined => {
    const first = firstOf(name);
    return first instanceof JsonNumber ? String(first) : undefined;
  };
  const text = firstOf('arrayOfStringExample');
  const values: Partial<Record<Parameter['type'], string | undefined>> = {
    String: typeof text === 'string' ? text : undefined,
    Int: numberIn('arrayOfIntExample'),
    Float: numberIn('arrayOfFloatExample'),
  };
  return plainPairs(parameters).flatMap(([name]): Pair[] => {
    const type = parameters.find((one) => one.name === name)?.type;
    const value = type === undefined ? undefined : values[type];
    return value === undefined ? [] : [[name, value]];
  });
}
