import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { parseProfile } from '../../../config/profile/profile.ts';

function found(profile: unknown): string {
  try {
    parseProfile(JSON.stringify(profile), 'vendor.json');
  } catch (error) {
    if (error instanceof ConfigurationError) return error.found;
    throw error;
  }
  return 'nothing';
}

describe('a declaration that contradicts the contract is refused', () => {
  const body = (objectTypeProperty: unknown) => ({ samples: { '4.6': { body: { objectTypeProperty } } } });

  test.each([
    [body({ arrayOfIntExample: 'x' }), 'samples.4.6.body.objectTypeProperty.arrayOfIntExample: "x"'],
    [body({ arrayOfObjectType: [{ integerExample: 1.5 }] }), 'integerExample: 1.5'],
    [body('x'), 'samples.4.6.body with objectTypeProperty: "x"'],
    [{ samples: { '4.8': { body: { version: 1 } } } }, 'samples.4.8.body with objectTypeProperty: null'],
    [{ samples: { '4.12': { query: { limit: 'ten' } } } }, 'samples.4.12.query.limit: "ten"'],
    [
      { samples: { '4.1': { query: { integerParameter: '1.5' } } } },
      'samples.4.1.query.integerParameter: "1.5"',
    ],
    [{ samples: { '4.4': { query: { fuzzy: 'perhaps' } } } }, 'samples.4.4.query.fuzzy: "perhaps"'],
    [{ search: { method: 'FETCH' } }, 'search.method: "FETCH"'],
    [{ image: { method: 'GET' } }, 'image.method: "GET"'],
  ])('%j', (profile, said) => {
    expect(found(profile)).toContain(said);
  });

  test.each([
    body({}),
    body({ arrayOfIntExample: [1], arrayOfFloatExample: [1, 1.5], more: 'x' }),
    body({ arrayOfIntExample: null }),
    { samples: { '4.12': { query: { limit: '1e1', withTotal: 'TRUE', where: 'ten' } } } },
    { search: { method: 'QUERY' }, image: { method: 'PUT' } },
  ])('a declaration that is not refused: %j', (profile) => {
    expect(found(profile)).toBe('nothing');
  });
});
