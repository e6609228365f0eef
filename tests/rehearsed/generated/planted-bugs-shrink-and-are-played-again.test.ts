import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { replayCase, smallestCase } from '../../../config/runs/replayed-finding.ts';
import type { Profile } from '../../../clause/profile.ts';
import type { Report } from '../../../clause/report.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import type { Plan } from '../../../implementation/plan.ts';
import type { HandleWrap } from '../../../reference/reply.ts';
import type { Reference } from '../../../reference/create.ts';
import { inProcess } from '../../support/in-process/in-process-parts.ts';
import { asked, mistaking, refusing, unchecked, versionOfNewest } from '../../support/planted-bugs.ts';

/** A bug that few cases show, the property that has to find it, and how large its smallest case may be. */
interface Planted {
  readonly clause: string;
  /** How the name of the property begins. */
  readonly property: string;
  readonly bug: string | HandleWrap;
  readonly sizeOf: (counterexample: Counterexample) => number;
  readonly most: number;
  readonly profile?: Profile;
  /** What the server does beside it. */
  readonly choice?: string;
  /** A clause whose properties send what this one judges. */
  readonly besides?: string;
}

interface Counterexample {
  readonly length?: number;
  readonly whole?: readonly unknown[];
  readonly actions?: readonly unknown[];
  readonly commands?: readonly unknown[];
  readonly order?: readonly string[];
  readonly stated?: string;
  readonly scopes?: readonly string[];
}

const length = ({ length: found = 99 }: Counterexample): number => found;
const whole = ({ whole: found }: Counterexample): number => found?.length ?? 99;
const actions = ({ actions: found }: Counterexample): number => found?.length ?? 99;
const scopes = ({ scopes: found }: Counterexample): number => found?.length ?? 99;
const commands = ({ commands: found }: Counterexample): number => found?.length ?? 99;
const octets = (counterexample: unknown): number => JSON.stringify(counterexample).length;

/** Members that stand elsewhere than in the order of the contract's table. */
const recordOrder =
  'id version key createdAt createdBy lastModifiedAt lastModifiedBy custom eigthProperty'.split(' ');
const displaced = ({ order = [] }: Counterexample): number =>
  recordOrder.filter((name, at) => order[at] !== name).length;

const isRecordOf = (section: '4.9' | '4.13', rest: string): boolean =>
  rest.startsWith(section === '4.9' ? 'artificially-complex/' : 'description-with-urn-links');

const ofRecords = (['4.9', '4.13'] as const).flatMap((section): readonly Planted[] => [
  {
    clause: `${section}/takes-members-in-any-order`,
    property: 'records with their sixteen members in any order',
    bug: refusing((request) => {
      const { rest, body } = asked(request);
      return isRecordOf(section, rest) && body.indexOf('"createdBy"') > body.indexOf('"custom"');
    }),
    sizeOf: displaced,
    most: 3,
  },
  {
    clause: `${section}/takes-documented-timestamps`,
    property: 'records with past instants',
    bug: refusing((request) => {
      const { rest, body } = asked(request);
      return isRecordOf(section, rest) && /"createdAt":"[^"]*0Z"/.test(body);
    }),
    // Of the four steps that make two instants up all but one shrink to nothing.
    sizeOf: (counterexample) => octets(counterexample),
    most: 90,
  },
]);

/** Tokens of the reference that hold two scopes or all. */
const severalScopes = new Set(
  ['demo-everything', 'demo-view-test-view-products', 'demo-view-products-view-test'].map(
    (one) => `Bearer ${one}`,
  ),
);

const isBeyondAscii = (name: string): boolean => /[^\0-~]/.test(name);

const planted: readonly Planted[] = [
  {
    clause: '4.1/each-parameter-is-optional',
    property: 'queries of typed parameters in any number',
    bug: refusing((request) => {
      const { method, rest, names } = asked(request);
      return method === 'GET' && rest === '' && names.length === 3;
    }),
    sizeOf: whole,
    most: 4,
  },
  {
    clause: '4.2/optional-parameters',
    property: 'reads with one of the documented parameters',
    bug: refusing((request) => {
      const { names, query } = asked(request);
      return names.join() === 'optionalQueryParameter' && query.get('optionalQueryParameter') !== 'a';
    }),
    sizeOf: whole,
    most: 2,
  },
  {
    clause: '4.5/optional-parameters',
    property: 'checks that find something',
    bug: refusing((request) => {
      const { method, names } = asked(request);
      return method === 'HEAD' && names.length > 1 && !names.includes('stringParameter');
    }),
    sizeOf: length,
    most: 2,
    profile: { head: { noMatch: { status: 404 } } },
  },
  {
    clause: '4.5/optional-parameters',
    property: 'checks that find something',
    // Values of a resource's own are found, and no plain ones.
    choice: 'parameters-select-by-content',
    bug: refusing((request) => {
      const { method, names } = asked(request);
      return method === 'HEAD' && names.length > 1 && !names.includes('integerParameter');
    }),
    sizeOf: length,
    most: 2,
    profile: { head: { noMatch: { status: 404 } } },
  },
  {
    clause: '4.5/takes-the-parameters-of-the-query',
    property: 'queries of typed parameters that GET accepts',
    bug: refusing((request) => {
      const { method, names } = asked(request);
      return method === 'HEAD' && names.includes('stringParameter') && names.includes('arrayOfString');
    }, 405),
    sizeOf: length,
    most: 2,
  },
  {
    clause: '4.5/no-body',
    property: 'queries of typed parameters asked of HEAD',
    bug: 'head-body-where-an-array-is-asked-for',
    sizeOf: length,
    most: 1,
  },
  {
    clause: '4.12/names-of-the-pattern-are-taken-alike',
    property: 'names of the pattern var.',
    bug: 'sorted-query-refuses-long-variables',
    sizeOf: length,
    most: 8,
  },
  {
    clause: '4.2/reads-the-named-resource',
    property: 'unknown ids of reserved characters',
    bug: mistaking('GET', 'id', (name) => name.includes(':')),
    sizeOf: length,
    most: 10,
  },
  {
    clause: '4.3/names-the-resource-of-that-key',
    property: 'unknown keys of reserved characters',
    bug: mistaking('GET', 'key', isBeyondAscii),
    sizeOf: length,
    most: 10,
  },
  {
    clause: '4.11/deletes-the-named-resource',
    property: 'deletes of unknown ids',
    bug: mistaking('DELETE', 'id', isBeyondAscii),
    sizeOf: length,
    most: 10,
  },
  {
    clause: '4.2/known-id-is-readable',
    property: 'resources with content',
    bug: 'content-beyond-ascii-not-found',
    sizeOf: octets,
    most: 60,
    profile: { resource: { idSource: 'body:/id' } },
    besides: '4.6/answers-with-a-resource',
  },
  {
    clause: '4.10/conflict-on-mismatch',
    property: 'lists of 1 to 20 actions',
    bug: 'version-not-checked-for-repeated-texts',
    sizeOf: actions,
    most: 3,
  },
  {
    clause: '4.10/no-success-for-odd-versions',
    property: 'lists of 1 to 20 actions',
    bug: 'greatest-int32-means-any-version',
    sizeOf: actions,
    most: 1,
  },
  {
    clause: '4.10/no-success-for-odd-versions',
    property: 'lists of 1 to 20 actions',
    bug: unchecked((body) => Number(/"version":([^,}]+)/.exec(body)?.[1]) > 1_000_000),
    // Of all versions that are taken the nearest one.
    sizeOf: ({ stated }) => Number(stated) - 1_000_000,
    most: 1,
  },
  {
    clause: '4.10/no-success-whatever-the-body',
    property: 'any JSON for the actions',
    bug: 'version-not-checked-behind-the-actions',
    sizeOf: actions,
    most: 1,
  },
  {
    clause: '4.10/no-success-whatever-the-body',
    property: 'updates with a far version when all else is done',
    bug: unchecked((body) => /"version":(?:-70001|7919|65536|999999|0\.5)\b/.test(body)),
    sizeOf: octets,
    most: 40,
  },
  {
    clause: '4.10/equal-numbers-are-one-version',
    property: 'the actual version written with .0',
    bug: refusing(
      (request) =>
        /"version":\d+\.0\b/.test(asked(request).body) && asked(request).body.split('"action"').length > 3,
      409,
    ),
    sizeOf: actions,
    most: 3,
  },
  {
    clause: '4.10/actions-in-order',
    property: 'sequences of up to 20 actions',
    bug: 'actions-after-the-eighth-left-out',
    sizeOf: length,
    most: 9,
  },
  {
    clause: '4.10/stale-version-conflicts',
    property: 'a model of a resource: former versions',
    bug: 'previous-version-accepted',
    sizeOf: commands,
    most: 2,
  },
  {
    clause: '4.11/refused-delete-has-no-effect',
    property: 'a model of a resource: deletes',
    bug: 'refused-delete-performed',
    sizeOf: commands,
    most: 2,
  },
  {
    clause: '4.10/conflict-has-no-effect',
    property: 'a model of a resource: what refused updates carried',
    bug: 'conflict-applied-after-15-ms',
    // An update that leaves a version, one that states it, and a look that is late enough.
    sizeOf: commands,
    most: 3,
  },
  {
    clause: '4.5/200-on-match',
    property: 'a model of a resource: existence checks',
    // Anyone who looks for the first versions of the newest resource.
    bug: refusing((request, state) => request.method === 'HEAD' && versionOfNewest(state) > 2, 404),
    // Two updates, and a check.
    sizeOf: commands,
    most: 3,
  },
  {
    clause: 'Authentication/further-scopes-do-no-harm',
    property: 'reads by tokens that hold the scopes of another token',
    bug: refusing((request) => {
      const { rest, token } = asked(request);
      return rest === 'sorted-query-parameters' && severalScopes.has(token);
    }, 403),
    sizeOf: scopes,
    most: 2,
  },
  ...ofRecords,
];

/** The plan with nothing but one property, which decides its clause, and what it judges. */
function only({ clause, property, besides }: Planted): Plan {
  const clauses = [clause, besides];
  const sections = plan.sections.map((section) => ({
    ...section,
    clauses: section.clauses.flatMap(({ check: _check, ...stated }) =>
      clauses.includes(stated.id) ? [stated] : [],
    ),
  }));
  const evidence = plan.evidence.filter(
    (one) => (one.clause === clause && one.name.startsWith(property)) || one.clause === besides,
  );
  return { sections, evidence: evidence.map((one) => ({ ...one, minimum: () => 1 })) };
}

/** The reference with the bug. */
function withBug({ bug, choice }: Planted): Reference {
  const choices = choice === undefined ? [] : [choice];
  if (typeof bug === 'string') return referenceWith({ faults: [bug], choices });
  const honest = referenceWith({ choices });
  return { ...honest, handle: bug(honest.handle) };
}

describe.each(planted)('$clause: $property', (row) => {
  const { clause, property, sizeOf, most, profile = {} } = row;
  const seed = 3;

  test('finds a planted bug, shrinks it, and replays it by seed and path', async () => {
    const { judgements } = await rehearse({ plan: only(row), reference: withBug(row), seed, profile });
    const [finding] = judgements.get(clause)?.findings ?? [];
    expect(finding?.property?.slice(0, property.length)).toBe(property);
    expect(sizeOf(finding?.counterexample as Counterexample)).toBeLessThanOrEqual(most);

    const report = { clauses: [{ id: clause, findings: [finding] }] } as unknown as Report;
    const small = smallestCase(plan, { file: 'conformance.json', clause, report });
    if (small === undefined) throw new Error('the finding names no generated case');
    const parts = inProcess({ wrap: () => withBug(row) }, profile)(seed);
    const { judgement } = await replayCase(plan, clause, parts, small);
    expect(judgement?.findings[0]).toMatchObject({ seed: small.drawn.seed, path: small.drawn.path });
    expect(sizeOf(judgement?.findings[0]?.counterexample as Counterexample)).toBeLessThanOrEqual(most);
  });

  test('finds no violation in the honest reference', async () => {
    const choices = row.choice === undefined ? [] : [row.choice];
    const { judgements } = await rehearse({ plan: only(row), choices, seed, profile });
    expect(judgements.get(clause)?.findings).toEqual([]);
  });
});
