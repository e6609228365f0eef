import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { readersProfile } from '../../../config/certificates/readers-profile.ts';
import { parseProfile, profileSchema } from '../../../config/profile/profile.ts';
import { profileKeys } from '../../../config/profile/keys.ts';

/** A package that names what its reader has. */
const certified = parseProfile(
  JSON.stringify({
    implementation: { name: 'Shop', version: '1' },
    resource: {
      idSource: 'body:/parent',
      keySource: 'fixture',
      fixture: { id: 'yours-1', key: 'yours-2' },
      sandbox: ['yours-3'],
      disposable: ['yours-4'],
    },
    samples: {
      '4.1': { query: { stringParameter: 'a' } },
      '4.6': { body: { objectTypeProperty: {}, id: 'yours-5' } },
      '4.9': { path: { uriParameterOne: 'yours-6' } },
      '4.14': { body: 'text=a' },
      '4.16': { query: { a: 'yours-7' } },
      '4.16.GET': { query: { a: 'b' } },
      '4.16.POST': { body: 'yours-8' },
    },
    probe: { undeclaredMethods: true },
    search: { method: 'POST' },
    success: { '4.6': [200] },
  }),
  'the package',
);

describe('the profile of a reader who asks the server', () => {
  const { profile, left } = readersProfile(certified, {});

  test('has the declarations of the package, and its samples of reads', () => {
    expect(profile).toEqual({
      implementation: { name: 'Shop', version: '1' },
      samples: {
        '4.1': { query: { stringParameter: 'a' } },
        '4.14': { body: 'text=a' },
        '4.16.GET': { query: { a: 'b' } },
      },
      search: { method: 'POST' },
      success: { '4.6': [200] },
    });
  });

  test('has none of its names, and lists the keys that were left out', () => {
    expect(JSON.stringify(profile)).not.toContain('yours');
    expect(left).toEqual([
      'resource.idSource',
      'resource.keySource',
      'resource.fixture',
      'resource.sandbox',
      'resource.disposable',
      'samples.4.6',
      'samples.4.9',
      'samples.4.16',
      'samples.4.16.POST',
      'probe',
    ]);
  });

  test("has the reader's own means, which replace those of the package", () => {
    const own: Profile = {
      resource: { sandbox: ['mine'] },
      samples: { '4.1': { query: { stringParameter: 'mine' } }, '4.6': { body: {} } },
      probe: { undeclaredMethods: false },
      success: { '4.6': [201] },
    };
    const { profile: mine } = readersProfile(certified, own);
    expect(mine).toMatchObject({ resource: own.resource, probe: own.probe, success: { '4.6': [200] } });
    expect(mine.samples).toEqual({ ...profile.samples, ...own.samples });
  });

  test('equals the package if the package names nothing', () => {
    const described: Profile = { search: { method: 'POST' }, success: { '4.6': [200] } };
    expect(readersProfile(described, {})).toEqual({ profile: described, left: [] });
  });

  test('leaves out samples of operations that may write', () => {
    const keys = profileKeys(profileSchema().schema).flatMap(
      ({ key }) => /^samples\.(.+)$/.exec(key)?.[1] ?? [],
    );
    const all = Object.fromEntries(keys.map((key) => [key, { query: {} }]));
    const { samples } = readersProfile({ samples: all }, {}).profile;
    expect(Object.keys(samples ?? {}).toSorted()).toEqual(
      ['4.1', '4.4', '4.12', '4.14', '4.16.GET', '4.17', '4.18'].toSorted(),
    );
  });
});
