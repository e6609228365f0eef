import type { PlainJson } from '../../clause/profile.ts';
import { ConfigurationError } from '../input/configuration-error.ts';
import { memberOf } from '../input/member-of.ts';
import { profileRefusal } from './errors.ts';

type JsonRecord = Readonly<Record<string, PlainJson>>;

/** The parts of a sample; every other member is a parameter of the section. */
const parts = ['path', 'query', 'headers', 'body'] as const;

const pathParameters = ['uriParameterOne', 'uriParameterTwo'];
/** The headers that 4.18 requires. */
export const headerParameters = ['Accept', 'Service-Locale'];

/**
 * Moves parameters directly under a section of `samples` to the part of the request that carries them: `{"4.12":
 * {"where": "a"}}` becomes `{"4.12": {"query": {"where": "a"}}}`. Takes a profile that the schema allows.
 *
 * @throws ConfigurationError for a parameter that is given in both places
 */
export function foldSamples(profile: unknown, name: string): PlainJson {
  const { samples, ...rest } = asRecord(profile);
  if (samples === undefined) return rest;
  const folded = Object.entries(asRecord(samples)).map(
    ([section, sample]) => [section, foldSample(section, asRecord(sample), name)] as const,
  );
  return { ...rest, samples: Object.fromEntries(folded) };
}

function foldSample(section: string, sample: JsonRecord, name: string): JsonRecord {
  const folded: Partial<Record<(typeof parts)[number], PlainJson>> = {};
  for (const part of parts) if (sample[part] !== undefined) folded[part] = sample[part];
  for (const [parameter, value] of Object.entries(sample)) {
    if (parts.some((part) => part === parameter)) continue;
    const part = partOf(parameter);
    const members = asRecord(folded[part] ?? {});
    if (memberOf(members, parameter) !== undefined)
      throw new ConfigurationError(
        profileRefusal(
          name,
          `both samples.${section}.${parameter} and samples.${section}.${part}.${parameter}`,
          'one of the two',
        ),
      );
    folded[part] = { ...members, [parameter]: value };
  }
  return folded;
}

function partOf(parameter: string): 'path' | 'query' | 'headers' {
  if (pathParameters.includes(parameter)) return 'path';
  return headerParameters.includes(parameter) ? 'headers' : 'query';
}

/** The schema has already refused any value that is no object. */
function asRecord(value: unknown): JsonRecord {
  if (typeof value !== 'object' || value === null) throw new TypeError('expected an object');
  return value as JsonRecord;
}
