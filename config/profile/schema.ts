import { endpoint, type EndpointName, type Parameter } from '../../contract/endpoints.ts';
import { isSampled, namesByOperation, openScopesOperations, operationOf } from '../../contract/operations.ts';
import { packageText } from '../packaging/package-folder.ts';
import { headerParameters } from './samples.ts';

type SchemaObject = Readonly<Record<string, unknown>>;

/** The path of the profile schema in the built package. */
export const publishedSchema = 'config/profile.schema.json';

/** The schema of profiles: keys for all operations, and the keys of each operation. */
export function wholeSchema(): SchemaObject {
  const base = JSON.parse(packageText('config/profile/base.schema.json')) as {
    readonly properties: Readonly<Record<string, SchemaObject>>;
    readonly $defs: SchemaObject;
  };
  const { samples, success, auth, async } = base.properties;
  const sampled = namesByOperation.filter(isSampled);
  const own = sampled.filter((name) => sampleOf(name) !== 'sample');
  const writes = namesByOperation.filter((name) => endpoint(name).changes !== 'nothing');
  return {
    ...base,
    properties: {
      ...base.properties,
      samples: withMembers(
        samples,
        perOperation(sampled, (name) => reference(sampleOf(name))),
      ),
      success: withMembers(
        success,
        perOperation(namesByOperation, () => reference('successStatuses')),
      ),
      auth: withMembers(
        auth,
        Object.fromEntries(openScopesOperations.map((one) => [one, reference('auth')])),
      ),
      async: withMembers(
        async,
        perOperation(writes, () => ({ type: 'boolean' })),
      ),
    },
    $defs: { ...base.$defs, ...Object.fromEntries(own.map((name) => [sampleOf(name), sampleSchema(name)])) },
  };
}

function reference(name: string): SchemaObject {
  return { $ref: `#/$defs/${name}` };
}

function withMembers(base: SchemaObject | undefined, members: SchemaObject): SchemaObject {
  return { ...base, properties: { ...members, ...(base?.['properties'] as SchemaObject | undefined) } };
}

/** A member for each section, and for each of the operations that share a section. */
function perOperation(
  names: readonly EndpointName[],
  valueOf: (name: EndpointName) => SchemaObject,
): SchemaObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = valueOf(name);
      return [endpoint(name).section, operationOf(name)].map((key) => [key, value]);
    }),
  );
}

/** The definition of a sample for an operation; operations that show no parameters share one definition. */
function sampleOf(name: EndpointName): string {
  const { section, parameters, needs } = endpoint(name);
  const isPlain = parameters.length === 0 && pathVariables(name).length === 0 && needs !== 'headers';
  return isPlain ? 'sample' : `sample${section}`;
}

/** Documented parameters may be in the part of the request that has them, or directly in the sample. */
function sampleSchema(name: EndpointName): SchemaObject {
  const { parameters, needs } = endpoint(name);
  const text = { type: 'string' };
  const value = reference('queryValue');
  const path = Object.fromEntries(pathVariables(name).map((one) => [one, text]));
  const named = Object.fromEntries(
    parameters.filter(({ pattern }) => pattern === undefined).map((one) => [one.name, value]),
  );
  const headers = needs === 'headers' ? headerParameters : [];
  const patterns = parameters.flatMap((one) => patternOf(one) ?? []);
  const further =
    patterns.length === 0
      ? {}
      : { patternProperties: Object.fromEntries(patterns.map((one) => [one, value])) };
  const closed = { additionalProperties: false, ...further };
  return {
    type: 'object',
    properties: {
      ...(Object.keys(path).length === 0
        ? {}
        : { path: { type: 'object', properties: path, additionalProperties: false } }),
      query:
        parameters.length === 0 ? reference('queryValues') : { type: 'object', properties: named, ...closed },
      headers: reference('headers'),
      body: true,
      ...path,
      ...named,
      ...Object.fromEntries(headers.map((one) => [one, text])),
    },
    ...closed,
  };
}

/** The names that a pattern of the contract allows, from the first sign to the last; a bare dot means only a dot. */
function patternOf({ pattern }: Parameter): string | undefined {
  if (pattern === undefined) return undefined;
  return `^${pattern.replace(/^\^|\$$/g, '').replace(/^(\w+)\./, '$1\\.')}$`;
}

function pathVariables(name: EndpointName): readonly string[] {
  return [...endpoint(name).path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one).slice(1);
}
