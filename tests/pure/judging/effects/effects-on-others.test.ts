import { describe, expect, test } from 'vitest';
import { heldContentsDiffer } from '../../../../judging/effects/held-members.ts';
import { OwnResource } from '../../../../implementation/resources/own-resource.ts';
import { countedIn, showsTextOf, since } from '../../../../judging/effects/others.ts';
import { judgeSiblings } from '../../../../judging/siblings.ts';
import { Exchange } from '../../../../history/exchange.ts';
import type { JsonInput } from '../../../../wire/json/json.ts';
import { asName } from '../../../../wire/json/pointer.ts';
import { answered, nobody } from '../../../support/stages/scripted-stage.ts';
import { reportingStage } from '../../../support/stages/reporting-stage.ts';
import { scriptedStore } from '../../../support/stages/scripted-store.ts';

type Content = Readonly<Record<string, JsonInput>>;

/** What the run gives a resource. */
const given: Content = {
  arrayOfIntExample: [7, 8],
  arrayOfStringExample: ['c1', 'a'],
  arrayOfObjectType: [{ integerExample: 1 }],
};

const created = (content: Content): Exchange =>
  new Exchange({
    number: 1,
    caller: nobody,
    request: {
      method: 'POST',
      target: '/',
      headers: [],
      body: new TextEncoder().encode(JSON.stringify({ objectTypeProperty: content })),
    },
    outcome: { kind: 'answer', status: 201, headers: [], body: new Uint8Array(), sentAt: 0, answeredAt: 1 },
    redirects: 0,
  });

const own = new OwnResource('r1', 0, { born: created(given) });
const lent = new OwnResource('r1', 0);

const read = (content: Content, someProperty?: JsonInput, status = 200): Exchange =>
  answered([status, JSON.stringify({ version: 1, objectTypeProperty: content, someProperty })]);

const { on } = reportingStage(() => [200], { pointer: '/someProperty', pointers: ['/someProperty'] });

describe('a resource that a write did not name', () => {
  test.each<readonly [string, Content, Content, string]>([
    ['is as it was with the same content', {}, {}, 'as it was'],
    ['is as it was where a member is left out', {}, { arrayOfIntExample: null }, 'as it was'],
    ['is as it was with its texts in another order', {}, { arrayOfStringExample: ['a', 'c1'] }, 'as it was'],
    ['has changed where a text is gone', {}, { arrayOfStringExample: ['a'] }, 'changed'],
    ['has changed where a text is replaced', {}, { arrayOfStringExample: ['c9', 'a'] }, 'changed'],
    ['has changed where a text is new', {}, { arrayOfStringExample: ['c1', 'a', 'b'] }, 'changed'],
    ['has changed where a list of numbers is empty', {}, { arrayOfIntExample: [] }, 'changed'],
    ['has changed where it shows the numbers that were written', {}, { arrayOfIntExample: [3, 4] }, 'changed'],
    ['counts where a number that it held is another one', {}, { arrayOfIntExample: [7, 9] }, 'counted'],
    ['counts where one in an item is', {}, { arrayOfObjectType: [{ integerExample: 2 }] }, 'counted'],
    ['is as it was where the server makes a number', { arrayOfIntExample: [2, 5] }, { arrayOfIntExample: [3, 6] }, 'as it was'],
    ['is as it was where the server makes a text', { arrayOfStringExample: ['5 in all'] }, { arrayOfStringExample: ['6 in all'] }, 'as it was'],
    ['is as it was where the server makes a text beside', { arrayOfStringExample: ['c1', 'a', '5'] }, { arrayOfStringExample: ['c1', 'a', '6'] }, 'as it was'],
    ['has changed where its own text is gone from beside that', { arrayOfStringExample: ['c1', 'a', '5'] }, { arrayOfStringExample: ['a', '5'] }, 'changed'],
    ['is as it was where it was given nothing', { arrayOfFloatExample: [1.5] }, { arrayOfFloatExample: [] }, 'as it was'],
  ])('%s', (_what, before, after, came) => {
    const was = { ...given, ...before };
    const now = Object.fromEntries(
      Object.entries({ ...was, ...after }).filter(([, value]) => value !== null),
    );
    const write = created({ arrayOfIntExample: [3, 4] });
    expect(since(on, own, { was: read(was), now: read(now), write })).toBe(came);
  }); // prettier-ignore

  test.each<readonly [JsonInput | undefined, JsonInput | undefined, string]>([
    ['x', 'x', 'as it was'],
    [undefined, undefined, 'as it was'],
    ['x', 'y', 'changed'],
    ['x', undefined, 'changed'],
    [undefined, 'x', 'changed'],
    [1, 2, 'counted'],
  ])('is identified by the members that updates change: %j, then %j', (before, after, came) => {
    expect(since(on, own, { was: read(given, before), now: read(given, after) })).toBe(came);
    expect(since(reportingStage(() => [200]).on, own, { was: read(given, before), now: read(given, after) }))
      .toBe('as it was');
  }); // prettier-ignore

  test.each<readonly [string, Content, string]>([
    ['is as it was where a number is another one', { arrayOfIntExample: [7, 9] }, 'as it was'],
    ['counts where a number in another member is', { arrayOfObjectType: [{ integerExample: 2 }] }, 'counted'],
    ['has changed where that list is empty', { arrayOfIntExample: [] }, 'changed'],
    ['has changed where it shows the numbers that were written', { arrayOfIntExample: [3, 4] }, 'changed'],
    ['has changed where a text is replaced', { arrayOfStringExample: ['c9', 'a'] }, 'changed'],
  ])('a resource whose integers the server counts by itself, as declared, %s', (_what, after, came) => {
    const profile = { fields: { computed: ['ObjectTypeProperty.arrayOfIntExample'] } };
    const write = created({ arrayOfIntExample: [3, 4] });
    const looks = { was: read(given), now: read({ ...given, ...after }), write };
    expect(since({ ...on, profile }, own, looks)).toBe(came);
  });

  test('names the members in which a number has changed', () => {
    const now = read({ ...given, arrayOfIntExample: [7, 9], arrayOfObjectType: [{ integerExample: 2 }] });
    expect(countedIn(own, { was: read(given), now })).toEqual([
      'ObjectTypeProperty.arrayOfIntExample',
      'ObjectTypeProperty.arrayOfObjectType',
    ]);
    expect(countedIn(own, { was: read(given), now: read(given) })).toEqual([]);
  });

  test('has changed if it is gone', () => {
    expect(since(on, own, { was: read(given), now: read(given, undefined, 404) })).toBe('changed');
  });

  test('has no content of the run if the operator provided it', () => {
    expect(since(on, lent, { was: read(given), now: read({ arrayOfStringExample: ['b'] }) })).toBe('as it was');
  }); // prettier-ignore

  test.each<readonly [string, Content, Content, string | undefined, boolean]>([
    ['beside what the run gave', given, { arrayOfStringExample: ['c1', 'a', 'u1'] }, undefined, true],
    ['where changes show', given, given, 'u1', true],
    ['where the server makes texts', { arrayOfStringExample: ['u0'] }, { arrayOfStringExample: ['u1'] }, undefined, false],
    ['in a member that was given none', given, { arrayOfFloatExample: ['u1'] }, undefined, false],
    ['nowhere', given, given, 'u0', false],
  ])('shows the text of the write: %s', (_where, was, now, some, shows) => {
    expect(showsTextOf(on, own, { was: read(was), now: read(now, some) }, 'u1')).toBe(shows);
  }); // prettier-ignore
});

describe('a counting number in documented members', () => {
  /** Each read shows a number of all writes, in place of what was given or from when that was read on. */
  const counting = (isHeldAtFirst: boolean) => {
    let writes = 0;
    return scriptedStore({
      shows: () => ({ objectTypeProperty: { arrayOfIntExample: [isHeldAtFirst ? Math.max(7, writes) : writes] } }),
      follows: (name) => void (name !== 'create' && (writes += 10)),
    }).script;
  }; // prettier-ignore
  const judged = async (isHeldAtFirst: boolean) => {
    const stage = reportingStage(
      counting(isHeldAtFirst),
      {},
      {
        create: async () => {
          const json = { objectTypeProperty: { arrayOfIntExample: [7] } };
          const exchange = await stage.on.ask('create', { json });
          const id = asName(exchange.object?.['id']) ?? 'none';
          return { exchange, own: new OwnResource(id, stage.on.clock.now(), { born: exchange }) };
        },
      },
    );
    await judgeSiblings(stage.on, 'update');
    return stage;
  };

  test('passes if it never showed the given value', async () => {
    const { told, sent } = await judged(false);
    expect(told).toEqual(['held', 'held']);
    // Nothing is waited for, and nothing is confirmed.
    expect(sent.filter(({ name }) => name === 'create')).toHaveLength(5);
  });

  test('leaves two readings if it did', async () => {
    const { told, readings } = await judged(true);
    expect(told).toEqual(['undecided two-readings', 'undecided two-readings']);
    expect(readings[0]).toHaveLength(2);
  });
});

describe('contents of a resource that refused writes name', () => {
  test.each<readonly [string, OwnResource, Content, Content, boolean]>([
    ['differ in a number that was held', own, given, { arrayOfIntExample: [7, 9] }, true],
    ['differ in a text beside a text of the run', own, { arrayOfStringExample: ['c1'] }, { arrayOfStringExample: ['c1', 'x'] }, true],
    ['do not in what the server makes', own, { arrayOfIntExample: [1] }, { arrayOfIntExample: [2] }, false],
    ['do not in what is left out', own, given, { arrayOfIntExample: null }, false],
    ['differ in anything where the operator lent it', lent, { arrayOfIntExample: [1] }, { arrayOfIntExample: [2] }, true],
  ])('%s', (_what, whose, was, changes, differ) => {
    const now = Object.fromEntries(
      Object.entries({ ...was, ...changes }).filter(([, value]) => value !== null),
    );
    expect(heldContentsDiffer(whose, read(was), read(now))).toBe(differ);
  }); // prettier-ignore
});
