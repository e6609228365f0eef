import { says } from '../../wire/status.ts';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { endpoints, type Endpoint } from '../../contract/endpoints.ts';
import { openScopesOperations } from '../../contract/operations.ts';
import type { DeclaredSchema, PlainJson, Profile } from '../../clause/profile.ts';
import { records } from '../../schemas/records.ts';
import { compileVendorSchema, knownFormats, UnknownFormat } from '../../schemas/vendor-schema.ts';
import { quoted, type Refusal } from '../input/configuration-error.ts';
import { memberOf } from '../input/member-of.ts';
import { methods, samples } from './asked-samples.ts';
import { type Contradiction, profileRefusal } from './errors.ts';

/** Refuses declared scopes for operations whose scopes the contract lists. */
export function listedScopes(profile: PlainJson, name: string): readonly Refusal[] {
  const auth = memberOf(profile, 'auth');
  return Object.values<Endpoint>(endpoints).flatMap(({ section, scopes }) => {
    const declared = memberOf(auth, section);
    if (declared === undefined || scopes === undefined) return [];
    return contradiction(name, {
      declared: `auth.${section}: ${quoted(declared)}`,
      against: `no scopes for ${section}, since the contract lists them there (${scopes.join(' or ')})`,
    });
  });
}

/** Whether an error of the schema is about a declaration of that kind, which the schema takes for an unknown key. */
export function isAboutListedScopes({ instancePath, params }: ErrorObject): boolean {
  const section: unknown = params['additionalProperty'];
  return (
    instancePath === '/auth' &&
    Object.values<Endpoint>(endpoints).some((one) => one.section === section && one.scopes !== undefined)
  );
}

/** Refuses declarations that waive a rule of the contract, contradict each other, or name means that are missing. */
export function contradictions(profile: Profile, name: string): readonly Refusal[] {
  return [success, fields, ids, shapes, bounds, access, schemas, methods, samples].flatMap((rule) =>
    [...rule(profile)].map((found) => contradiction(name, found)),
  );
}

function contradiction(name: string, { declared, against }: Contradiction): Refusal {
  const remedy =
    'A profile can only narrow what the contract leaves open, never waive a rule: correct or remove the line.';
  return profileRefusal(name, declared, against, remedy);
}

/** Sections whose response the contract shows: an answer without a body cannot be that response. */
const answered = ['4.2', '4.6', '4.9', '4.11', '4.13'] as const;

const isEmpty = (status: number) => says({ status }, 'empty');

function* success({ success: statuses = {} }: Profile): Generator<Contradiction> {
  const head = statuses['4.5'];
  if (head !== undefined && head.some((status) => !says({ status }, 'found')))
    yield {
      declared: `success.4.5: ${quoted(head)}`,
      against: '[200], since 4.5 answers a match with exactly 200',
    };
  for (const section of answered)
    if (statuses[section]?.some(isEmpty))
      yield {
        declared: `success.${section}: ${quoted(statuses[section])}`,
        against: `statuses with a body, since ${section} shows the response`,
      };
  if (statuses['4.1']?.every(isEmpty))
    yield {
      declared: `success.4.1: ${quoted(statuses['4.1'])}`,
      against: 'a status with a body among them, since 4.1 shows the response',
    };
}

function* fields({ fields: declared = {} }: Profile): Generator<Contradiction> {
  for (const list of ['never', 'nullable'] as const)
    if (declared[list]?.includes('ExampleResource.version'))
      yield {
        declared: `fields.${list} with ExampleResource.version`,
        against: 'other fields only, since each resource carries an integer version (Versioning 1)',
      };
  for (const list of ['always', 'nullable'] as const) {
    const both = declared[list]?.find((field) => declared.never?.includes(field));
    if (both !== undefined)
      yield { declared: `${both} in fields.${list} and in fields.never`, against: 'it in one of the two' };
  }
}

function* ids({ resource = {} }: Profile): Generator<Contradiction> {
  if (resource.idSource === 'fixture' && resource.fixture?.id === undefined)
    yield {
      declared: 'resource.idSource: "fixture" without resource.fixture.id',
      against: 'both or neither',
    };
  if (resource.keySource === 'fixture' && resource.fixture?.key === undefined)
    yield {
      declared: 'resource.keySource: "fixture" without resource.fixture.key',
      against: 'both or neither',
    };
  if (resource.keySource === 'none' && resource.fixture?.key !== undefined)
    yield { declared: 'resource.keySource: "none" beside resource.fixture.key', against: 'one of the two' };
}

function* shapes({ query, update }: Profile): Generator<Contradiction> {
  for (const [member, type] of Object.entries(query?.paging ?? {}))
    if (Object.hasOwn(records.ObjectTypeProperty.properties, member) && type !== 'array')
      yield {
        declared: `query.paging.${member}: ${quoted(type)}`,
        against: '"array", since 4.1 answers with the fields of ObjectTypeProperty',
      };
  if (update?.observable === '/version')
    yield {
      declared: 'update.observable: "/version"',
      against: 'a member that is a string, since version is an integer (ExampleResource)',
    };
}

function* bounds({ arrays = {} }: Profile): Generator<Contradiction> {
  for (const [field, bounded] of Object.entries(arrays)) {
    const { minItems = 0, maxItems = Infinity, minimum = -Infinity, maximum = Infinity } = bounded;
    if (minItems > maxItems || minimum > maximum)
      yield { declared: `arrays.${field}: ${quoted(bounded)}`, against: 'bounds that some array meets' };
  }
}

function* access({ auth = {} }: Profile): Generator<Contradiction> {
  for (const operation of openScopesOperations)
    if (auth[operation]?.required === false && auth[operation].anyOf !== undefined)
      yield {
        declared: `auth.${operation}: ${quoted(auth[operation])}`,
        against: '"anyOf" only where a token is "required"',
      };
}

function* schemas(profile: Profile): Generator<Contradiction> {
  const declared: readonly (readonly [string, DeclaredSchema | undefined])[] = [
    ...(profile.byKey?.variants ?? []).map((schema, index) => [`byKey.variants[${index}]`, schema] as const),
    ['search-api.schema', profile['search-api']?.schema],
    ['sorted.schema', profile.sorted?.schema],
    ['search.schema', profile.search?.schema],
    ['image.schema', profile.image?.schema],
    ['namespace.schema.GET', profile.namespace?.schema?.GET],
    ['namespace.schema.POST', profile.namespace?.schema?.POST],
    ['errors.schema', profile.errors?.schema],
    ...Object.entries(profile.cart?.itemSchemas ?? {}).map(
      ([item, schema]) => [`cart.itemSchemas.${item}`, schema] as const,
    ),
  ];
  for (const [key, schema] of declared) {
    if (schema === undefined) continue;
    const flaw = flawOf(schema);
    if (flaw !== undefined) yield { declared: `${key} (${flaw.message})`, against: demandOf(flaw) };
  }
}

function flawOf(schema: DeclaredSchema): Error | undefined {
  try {
    compileVendorSchema(schema);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function demandOf(flaw: Error): string {
  return flaw instanceof UnknownFormat
    ? `a format that is known (${knownFormats().join(', ')})`
    : 'a JSON Schema of draft 2020-12';
}
