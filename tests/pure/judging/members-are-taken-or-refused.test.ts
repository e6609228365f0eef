import { describe, expect, test } from 'vitest';
import type { Content } from '../../../judging/surveys/contents.ts';
import {
  drawnCreates,
  membersOfCreates,
  refusedUndeclared,
  takenSupply,
  tryMembers,
} from '../../../judging/surveys/members-taken.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import type { Stage } from '../../../implementation/stage.ts';
import { refusalOfMember } from '../../../world/shapes/taken-members.ts';
import type { Ask } from '../../../run/ask.ts';
import { writeJson, type JsonInput } from '../../../wire/json/json.ts';
import { nobody } from '../../support/stages/scripted-stage.ts';
import { reportingStage } from '../../support/stages/reporting-stage.ts';

type Items = Readonly<Record<string, readonly unknown[] | undefined>>;

/** What a create sends as plain JSON. */
function contentOf({ json }: Ask): Items {
  const text = writeJson(json ?? {});
  return (JSON.parse(text) as { readonly objectTypeProperty?: Items }).objectTypeProperty ?? {};
}

/** What creates have come to once all members were tried. */
async function membersTaken(on: Stage) {
  await tryMembers(on);
  const { taken, refused } = membersOfCreates(on.world);
  const last = new Map(refused.map((name) => [name, refusalOfMember(on.world.history, name)]));
  return { taken, refused, last };
}

/** A run whose creates are answered by what they contain, and in which order. */
function met(
  statusOf: (content: Items, nth: number) => number,
  known: Parameters<typeof reportingStage>[1] = {},
  more: Partial<Stage> = {},
) {
  const creates: Items[] = [];
  const stage = reportingStage(
    (name, ask) => {
      if (name !== 'create') return [404];
      creates.push(contentOf(ask));
      return [statusOf(contentOf(ask), creates.length), `{"id":"r${creates.length}"}`];
    },
    { writer: nobody, ...known },
    more,
  );
  return { ...stage, creates };
}

const arrays = [
  'arrayOfIntExample',
  'arrayOfUniqueIntExample',
  'arrayOfTwonumbersExample',
  'arrayOfFloatExample',
  'arrayOfNumberNoDefaultsExample',
  'arrayOfStringExample',
  'arrayOfObjectType',
];
const members = [...arrays, 'integerExample', 'integerExampleInt32'];

const itemsOf = (content: Items): readonly Items[] =>
  (content['arrayOfObjectType'] ?? []) as readonly Items[];

const brings = (content: Items, name: string): boolean =>
  arrays.includes(name) ? name in content : itemsOf(content).some((item) => name in item);

/** Refuses what brings a member. */
const refusing =
  (name: string, status = 400) =>
  (content: Items): number =>
    brings(content, name) ? status : 201;

describe('members', () => {
  /** The first create has the first text of its own. */
  const isOver = (content: Items): boolean => content['arrayOfStringExample']?.[0] !== 'c1';

  test('members that all creates of the run contained are not tried again', async () => {
    const { on, creates } = met(() => 201);
    const objectTypeProperty = Object.fromEntries(
      arrays.map((name): [string, JsonInput] => [
        name,
        name === 'arrayOfObjectType'
          ? [{ integerExample: 1, integerExampleInt32: 1 }]
          : [name === 'arrayOfStringExample' ? 'a' : 1],
      ]),
    );
    await on.ask('create', { json: { objectTypeProperty } });
    const { taken, refused, last } = await membersTaken(on);
    expect([taken, refused, last.size, creates.length]).toEqual([members, [], 0, 1]);
  });

  test.each([
    ['a run that only reads', {}, { options: { readOnly: true } as unknown as Stage['options'] }],
    ['who cannot write', { writer: undefined }, {}],
  ])('are not requested by any of %s', async (_, known, more) => {
    const { on, creates } = met(() => 201, known, more);
    const { taken, refused } = await membersTaken(on);
    expect([taken, refused, creates]).toEqual([[], [], []]);
  });

  test('are all accepted if each occurs once in a body that is accepted without it', async () => {
    const { on, creates, noted } = met(() => 201);
    const { taken, refused } = await membersTaken(on);
    expect([taken, refused]).toEqual([members, []]);
    // A base, each array but that of the texts, which the base has, and no control since nothing was refused.
    expect(creates.map((content) => Object.keys(content).length)).toEqual([1, 2, 2, 2, 2, 2, 2]);
    expect(new Set(creates.map((content) => content['arrayOfStringExample']?.[0])).size).toBe(7);
    expect(noted).toHaveLength(6);
  });

  test('members that no create contained are tried, although other members occurred', async () => {
    const { on, creates } = met(() => 201);
    await on.ask('create', { json: { objectTypeProperty: { arrayOfIntExample: [1] } } });
    expect((await membersTaken(on)).taken).toEqual(members);
    expect(creates.filter((content) => 'arrayOfIntExample' in content)).toHaveLength(1);
  });

  test('refused members leave no resource to delete', async () => {
    const { on, noted } = met(refusing('arrayOfIntExample'));
    await membersTaken(on);
    expect(noted.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  });

  test('are tried once per run, by creates without other members', async () => {
    const { on, sent } = met(() => 201);
    await membersTaken(on);
    const requests = sent.length;
    await membersTaken(on);
    expect(sent).toHaveLength(requests);
    expect(sent.slice(1).every(({ ask }) => ask.alone === true && ask.as === nobody)).toBe(true);
    expect(sent.slice(1).every(({ ask }) => ask.bodyIs === 'well-typed')).toBe(true);
  });

  test.each([
    ['arrayOfFloatExample', 6],
    ['integerExample', 5],
    ['integerExampleInt32', 5],
  ] as const)('are refused if %s is refused with each of %s values', async (name, times) => {
    const { on, creates } = met(refusing(name));
    const { taken, refused, last } = await membersTaken(on);
    expect(refused).toEqual([name]);
    expect(taken).toEqual(members.filter((one) => one !== name));
    expect(last.get(name)?.status).toBe(400);
    // The last one is the control.
    expect(creates.at(-1)).toEqual({ arrayOfStringExample: [expect.any(String)] });
    const tried = creates.filter((content) => brings(content, name));
    expect(tried.length).toBeGreaterThanOrEqual(times);
  });

  test('members of items are refused with their array, without a request of their own', async () => {
    const { on, creates } = met(refusing('arrayOfObjectType'));
    const { refused, last } = await membersTaken(on);
    expect(refused).toEqual(['arrayOfObjectType', 'integerExample', 'integerExampleInt32']);
    expect(last.get('integerExample')).toBe(last.get('arrayOfObjectType'));
    expect(creates.filter((content) => 'arrayOfObjectType' in content)).toHaveLength(6);
  });

  test('members that provoke server errors with every value are refused', async () => {
    expect((await membersTaken(met(refusing('arrayOfIntExample', 500)).on)).refused).toEqual([
      'arrayOfIntExample',
    ]);
  });

  test.each([401, 404, 409, 503])(
    'members that are answered %s are not refused for their value',
    async (status) => {
      const { on, creates } = met(refusing('arrayOfIntExample', status));
      const { taken, refused } = await membersTaken(on);
      expect([refused, taken.includes('arrayOfIntExample')]).toEqual([[], false]);
      expect(creates.filter((content) => 'arrayOfIntExample' in content)).toHaveLength(1);
    },
  );

  test.each([
    ['before', (content: Items, nth: number) => (nth === 1 ? 400 : refusing('arrayOfIntExample')(content))],
    [
      'after',
      (content: Items) =>
        Object.keys(content).length === 1 && isOver(content) ? 400 : refusing('integerExampleInt32')(content),
    ],
  ])('are not known to be refused if the body without them is refused %s', async (_, statusOf) => {
    const { on } = met(statusOf);
    const { refused, last } = await membersTaken(on);
    expect([refused, last.size]).toEqual([[], 0]);
  });

  test.each(
    [1, 2, 3].flatMap((length) =>
      arrays.map((name) => [name, length, (list: readonly unknown[]) => list.length === length] as const),
    ),
  )('are accepted if %s must have %s elements', async (name, _, isTaken) => {
    const { on } = met((content) => {
      const list = content[name];
      const isBase =
        Object.keys(content).length === 1 && name === 'arrayOfStringExample' && list?.length === 1;
      return list === undefined || isBase || isTaken(list) ? 201 : 400;
    });
    expect((await membersTaken(on)).taken).toContain(name);
  });

  const whole = (list: readonly unknown[]): boolean =>
    (list as readonly Items[]).every((item) => 'integerExample' in item && 'integerExampleInt32' in item);

  test.each([
    ['items of both members, one', 'arrayOfObjectType', (list) => list.length === 1 && whole(list)],
    ['items of both members, two', 'arrayOfObjectType', (list) => list.length === 2 && whole(list)],
    ['items of both members, three', 'arrayOfObjectType', (list) => list.length === 3 && whole(list)],
    ['items beyond nine', 'arrayOfObjectType', (list) => JSON.stringify(list).includes('10') && whole(list)],
    [
      'items with one member alone',
      'arrayOfObjectType',
      (list) => JSON.stringify(list) === '[{"integerExample":1}]',
    ],
    [
      'items with the other alone',
      'arrayOfObjectType',
      (list) => JSON.stringify(list) === '[{"integerExampleInt32":1}]',
    ],
    [
      'numbers that are all unlike',
      'arrayOfUniqueIntExample',
      (list) => list.length === 3 && new Set(list).size === 3,
    ],
    ['numbers from ten on', 'arrayOfIntExample', (list) => list.every((one) => Number(one) >= 10)],
    [
      'pairs of numbers from ten on',
      'arrayOfTwonumbersExample',
      (list) => list.length === 2 && list.every((one) => Number(one) >= 10),
    ],
    [
      'numbers from a hundred on',
      'arrayOfNumberNoDefaultsExample',
      (list) => list.every((one) => Number(one) >= 100),
    ],
    ['floats that are whole', 'arrayOfFloatExample', (list) => list.every((one) => Number.isInteger(one))],
    [
      'pairs of floats that are whole',
      'arrayOfFloatExample',
      (list) => list.length === 2 && list.every((one) => Number.isInteger(one)),
    ],
    [
      'floats that are fractions',
      'arrayOfFloatExample',
      (list) => !list.some((one) => Number.isInteger(one)),
    ],
    [
      'three floats beyond ten',
      'arrayOfFloatExample',
      (list) => list.length === 3 && list.every((one) => Number(one) > 10),
    ],
  ] as const satisfies readonly (readonly [string, string, (list: readonly unknown[]) => boolean])[])(
    'are accepted if they must be %s',
    async (_, name, isTaken) => {
      const { on } = met((content) => {
        const list = content[name];
        return list === undefined || isTaken(list) ? 201 : 400;
      });
      const { taken, refused } = await membersTaken(on);
      expect([taken.includes(name), refused.includes(name)]).toEqual([true, false]);
    },
  );

  test.each([
    ['a', 1],
    ['b', 2],
    ['short words', 3],
  ])('members that hold texts are tried with %s', async (_, length) => {
    // A base of the vendor's own, which has no texts.
    const { on } = met(
      (content) => {
        const texts = content['arrayOfStringExample'];
        const isTaken = texts?.length === length && texts.every((text) => /^[a-i]{1,3}$/.test(String(text)));
        return texts === undefined || isTaken ? 201 : 400;
      },
      {},
      baseOf({ arrayOfIntExample: [1] }),
    );
    expect((await membersTaken(on)).taken).toContain('arrayOfStringExample');
  });

  test('members that hold texts are tried with a text of their own', async () => {
    const { on, creates } = met(
      (content) => (content['arrayOfStringExample']?.[0] === 'a' ? 400 : 201),
      {},
      baseOf({}),
    );
    expect((await membersTaken(on)).taken).toContain('arrayOfStringExample');
    expect(creates.some((content) => /^c\d+$/.test(String(content['arrayOfStringExample']?.[0])))).toBe(true);
  });

  test.each([1, 2, 3])(
    'members that hold texts are tried with %s of them, including a text of their own',
    async (length) => {
      const { on } = met(
        (content) => {
          const texts = content['arrayOfStringExample'];
          const isTaken = texts?.length === length && /^c\d+$/.test(String(texts[0]));
          return texts === undefined || isTaken ? 201 : 400;
        },
        {},
        baseOf({}),
      );
      expect((await membersTaken(on)).taken).toContain('arrayOfStringExample');
    },
  );

  /** Creates of the run have this content. */
  function baseOf(content: Content, json: JsonInput = { objectTypeProperty: content }): Partial<Stage> {
    return {
      profile: { samples: { '4.6': { body: {} } } },
      async create() {
        const exchange = await this.ask?.('create', { json, bodyIs: 'either' });
        if (exchange === undefined) throw new Error('nothing can be asked');
        return { exchange, own: undefined };
      },
    };
  }

  test('accompany the accepted content, which may have no documented type', async () => {
    const { on, creates, sent } = met(() => 201, {}, baseOf({ arrayOfIntExample: ['own'] }));
    await membersTaken(on);
    expect(creates.slice(1).every((content) => 'arrayOfIntExample' in content)).toBe(true);
    expect(sent.slice(1).every(({ ask }) => ask.bodyIs === 'either')).toBe(true);
    expect(creates.slice(1, 4).every((content) => !('arrayOfStringExample' in content))).toBe(true);
  });

  test.each([[[1]], [{}], [{ objectTypeProperty: 1 }]] as const)(
    'are sent alone if the accepted body has no content: %j',
    async (json) => {
      const { on, creates } = met(() => 201, {}, baseOf({}, json as unknown as JsonInput));
      await membersTaken(on);
      expect(creates.slice(1).map((content) => Object.keys(content).length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    },
  );

  test('are tried by a check without concurrent checks, if creates update one resource', async () => {
    let isHeld = false;
    const held: boolean[] = [];
    const own = new OwnResource('r1', 0);
    own.show('4');
    const { on } = met(
      () => {
        held.push(isHeld);
        return 201;
      },
      { upserts: true },
      {
        own: async (use) => {
          isHeld = true;
          const done = await use(own);
          isHeld = false;
          return done;
        },
      },
    );
    await membersTaken(on);
    expect(held.length).toBeGreaterThan(1);
    expect(held.every(Boolean)).toBe(true);
    expect([own.shown, own.lastWriteAt]).toEqual([undefined, on.clock.now()]);
  });

  test('drawn members are counted once per run', async () => {
    const { on } = met(() => 201);
    const book = await drawnCreates(on);
    expect(book).toEqual({ drawn: 0, refused: 0 });
    expect(await drawnCreates(on)).toBe(book);
  });
});

describe('members that are refused', () => {
  const undeclaredOf = async (name: string, refused: readonly string[] = []) => {
    const { on } = met(refusing(name));
    await tryMembers(on);
    return refusedUndeclared({ history: on.world.history, profile: { fields: { refused } } });
  };

  test.each([
    [[], ['arrayOfObjectType', 'integerExample', 'integerExampleInt32']],
    [['arrayOfObjectType'], []],
    [['integerExample'], ['arrayOfObjectType', 'integerExampleInt32']],
    [['arrayOfIntExample'], ['arrayOfObjectType', 'integerExample', 'integerExampleInt32']],
  ] as const)('refused members that are declared so, such as %j, leave %j', async (refused, undeclared) => {
    expect(await undeclaredOf('arrayOfObjectType', refused)).toEqual(undeclared);
  });

  test('refused members that are not declared are all left', async () => {
    expect(await undeclaredOf('arrayOfIntExample')).toEqual(['arrayOfIntExample']);
  });

  test('a declared array is not declared for another array', async () => {
    expect(await undeclaredOf('arrayOfIntExample', ['arrayOfObjectType'])).toEqual(['arrayOfIntExample']);
  });

  test.each([
    [{}, '"samples"'],
    [{ samples: {} }, '"samples"'],
    [{ samples: { '4.6': {} } }, '"samples"'],
    [{ samples: { '4.6': { body: {} } } }, '"fields"'],
  ])('are settled by a line that does not exist yet: %j, %s', (profile, first) => {
    const supply = takenSupply({ profile }, ['arrayOfIntExample']);
    expect(supply.startsWith(first)).toBe(true);
    expect([supply.includes('"samples"'), supply.includes('["arrayOfIntExample"]')]).toEqual([true, true]);
  });
});
