import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentThemes, beyond32Bits } from '../../../properties/arbitraries/object-type-property.ts';
import { recordKinds } from '../../../properties/arbitraries/ordered-record.ts';
import { oddRecordKinds } from '../../../properties/arbitraries/record-variation.ts';
import { integerKinds, oddKinds, aimed } from '../../../properties/arbitraries/stated-version.ts';
import { actionKinds, updateActions } from '../../../properties/arbitraries/update-actions.ts';
import { requestFlaws } from '../../../schemas/request-flaws.ts';
import { requests, type RequestSection } from '../../../schemas/requests.ts';
import { orderedRecord, recordMembers } from '../../../suites/records/ordered-record.ts';
import { createBodies } from '../../../implementation/create-body.ts';
import { integerMismatches, oddMismatches } from '../../../implementation/updates/wrong-versions.ts';
import { createRandom } from '../../../run/random.ts';
import { JsonNumber, plain, readJson, writeJson, type JsonInput } from '../../../wire/json/json.ts';

/** What is wrong with a body once it is text, as it is sent. */
function flaws(section: RequestSection, body: JsonInput): readonly string[] {
  const reading = readJson(new TextEncoder().encode(writeJson(body)));
  if (reading.kind !== 'json') throw new Error(`a body is ${reading.kind}`);
  return requestFlaws(section, plain(reading.value));
}

const update = (version: string, actions: JsonInput): JsonInput => ({
  version: new JsonNumber(version),
  actions,
});

/** Holds every value that is drawn to having no flaws. */
function allWellTyped(section: RequestSection, bodies: fc.Arbitrary<JsonInput>): void {
  fc.assert(
    fc.property(bodies, (body) => {
      expect(flaws(section, body)).toEqual([]);
    }),
  );
}

describe('creates', () => {
  test.each(createBodies.map((body, at) => [at, body] as const))('of the ladder, rung %i', (_at, body) => {
    for (const canary of ['', 'a', 'conformance-1', '"\\\u0000é😀'])
      expect(flaws('4.6', body(canary))).toEqual([]);
  });

  test.each(contentThemes.filter(({ name }) => name !== beyond32Bits))(
    'creates of the theme: $name',
    ({ content }) => {
      allWellTyped(
        '4.6',
        content.map((objectTypeProperty) => ({ objectTypeProperty })),
      );
    },
  );

  test(`creates of the theme ${beyond32Bits} are all ill-typed`, () => {
    const theme = contentThemes.find(({ name }) => name === beyond32Bits);
    fc.assert(
      fc.property(theme?.content ?? fc.constant({}), (objectTypeProperty) => {
        expect(flaws('4.6', { objectTypeProperty })).not.toEqual([]);
      }),
    );
  });

  test('have content that overwrites accept as well', () => {
    for (const section of ['4.7', '4.8'] as const)
      for (const { content } of contentThemes.filter(({ name }) => name !== beyond32Bits))
        allWellTyped(
          section,
          fc.record({ version: fc.nat(), objectTypeProperty: content }).map((body) => ({ ...body })),
        );
  });
});

describe('updates', () => {
  test.each([
    ['any list', updateActions()] as const,
    ...actionKinds.map((kind, at) => [`kind ${at}`, kind] as const),
  ])('with %s of actions', (_name, actions) => {
    allWellTyped(
      '4.10',
      actions.map((list) =>
        update(
          '1',
          list.map((action) => ({ ...action })),
        ),
      ),
    );
  });

  test('state versions that are Floats, even wrong versions', () => {
    const kinds = fc.oneof(...integerKinds, ...oddKinds);
    const actual = fc.constantFrom(
      '1',
      '7',
      '255',
      '16777217',
      '9007199254740993',
      '1732175009123456789',
      '-3',
      '1.5',
    );
    fc.assert(
      fc.property(kinds, actual, (stated, version) => {
        const aim = aimed(stated, version, ['1', '2', '3.0']);
        if (aim !== undefined) expect(flaws('4.10', update(aim.version, []))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
    for (const version of ['0', '7', '65535', '1e20'])
      for (const { version: stated } of [
        ...integerMismatches(version, ['1', '2'], createRandom(1)),
        ...oddMismatches(version),
      ])
        expect(flaws('4.10', update(stated, []))).toEqual([]);
  });
});

describe('records', () => {
  const sections = ['4.9', '4.13'] as const;
  const word = fc.string({ unit: 'grapheme' });
  const [omitting = fc.constant({}), ...withOdd] = oddRecordKinds;

  test.each(sections)('records of %s in any order, of any instant, with any members', (section) => {
    allWellTyped(
      section,
      fc
        .tuple(word, fc.oneof(...recordKinds))
        .map(([text, { members, order }]) => orderedRecord(text, { set: members, order })),
    );
    allWellTyped(
      section,
      fc.tuple(word, omitting).map(([text, one]) => orderedRecord(text, one)),
    );
  });

  test('have every member of the schema, and no other', () => {
    expect(Object.keys(orderedRecord('a'))).toEqual(Object.keys(requests['4.9'].properties));
  });

  test('records with an odd member are ill-typed if the member is documented and of another type', () => {
    fc.assert(
      fc.property(fc.oneof(...withOdd), (odd) => {
        const flawed = Object.entries(odd.set ?? {}).some(([name, value]) => {
          const isFree = !/^(createdAt|createdBy|lastModifiedAt|lastModifiedBy)$/.test(name);
          return recordMembers.includes(name) && !(typeof value === 'string' && isFree);
        });
        expect(flaws('4.9', orderedRecord('a', odd)).length > 0).toBe(flawed);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an ill-typed body has flaws', () => {
  test.each<[RequestSection, JsonInput, string]>([
    ['4.6', {}, "CreateRequest must have required property 'objectTypeProperty'"],
    ['4.6', [], 'CreateRequest must be object'],
    ['4.6', { objectTypeProperty: null }, 'CreateRequest/objectTypeProperty must be object'],
    ['4.6', { objectTypeProperty: { arrayOfIntExample: 'a' } }, 'CreateRequest/objectTypeProperty/arrayOfIntExample must be array'],
    ['4.8', { objectTypeProperty: {} }, "ExampleResource must have required property 'version'"],
    ['4.10', { actions: [] }, "UpdateRequest must have required property 'version'"],
    ['4.10', { version: '1', actions: [] }, 'UpdateRequest/version must be number'],
    ['4.10', { version: null }, 'UpdateRequest/version must be number'],
    ['4.10', { version: 1, actions: null }, 'UpdateRequest/actions must be array'],
    ['4.10', { version: 1, actions: 'doSomeThing' }, 'UpdateRequest/actions must be array'],
    ['4.10', { version: 1, actions: [null] }, 'UpdateRequest/actions/0 must be object'],
    ['4.10', { version: 1, actions: [{ action: 'changeSomeProperty', someProperty: 7 }] }, 'UpdateRequest/actions/0/someProperty must be string'],
    ['4.13', { createdAt: '2015-07-04' }, 'OrderedRecord/createdAt must match format "utc-milliseconds"'],
  ])('%s: %j', (section, body, flaw) => {
    expect(flaws(section, body)).toEqual([flaw]);
  });

  test.each<[RequestSection, JsonInput]>([
    ['4.6', { objectTypeProperty: {}, undocumentedMember: 'a' }],
    ['4.10', { version: 0.5 }],
    ['4.10', { version: 1, actions: [] }],
    ['4.10', { version: 1, actions: [{ action: 'unknownAction' }, {}] }],
    ['4.9', {}],
  ])('%s: %j has none, as the contract leaves it open', (section, body) => {
    expect(flaws(section, body)).toEqual([]);
  });
}); // prettier-ignore
