import { describe, expect, test } from 'vitest';
import { memberPath, profileKeys } from '../../../config/profile/keys.ts';
import { parseProfile } from '../../../config/profile/profile.ts';
import { wholeSchema } from '../../../config/profile/schema.ts';
import { behaviours } from '../../../mock/profile/behaviours.ts';
import { imitationOf } from '../../../mock/profile/imitation.ts';
import { membersOf } from '../../../wire/json/plain-json.ts';
import { packed } from '../../support/mocks/packed-profiles.ts';

const schema = wholeSchema();
const keys = profileKeys(schema);

/** The values of a key that the schema lists; none if it takes any. */
function valuesOf(value: Readonly<Record<string, unknown>>): readonly unknown[] {
  const reference = value['$ref'];
  const own =
    typeof reference === 'string'
      ? membersOf(membersOf(schema['$defs'])[reference.replace('#/$defs/', '')])
      : value;
  if (Array.isArray(own['enum'])) return own['enum'] as readonly unknown[];
  return own['type'] === 'boolean' ? [true, false] : [];
}

function valueIn(profile: unknown, key: string): unknown {
  return (memberPath(schema, key) ?? []).reduce((held, name) => membersOf(held)[name], profile);
}

describe('the table of profile keys that a mock imitates', () => {
  test('has a row for each key, and no other', () => {
    expect(Object.keys(behaviours).toSorted()).toEqual(keys.map(({ key }) => key).toSorted());
  });

  test('states the reason if a value is not imitated', () => {
    for (const behaviour of Object.values(behaviours))
      if (behaviour.kind !== 'imitated') expect(behaviour.because).toMatch(/^[a-z]/);
  });

  test('each value of an imitated list occurs in a profile that is tried', () => {
    const missing = keys.flatMap(({ key, schema: value }) =>
      valuesOf(value)
        .filter((one) => {
          const behaviour = behaviours[key];
          return behaviour?.kind === 'imitated' && typeof behaviour.by(one) !== 'string';
        })
        .filter((one) => !Object.values(packed).some((profile) => valueIn(profile, key) === one))
        .map((one) => `${key}: ${String(one)}`),
    );
    expect(missing).toEqual([]);
  });

  test.for(Object.entries(packed))('the profile is valid: %s', ([, profile]) => {
    expect(parseProfile(JSON.stringify(profile), 'packed')).toEqual(profile);
  });
});

describe('keys that a mock does not imitate are named with the reason', () => {
  test.for([
    [{ errors: { schema: {} } }, 'errors.schema', 'a schema says what an answer may be, and not what it is'],
    [{ resource: { idSource: 'fixture' } }, 'resource.idSource', 'the mock begins without resources'],
    [{ async: { '4.11': true } }, 'async.4.11', 'takes effect at once'],
    [
      { delete: { after: '410', repeat: '2xx' } },
      'delete.repeat',
      'it contradicts deleted-resources-answered-410',
    ],
  ] as const)('%j', ([profile, key, because]) => {
    expect(imitationOf(profile).others).toEqual([{ key, because }]);
  });

  test('a key that only says how to test is neither imitated nor reported', () => {
    const { imitated, others } = imitationOf({ probe: { undeclaredMethods: true }, limits: { rps: 5 } });
    expect([imitated, others]).toEqual([[], []]);
  });
});
