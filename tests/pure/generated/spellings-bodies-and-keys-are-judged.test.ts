import { awaited } from '../../../run/awaited.ts';
import { describe, expect, test } from 'vitest';
import { arbitraryBodies } from '../../../properties/arbitrary-bodies.ts';
import { keyedResources, keysAgree } from '../../../properties/keyed-resources.ts';
import { pointZero } from '../../../properties/point-zero.ts';
import { outlineOf, type Known } from '../../support/stages/judged-stage.ts';
import type { JsonNumber } from '../../../wire/json/json.ts';
import { propertyStage, statedIn } from '../../support/stages/property-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

describe('the actual version with .0 at its end', () => {
  /** It is answered so in turn, the last one again; undefined if it is taken for what it is. */
  async function judged(answers: readonly (number | undefined)[], version = 1, known: Known = {}) {
    const rest = [...answers];
    const stage = propertyStage(
      {
        answer: (name, id, _at, { json }) => {
          const one = stage.kept.get(id);
          if (name !== 'update' || one === undefined) return undefined;
          const { version: stated } = json as { readonly version?: JsonNumber };
          if (!String(stated).endsWith('.0')) return undefined;
          const status = rest.length > 1 ? rest.shift() : rest[0];
          if (status !== undefined) return [status];
          one.version += 1;
          return [200, `{"version":${one.version}}`];
        },
      },
      known,
    );
    await stage.on.own((own) => {
      const one = stage.kept.get(own.id);
      if (one !== undefined) one.version = version;
      return Promise.resolve();
    });
    stage.sent.splice(0);
    await pointZero.check(stage.on);
    const stated = stage.sent.flatMap((one) => (one.name === 'update' ? [statedIn(one)] : []));
    return { ...stage, stated, outline: outlineOf(stage.told) };
  }

  test('is stated at one state after another, until a version ends in zero', async () => {
    const { stated, outline } = await judged([undefined], 4);
    expect(stated).toEqual(['4.0', '5.0', '6.0', '7.0', '8.0', '9.0', '10.0']);
    expect(new Set(outline)).toEqual(new Set(['passed']));
  });

  test.each([
    [100, 4],
    [10, 4],
    [8, 4],
    [5, 6],
    [11, 10],
    [12, 9],
  ])('is stated from %i on %i times, which is the reach at least', async (version, times) => {
    expect((await judged([undefined], version)).stated).toHaveLength(times);
  });

  test.each([409, 400, 422])(
    'is reported if it is answered %i three times, and the plain spelling is accepted',
    async (status) => {
      const { outline, broken } = await judged([status]);
      expect(outline).toEqual(['violated']);
      expect(broken).toMatchObject([
        { reproduced: '3/3', deviation: { stated: 'actual' }, exchanges: [{ status }, { status: 200 }] },
      ]);
    },
  );

  test('is sent concurrently first, and then alone', async () => {
    const { sent } = await judged([409]);
    const alone = sent.flatMap((one) =>
      one.name === 'update' && statedIn(one).endsWith('.0') ? [one.ask.alone] : [],
    );
    expect(alone.slice(0, 3)).toEqual([false, true, true]);
  });

  test.each([
    ['another refusal', [404], ['discarded: refused-by-unknown-validation']],
    ['a server error', [500], ['discarded: refused-by-unknown-validation']],
  ] as const)('shows nothing if it meets %s', async (_what, answers, outline) => {
    expect((await judged(answers)).outline).toEqual(outline);
  });

  test.each([
    ['once concurrently', [409, undefined], 'passed'],
    ['twice', [409, 409, undefined], 'undecided: flaky'],
    ['once alone', [503, 409, undefined], 'undecided: flaky'],
  ] as const)('was refused %s', async (_what, answers, outline) => {
    const judgement = await judged(answers, 100);
    expect(judgement.outline.filter((one) => one !== 'noise')[0]).toBe(outline);
    expect(judgement.broken).toEqual([]);
  });

  test('is not reported if answers were lost between', async () => {
    const { outline, broken } = await judged([503], 100);
    expect([broken, new Set(outline)]).toEqual([[], new Set(['noise'])]);
  });

  test('is not stated if some Float cannot hold it, or if no version shows', async () => {
    const beyond = await judged([undefined], 2 ** 54);
    expect([beyond.outline, beyond.stated]).toEqual([['discarded: not-observable'], []]);
    const { on, told, sent } = propertyStage({
      answer: (name) => (name === 'readById' ? [200, '{}'] : undefined),
    });
    await pointZero.check(on);
    expect([told.map(({ kind }) => kind), sent.filter(({ name }) => name === 'update')]).toEqual([
      ['discarded'],
      [],
    ]);
  });
});

describe('bodies with a version far from the actual version', () => {
  async function judged(status: number, match?: Answer, reach = 8) {
    const bodies: string[] = [];
    const stage = propertyStage(
      {
        answer: (name, _id, _at, { body }) => {
          if (name !== 'update') return undefined;
          if (body === undefined) return match;
          bodies.push(new TextDecoder().decode(body as Uint8Array));
          return [status];
        },
      },
      { stage: { reach } },
    );
    await arbitraryBodies.check(stage.on);
    return { ...stage, bodies, outline: outlineOf(stage.told) };
  }

  test.each([
    [409, 'held'],
    [400, 'held'],
    [500, 'held'],
    [503, 'noise'],
  ])('answered %i', async (status, kind) => {
    const { outline, bodies, refusedWrites } = await judged(status);
    expect(outline).toEqual(bodies.map(() => kind));
    expect(refusedWrites).toHaveLength(bodies.length);
    expect(bodies.length).toBeGreaterThan(5);
  });

  test('show nothing if no update is accepted', async () => {
    const { outline } = await judged(409, [400]);
    expect(new Set(outline.map((one) => one.split(':')[0]))).toEqual(new Set(['discarded']));
  });

  test('are reported if one is accepted', async () => {
    const { broken, outline } = await judged(200);
    expect(outline).toEqual(['violated']);
    expect(broken).toMatchObject([{ deviation: { stated: 'other', actual: '1' }, exchanges: { length: 1 } }]);
  });

  test('state different versions, before or after the other members; one body is long', async () => {
    const { bodies } = await judged(409, undefined, 24);
    const members = bodies.map((body) => Object.entries(JSON.parse(body) as Record<string, unknown>));
    const versions = members.map((one) => one.find(([name]) => name === 'version')?.[1]);
    for (const version of versions) expect(version).not.toBe(1);
    expect(members.some((one) => one.length > 1 && one[0]?.[0] === 'version')).toBe(true);
    expect(members.some((one) => one.length > 1 && one.at(-1)?.[0] === 'version')).toBe(true);
    const lengths = bodies.map((body) => body.length > 70_000);
    expect(lengths.filter(Boolean).length).toBeGreaterThan(0);
    expect(lengths.filter(Boolean).length).toBeLessThan(bodies.length / 4);
    expect(members.some((one) => one.every(([name]) => name !== 'actions'))).toBe(true);
  });

  test('are not sent if the version does not show', async () => {
    const { on, told, sent } = propertyStage({
      answer: (name) => (name === 'readById' ? [200, '{}'] : undefined),
    });
    await arbitraryBodies.check(on);
    expect([told.map(({ kind }) => kind), sent.filter(({ name }) => name === 'update')]).toEqual([
      ['discarded'],
      [],
    ]);
  });
});

describe('resources that are read by their keys', () => {
  /** Reads by key are answered by what they ask for, and how often it was requested before. */
  async function judged(
    evidence: typeof keysAgree,
    byKey: (id: string, before: number) => Answer | undefined,
    known: Known = {},
    ageMs = 20_000,
  ) {
    const asked = new Map<string, number>();
    const stage = propertyStage(
      {
        shows: (id) => ({ key: `k${id}` }),
        answer: (name, _id, _at, { path }) => {
          if (name !== 'readByKey') return undefined;
          const id = (path?.['key'] ?? '').slice(1);
          const before = asked.get(id) ?? 0;
          asked.set(id, before + 1);
          const { version } = stage.kept.get(id) ?? { version: 0 };
          return (
            byKey(id, before) ?? [
              200,
              JSON.stringify({ id, version, objectTypeProperty: {}, someProperty: '', key: `k${id}` }),
            ]
          );
        },
      },
      {
        profile: { resource: { keySource: 'body:/key' } },
        ...known,
        learnt: { keyPointer: '/key', ...known.learnt },
      },
    );
    for (let count = 0; count < 4; count += 1) await stage.made();
    await stage.on.clock.sleep(ageMs, awaited.age);
    await evidence.check(stage.on);
    return { ...stage, outline: outlineOf(stage.told) };
  }

  test('are found once an index has them', async () => {
    const found = (_id: string, before: number): Answer | undefined => (before === 0 ? [404] : undefined);
    expect((await judged(keyedResources, found, {}, 0)).outline).toEqual(['held']);
  });

  test('are found', async () => {
    expect((await judged(keyedResources, () => undefined)).outline).toEqual(['held']);
    expect((await judged(keysAgree, () => undefined)).outline.slice(0, 4)).toEqual([
      'held',
      'held',
      'held',
      'held',
    ]);
  });

  test.each([404, 405, 501])(
    'are missing with %i, and are reported if three are missing, twice each',
    async (status) => {
      const { outline, broken } = await judged(keyedResources, () => [status]);
      expect(outline).toEqual(['violated']);
      expect(broken).toMatchObject([{ reproduced: '3/3', exchanges: [{ status }] }]);
    },
  );

  test.each([
    ['one alone is missing', (id: string) => (id === 'r1' ? [404] : undefined), ['undecided: flaky']],
    ['two alone are', (id: string) => (id === 'r1' || id === 'r2' ? [404] : undefined), ['undecided: flaky']],
    [
      'they are found when asked for again',
      (_id: string, before: number) => (before === 0 ? [404] : undefined),
      ['undecided: flaky'],
    ],
    ['they are refused otherwise', () => [403], ['held']],
    ['they are lost', () => [503], ['held']],
  ] as readonly (readonly [string, (id: string, before: number) => Answer | undefined, readonly string[]])[])(
    'are not reported if %s',
    async (_what, byKey, outline) => {
      const judgement = await judged(keyedResources, byKey);
      expect([judgement.outline, judgement.broken]).toEqual([outline, []]);
    },
  );

  test('show nothing if creates update one resource', async () => {
    for (const evidence of [keyedResources, keysAgree])
      expect((await judged(evidence, () => [404], { learnt: { upserts: true } })).outline).toEqual([]);
  });

  test('do not decide whether the shown value is a key, if the vendor has not declared the place of keys', async () => {
    const notSaid: Known = { profile: {} };
    expect((await judged(keyedResources, () => [404], notSaid)).outline).toEqual(['undecided: two-readings']);
    expect((await judged(keysAgree, () => [404], notSaid)).outline).toEqual([]);
  });

  test('are reported if a key names another resource', async () => {
    const other: Answer = [
      200,
      '{"id":"other","version":1,"objectTypeProperty":{},"someProperty":"","key":"kr1"}',
    ];
    const { outline, broken } = await judged(keysAgree, () => other);
    expect([outline, broken.length]).toEqual([['violated'], 1]);
  });

  test('prove no agreement if reads by key are refused', async () => {
    expect((await judged(keysAgree, () => [404])).outline).toEqual([]);
  });
});
