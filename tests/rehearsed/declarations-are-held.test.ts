import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../faults/catalogue.ts';
import type { DeclaredSchema, Profile } from '../../clause/profile.ts';

/** A declaration, the clause that observes it, and what is declared truly or falsely of the plain reference. */
interface Held {
  readonly key: string;
  readonly clause: string;
  readonly kept: readonly Profile[];
  readonly broken: readonly Profile[];
}

const held: readonly Held[] = [
  {
    key: 'resource.idSource',
    clause: '4.2/id-source',
    kept: [{ resource: { idSource: 'body:/id' } }, { resource: { idSource: 'header:Location' } }],
    broken: [{ resource: { idSource: 'body:/lastModifiedAt' } }],
  },
  {
    key: 'resource.keySource',
    clause: '4.3/key-source',
    kept: [{ resource: { keySource: 'body:/key' } }],
    broken: [{ resource: { keySource: 'body:/lastModifiedAt' } }, { resource: { keySource: 'none' } }],
  },
  {
    key: 'update.observable',
    clause: '4.10/visible-change',
    kept: [{ update: { observable: '/someProperty' } }],
    broken: [{ update: { observable: 'none' } }],
  },
  {
    key: 'delete.versionParam',
    clause: '4.11/version-parameter',
    kept: [{ delete: { versionParam: 'none' } }, { delete: { versionParam: 'version' } }],
    broken: [],
  },
  {
    key: 'query.shape',
    clause: '4.1/shows-documented-members',
    kept: [],
    broken: [{ query: { shape: 'paged' } }],
  },
  {
    key: 'create.roundTrip',
    clause: '4.6/echo',
    kept: [{ create: { roundTrip: 'exact' } }, { create: { roundTrip: 'normalised' } }],
    broken: [{ create: { roundTrip: 'none' } }],
  },
  {
    key: 'create.mode',
    clause: '4.6/create-or-update',
    kept: [{ create: { mode: 'alwaysNew' } }],
    broken: [{ create: { mode: 'upsert' } }],
  },
  {
    key: 'cart.itemSchemas.payments',
    clause: '4.17/open-places',
    kept: [payments({ type: 'string' }), payments({ not: { format: 'date-time' } })],
    broken: [payments({ format: 'date-time' }), payments({ format: 'utc-milliseconds' })],
  },
];

/** A declaration of what the method of a payment is. */
function payments(method: DeclaredSchema): Profile {
  return { cart: { itemSchemas: { payments: { properties: { method } } } } };
}

async function verdict(key: string, clause: string, profile: Profile, choices: readonly string[] = []) {
  const { judgements } = await rehearse({
    plan,
    profile,
    choices,
    selected: new Set([clause, `declared/${key}`]),
  });
  return judgements.get(`declared/${key}`)?.verdict;
}

const cases = (which: 'kept' | 'broken') =>
  held.flatMap(({ key, clause, [which]: profiles }) =>
    profiles.map((profile) => [JSON.stringify(profile), key, clause, profile] as const),
  );

describe('a true declaration is kept', () => {
  test.each(cases('kept'))('%s', async (_shown, key, clause, profile) => {
    expect(await verdict(key, clause, profile)).toBe('pass');
  });
});

describe('a false declaration is broken', () => {
  test.each(cases('broken'))('%s', async (_shown, key, clause, profile) => {
    expect(await verdict(key, clause, profile)).toBe('fail');
  });
});

describe('a declared place', () => {
  test.each([
    [{ resource: { idSource: 'body:/meta/id' } }, 'write "resource": {"idSource": "body:/id"}'],
    [{ update: { observable: '/custom/field' } }, 'write "update": {"observable": "/someProperty"}'],
  ] as const)('is a mistake of the operator if its value shows elsewhere: %j', async (profile, mend) => {
    const { record } = await rehearse({ plan, profile, selected: new Set(['4.1/route-exists']) });
    expect(record.aborted?.cause).toBe('configuration');
    expect(record.aborted?.text).toContain(mend);
    expect(record.leftovers).toEqual([]);
  });

  test('is a broken declaration if no answer shows the change', async () => {
    const { judgements } = await rehearse({
      plan,
      choices: ['property-never-shown'],
      options: { profile: { update: { observable: '/someProperty' } } },
      profile: { update: { observable: '/someProperty' } },
      selected: new Set(['4.10/visible-change', 'declared/update.observable']),
    });
    expect(judgements.get('declared/update.observable')?.verdict).toBe('fail');
  });
});

describe('a choice that declares itself keeps its word', () => {
  test.each([
    ['id-only-in-location', 'resource.idSource', '4.2/id-source'],
    ['id-inside-meta', 'resource.idSource', '4.2/id-source'],
    ['key-not-shown', 'resource.keySource', '4.3/key-source'],
    ['property-never-shown', 'update.observable', '4.10/visible-change'],
    ['property-shown-in-a-member-of-its-own', 'update.observable', '4.10/visible-change'],
    ['deletes-need-a-version-parameter', 'delete.versionParam', '4.11/version-parameter'],
    ['deletes-need-the-actual-version', 'delete.versionParam', '4.11/version-parameter'],
    ['deletes-need-if-match', 'delete.versionParam', '4.11/version-parameter'],
  ])('%s', async (choice, key, clause) => {
    expect(await verdict(key, clause, {}, [choice])).toBe('pass');
  });

  test('a choice does not keep its word if deletes need another parameter than it names', async () => {
    // What a choice declares wins over the rehearsal's profile: the word of one, the deed of the other.
    const { judgements } = await rehearse({
      plan,
      profile: { delete: { versionParam: 'expectedVersion' } },
      choices: ['deletes-need-a-version-parameter'],
      options: { profile: { delete: { versionParam: 'expectedVersion' } } },
      selected: new Set(['4.11/version-parameter', 'declared/delete.versionParam']),
    });
    expect(judgements.get('declared/delete.versionParam')?.verdict).toBe('fail');
  });
});

test('a declared place that is empty is not tested', async () => {
  const profile: Profile = { resource: { keySource: 'body:/meta/key' } };
  expect(await verdict('resource.keySource', '4.3/key-source', profile)).toBe('not-tested');
});

test('a declaration about a part out of scope is not applicable', async () => {
  const { judgements } = await rehearse({
    plan,
    profile: { resource: { keySource: 'body:/key' } },
    options: { without: new Set(['key']) },
    selected: new Set(['4.3/key-source', 'declared/resource.keySource']),
  });
  expect(judgements.get('declared/resource.keySource')?.verdict).toBe('not-applicable');
});

describe('a query that is answered with pages of resources', () => {
  const page = 'collection-is-a-page-of-resources';
  const play = async (profile: Profile | undefined) => {
    const { judgements, statement, took } = await rehearse({
      plan,
      choices: [page],
      profile: referenceProfile,
      ...(profile === undefined ? {} : { options: { profile: { ...referenceProfile, ...profile } } }),
    });
    return { of: (id: string) => judgements.get(id), statement, took };
  };

  test('conforms if it is declared', async () => {
    const { of, statement } = await play(undefined);
    expect(of('4.1/answers-with-an-object')?.verdict).toBe('not-applicable');
    expect(of('declared/query.shape')?.verdict).toBe('pass');
    expect(statement.verdict).toBe('CONFORMANT');
  });

  test('leaves the clause to a declaration, which it names, and waits for nothing', async () => {
    const declared = await play(undefined);
    const { of, statement, took } = await play({});
    expect(of('4.1/answers-with-an-object')).toMatchObject({
      verdict: 'inconclusive',
      reason: { code: 'two-readings', supply: '"query": {"shape": "paged"}' },
    });
    expect(statement.verdict).toBe('INCOMPLETE');
    expect(took).toBeLessThan(declared.took + 1_000);
  });
});
