import { Ajv2020 } from 'ajv/dist/2020.js';
import { createHash } from 'node:crypto';
import type { PlainJson, Profile } from '../../clause/profile.ts';
import { addStandardFormats } from '../../schemas/standard-formats.ts';
import { isObject } from '../../wire/json/plain-json.ts';
import { ConfigurationError, type Refusal } from '../input/configuration-error.ts';
import { parseJsonFile, UnreadableJson } from '../input/json-file.ts';
import { membersAtFault, profileRefusal, schemaRefusals } from './errors.ts';
import { contradictions, isAboutListedScopes, listedScopes } from './rules.ts';
import { foldSamples } from './samples.ts';
import { wholeSchema } from './schema.ts';

/** Reads the text of a profile file; `name` is the name of the file in messages. Throws as `parseProfile` does. */
export function loadProfile(text: string, name: string) {
  return { profile: parseProfile(text, name), sha256: createHash('sha256').update(text).digest('hex') };
}

/**
 * Reads and validates the text of a profile, moves parameters of `samples` to their places, and removes placeholders.
 *
 * @throws ConfigurationError also for a declaration that contradicts the contract or another declaration
 */
export function parseProfile(text: string, name: string): Profile {
  const value = parse(text, name);
  const { matches, schema } = profileSchema();
  if (matches(value)) {
    const folded = foldSamples(value, name);
    if (!matches(folded)) throw refusalOf(schemaRefusals(matches.errors ?? [], schema, name));
    const found = contradictions(folded, name);
    if (found.length > 0) throw refusalOf(found);
    return withoutUnnamed(folded);
  }
  const errors = matches.errors ?? [];
  throw refusalOf([
    ...listedScopes(value, name),
    ...schemaRefusals(
      errors.filter((error) => !isAboutListedScopes(error)),
      schema,
      name,
    ),
    ...contradictions(soundPart(value, membersAtFault(errors)), name),
  ]);
}

/** The profile without the faulty members, so that all other flaws are found as well. */
function soundPart(value: PlainJson, atFault: ReadonlySet<string>): Profile {
  if (!isObject(value)) return {};
  const part = Object.fromEntries(Object.entries(value).filter(([member]) => !atFault.has(member)));
  return profileSchema().matches(part) ? part : {};
}

function refusalOf([first, ...further]: readonly Refusal[]): ConfigurationError {
  if (first === undefined) throw new Error('the schema refused a profile without a message');
  return new ConfigurationError(first, further);
}

function parse(text: string, name: string): PlainJson {
  try {
    return parseJsonFile(text);
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    throw new ConfigurationError(profileRefusal(name, `text that ${error.inWords}`, 'a JSON object'));
  }
}

let compiled: ReturnType<typeof compileSchema> | undefined;

/** The published schema and its check, compiled on first use. */
export function profileSchema() {
  return (compiled ??= compileSchema());
}

function compileSchema() {
  const schema = wholeSchema();
  const ajv = addStandardFormats(
    new Ajv2020({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true }),
  );
  return { schema, matches: ajv.compile<Profile>(schema) };
}

/** Keys that say how to test the server, and promise nothing about it. */
export const means: readonly string[] = [
  '$schema',
  '$observed',
  'implementation',
  'resource.fixture',
  'resource.sandbox',
  'resource.disposable',
  'head.noMatch.query',
  'probe',
];

/** In drafts, angle brackets hold the place of facts that only the vendor knows; no real name has them. */
export const implementationToName = { name: '<name>', version: '<version>' } as const;

/** A profile without the placeholders of a draft: they name nothing yet. */
function withoutUnnamed({ implementation = {}, ...rest }: Profile): Profile {
  const named = Object.entries(implementation).filter(([, text]) => !/^<\w+>$/.test(text));
  return named.length === 0 ? rest : { ...rest, implementation: Object.fromEntries(named) };
}
