import type { ErrorObject } from 'ajv/dist/2020.js';
import { membersOf } from '../../wire/json/plain-json.ts';
import { cut, quoted, type Refusal } from '../input/configuration-error.ts';
import { didYouMean, nearest } from '../input/did-you-mean.ts';
import { variable } from '../settings/table.ts';

/** An impossible declaration: the declared value, and the text that contradicts it. */
export interface Contradiction {
  readonly declared: string;
  readonly against: string;
}

/** The parts of an error about the profile; `name` is the file as the setting gives it. */
export function profileRefusal(name: string, found: string, expected: string, remedy?: string): Refusal {
  return {
    setting: variable('PROFILE'),
    found: `${found} in ${quoted(name)}`,
    expected,
    remedy: remedy ?? 'Correct or remove it; config/profile.schema.json lists every key.',
  };
}

/** Keys of samples that authors write outside of `samples`, with their place. */
const moved: ReadonlyMap<string, string> = new Map([
  ['records.sample', 'samples.4.9.body'],
  ['search.sample', 'samples.4.14.body'],
  ['namespace.sample', 'samples.4.16.body'],
]);

/** Keys that authors try and nothing uses, with a remedy for each. */
const unused: ReadonlyMap<string, string> = new Map([
  ['samples.4.2', 'Remove it: the suite reads by id only resources of the run, or resource.fixture.id.'],
  ['samples.4.3', 'Remove it: the suite reads by key with resource.keySource or resource.fixture.key.'],
  ['samples.4.5', 'Remove it: the suite sends HEAD with the parameters of 4.1, and with head.noMatch.query.'],
  ['samples.4.10', 'Remove it: the suite sends updates with the two actions that the contract names.'],
  ['samples.4.11', 'Remove it: the suite deletes only resources of the run, or resource.disposable.'],
  ['update.actions', 'Remove it: the suite sends updates with the two actions that the contract names.'],
]);

/** The most problems that a message reports; after them only a number, since nobody reads thousands. */
const mostTold = 12;

/** The flaws of a profile by its schema, one for each place: first unknown keys, then values. */
export function schemaRefusals(
  errors: readonly ErrorObject[],
  schema: Readonly<Record<string, unknown>>,
  name: string,
): readonly Refusal[] {
  const isUnknownKey = ({ keyword }: ErrorObject): boolean => keyword === 'additionalProperties';
  const values = errors.filter((error) => !isUnknownKey(error));
  // A value may break several keywords at once; the first of them states the required value.
  const places = new Map(values.toReversed().map((error) => [error.instancePath, error]));
  const all = [...errors.filter(isUnknownKey), ...[...places.values()].toReversed()];
  const told = all
    .slice(0, mostTold)
    .map((error) => (isUnknownKey(error) ? unknownKey(error, schema) : badValue(error)))
    .map(({ found, expected, remedy }) => profileRefusal(name, found, expected, remedy));
  const untold = all.length - told.length;
  if (untold === 0) return told;
  return [...told, profileRefusal(name, `${untold} more problems`, 'none', 'Correct these first.')];
}

/** The top members of a profile that contain the errors. */
export function membersAtFault(errors: readonly ErrorObject[]): ReadonlySet<string> {
  return new Set(
    errors.map(({ instancePath, params }) =>
      instancePath === ''
        ? String(params['additionalProperty'])
        : (instancePath.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~'),
    ),
  );
}

interface Reason {
  readonly found: string;
  readonly expected: string;
  readonly remedy?: string | undefined;
}

function unknownKey({ instancePath, params, parentSchema }: ErrorObject, schema: object): Reason {
  const key = String(params['additionalProperty']);
  const path = dotted(`${instancePath}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const siblings = Object.keys(membersOf(parentSchema)['properties'] ?? {});
  const everywhere = knownKeys(schema);
  return { found: `the unknown key ${cut(path)}`, expected: 'a key of the schema', remedy: suggest() };

  function suggest(): string {
    const instead = unused.get(path);
    if (instead !== undefined) return instead;
    const place = moved.get(path);
    if (place !== undefined) return `Write it as ${place}.`;
    if (everywhere.includes(key)) return `Write it nested, as ${nested(key, everywhere)}.`;
    // Section numbers and names of parameters occur under many keys.
    const elsewhere =
      instancePath.startsWith('/samples') || /^\d/.test(key)
        ? []
        : everywhere.filter((known) => known.endsWith(`.${key}`));
    const meant = elsewhere[0] ?? siblingPath(nearest(key, siblings));
    return meant === undefined ? 'Remove it.' : `Did you mean ${meant}?`;
  }

  function siblingPath(sibling: string | undefined): string | undefined {
    return sibling === undefined ? undefined : dotted(`${instancePath}/${sibling}`);
  }
}

function nested(key: string, known: readonly string[]): string {
  const parent = known.filter((other) => key.startsWith(`${other}.`)).sort((a, b) => b.length - a.length)[0];
  if (parent === undefined) return `{${JSON.stringify(key)}: …}`;
  const inner = `{${JSON.stringify(key.slice(parent.length + 1))}: …}`;
  return nested(parent, known).replace('…', () => inner);
}

function badValue({ instancePath, keyword, params, parentSchema, data }: ErrorObject): Reason {
  const path = dotted(instancePath);
  const at = path === '' ? quoted(data) : `${path}: ${quoted(data)}`;
  const description = membersOf(parentSchema)['description'];
  if (keyword === 'enum') {
    const allowed: unknown[] = Array.isArray(params['allowedValues']) ? params['allowedValues'] : [];
    const names = allowed.map(String);
    const expected = typeof description === 'string' ? description : names.map(quoted).join(', ');
    return { found: at, expected, remedy: typeof data === 'string' ? meant(data, names) : undefined };
  }
  if (keyword === 'type' && params['type'] === 'object') return { found: at, expected: 'a JSON object' };
  if (keyword === 'required')
    return {
      found: `${path} without ${quoted(params['missingProperty'])}`,
      expected: 'that member',
    };
  return {
    found: at,
    expected: typeof description === 'string' ? description : inWords(),
  };

  function inWords(): string {
    if (keyword === 'type') return `a value of type ${[params['type']].flat().join(' or ')}`;
    if (keyword === 'uniqueItems') return 'each item once';
    if (keyword === 'minItems') return 'a list that is not empty';
    if (keyword === 'minLength') return 'a text that is not empty';
    if (keyword === 'minimum') return `a number of at least ${String(params['limit'])}`;
    if (keyword === 'propertyNames') return 'names of header fields';
    return keyword === 'pattern'
      ? `a text that matches ${String(params['pattern'])}`
      : `a value that fits ${keyword}`;
  }
}

function meant(value: string, names: readonly string[]): string | undefined {
  return didYouMean(value, names, '') || undefined;
}

/** A JSON Pointer as a profile key: `/success/4.6/0` is `success.4.6[0]`. */
function dotted(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** Every key of the schema with its path, except the keys under `samples`. */
function knownKeys(schema: object, before = ''): string[] {
  const properties = membersOf(membersOf(schema)['properties'] ?? {});
  return Object.entries(properties).flatMap(([name, inner]) => {
    const key = before === '' ? name : `${before}.${name}`;
    return name === 'samples' || typeof inner !== 'object' || inner === null
      ? [key]
      : [key, ...knownKeys(inner, key)];
  });
}
