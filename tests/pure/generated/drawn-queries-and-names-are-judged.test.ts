import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../../clause/clause.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Stage } from '../../../implementation/stage.ts';
import { octetsOfHead, queriesOfHead } from '../../../properties/head-queries.ts';
import { unknownDeletes, unknownIds } from '../../../properties/paths.ts';
import {
  fewerParameters,
  fewerParametersOfChecks,
  fewerParametersOfReads,
} from '../../../properties/queries.ts';
import { variableNames } from '../../../properties/variable-names.ts';
import { outlineOf, type Known } from '../../support/stages/judged-stage.ts';
import { propertyStage } from '../../support/stages/property-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

type Rule = (name: EndpointName, query: readonly string[]) => Answer | number | undefined;

/** Requests of these operations are answered by a rule, from their names; each answer to HEAD has so many octets. */
async function judged(
  evidence: Evidence<Stage>,
  rule: Rule,
  known: Known = {},
  octets: (query: readonly string[]) => number = () => 0,
) {
  const stage = propertyStage(
    {
      answer: (name, _id, _at, { query = [] }) => {
        if (name === 'create') return undefined;
        const answer = rule(
          name,
          query.map(([one]) => one),
        );
        return typeof answer === 'number' ? [answer] : answer;
      },
    },
    { ...known, stage: { reach: 12, ...known.stage } },
  );
  const { on } = stage;
  const own = await stage.made();
  Object.assign(on, {
    askRaw: async (...[name, ask = {}]: Parameters<Stage['ask']>) => ({
      exchange: await on.ask(name, ask),
      octets: new Uint8Array(octets((ask.query ?? []).map(([one]) => one))),
    }),
  });
  await evidence.check(on);
  const outline = outlineOf(stage.told);
  return { ...stage, own, outline, kinds: new Set(outline) };
}

describe('a query without one of its parameters', () => {
  test.each([
    ['accepted', 200, 'held'],
    ['refused as the whole is', 400, 'discarded: refused-by-unknown-validation'],
    ['lost', 503, 'noise'],
  ])('a query without a parameter is %s', async (_what, status, kind) => {
    const { outline } = await judged(fewerParameters, () => status);
    expect(outline).toEqual(Array.from({ length: 12 }, () => kind));
  });

  test('a refused query is reported, with the parameter left out', async () => {
    const rule: Rule = (name, query) => (name === 'query' && !query.includes('integerParameter') ? 422 : 200);
    const { kinds, broken } = await judged(fewerParameters, rule, { stage: { reach: 40 } });
    expect(kinds).toContain('violated');
    expect(broken).toMatchObject([{ reproduced: '3/3' }]);
    expect(JSON.stringify(broken[0]?.counterexample)).toContain('"without":"integerParameter"');
  });

  test.each([404, 500])('the answer %i does not refuse the request', async (status) => {
    const rule: Rule = (name, query) =>
      name === 'query' && !query.includes('integerParameter') ? status : 200;
    const { kinds } = await judged(fewerParameters, rule, { stage: { reach: 40 } });
    expect(kinds).toEqual(new Set(['held', 'discarded: refused-by-unknown-validation']));
  });
});

describe('a read without one of its parameters', () => {
  test('passes if it is accepted, and proves nothing if the whole query is refused', async () => {
    expect((await judged(fewerParametersOfReads, () => undefined)).kinds).toEqual(new Set(['held']));
    const rule: Rule = (_name, query) => (query.length > 1 ? 400 : undefined);
    expect((await judged(fewerParametersOfReads, rule)).outline).toEqual([]);
  });

  test.each(['optionalQueryParameter', 'secondOptionalQueryParameter'])(
    'is reported if %s is required',
    async (needed) => {
      const rule: Rule = (name, query) =>
        name === 'readById' && query.length > 0 && !query.includes(needed) ? 400 : undefined;
      const { kinds, broken } = await judged(fewerParametersOfReads, rule);
      expect(kinds).toContain('violated');
      expect(JSON.stringify(broken[0]?.counterexample)).toContain(`"without":"${needed}"`);
    },
  );
});

describe('an existence check with fewer parameters', () => {
  const known = (status: number): Known => ({ profile: { head: { noMatch: { status } } } });

  test.each([400, 422, undefined])('is not sent if %s may mean that nothing matches', async (status) => {
    const { sent, outline } = await judged(
      fewerParametersOfChecks,
      () => undefined,
      status === undefined ? {} : known(status),
    );
    expect([outline, sent]).toEqual([[], []]);
  });

  test('is not sent if the check with all of them finds nothing, and no resource is known', async () => {
    const { sent, outline } = await judged(fewerParametersOfChecks, () => 404, known(404));
    expect([outline, sent.filter(({ name }) => name === 'exists').length]).toEqual([[], 1]);
  });

  test('passes if its status does not concern the request, and gives no usable answer if its answer is lost', async () => {
    for (const [status, kind] of [[200, 'held'], [404, 'held'], [500, 'held'], [503, 'noise']] as const) {
      let isFirst = true;
      const rule: Rule = () => {
        const answer = isFirst ? 200 : status;
        isFirst = false;
        return answer;
      };
      expect((await judged(fewerParametersOfChecks, (name) => (name === 'exists' ? rule(name, []) : undefined), known(404))).kinds).toEqual(new Set([kind]));
    }
  }); // prettier-ignore

  test('leaves out each parameter alone, and is reported if one is required', async () => {
    const rule: Rule = (name, query) =>
      name === 'exists' && !query.includes('floatParameter') ? 400 : undefined;
    const { kinds, broken } = await judged(fewerParametersOfChecks, rule, known(404));
    expect(kinds).toContain('violated');
    expect(broken).toMatchObject([{ reproduced: '3/3' }]);
    expect(JSON.stringify(broken[0]?.counterexample)).not.toContain('floatParameter');
  });
});

describe('a query that GET accepts', () => {
  const known: Known = { profile: { head: { noMatch: { status: 404 } } } };

  test.each([
    ['200', 200, 200, known, 'held'],
    ['what says that nothing matches', 200, 404, known, 'held'],
    ['a refusal that may say so', 200, 400, {}, 'held'],
    ['what is known to say so, though it blames the request', 200, 400, { profile: { head: { noMatch: { status: 400 } } } }, 'held'],
    ['another definite status', 200, 409, known, 'held'],
    ['no usable status', 200, 503, known, 'noise'],
    ['anything, where GET refuses it', 400, 400, known, 'discarded: premise-failed'],
  ] as readonly (readonly [string, number, number, Known, string])[])('HEAD may answer with %s', async (_what, get, head, how, kind) => {
    const { outline } = await judged(queriesOfHead, (name) => (name === 'query' ? get : name === 'exists' ? head : undefined), how);
    expect(outline).toEqual(Array.from({ length: 12 }, () => kind));
  }); // prettier-ignore

  test.each([
    [400, known],
    [422, known],
    [405, {}],
    [501, known],
  ] as readonly (readonly [number, Known])[])('a HEAD answer with %i is reported', async (status, how) => {
    const { kinds, broken } = await judged(
      queriesOfHead,
      (name) => (name === 'exists' ? status : undefined),
      how,
    );
    expect(kinds).toEqual(new Set(['violated']));
    expect(broken).toMatchObject([{ reproduced: '3/3' }]);
  });
});

describe('octets after a header section', () => {
  test('pass if there are none, and are reported after one answer with octets', async () => {
    expect((await judged(octetsOfHead, () => undefined)).outline).toEqual(
      Array.from({ length: 12 }, () => 'held'),
    );
    const { broken, outline } = await judged(
      octetsOfHead,
      () => undefined,
      {},
      () => 1,
    );
    expect(outline).toEqual(['violated']);
    expect(broken).toMatchObject([{ deviation: { kind: 'stray-octets' }, exchanges: { length: 1 } }]);
  });

  test('are reported with a query that provokes them', async () => {
    const { broken } = await judged(
      octetsOfHead,
      () => undefined,
      { stage: { reach: 40 } },
      (query) => (query.includes('floatParameter') ? 3 : 0),
    );
    expect(broken).toHaveLength(1);
    expect(JSON.stringify(broken[0]?.counterexample)).toContain('floatParameter');
  });
});

describe('names of the pattern', () => {
  test('are taken in one request', async () => {
    const { outline, sent } = await judged(variableNames, () => undefined);
    expect([new Set(outline), outline.length, sent.length]).toEqual([new Set(['held']), 12, 1]);
    expect(new Set(sent[0]?.ask.query?.map(([name]) => name)).size).toBe(12);
  });

  test('are sent alone if all together are refused', async () => {
    const { outline, sent } = await judged(variableNames, (_name, query) =>
      query.length > 1 ? 400 : undefined,
    );
    expect([new Set(outline), outline.length, sent.length]).toEqual([new Set(['held']), 12, 13]);
  });

  test('prove nothing if none is accepted', async () => {
    expect((await judged(variableNames, (name) => (name === 'sorted' ? 400 : undefined))).outline).toEqual([
      'discarded: refused-by-unknown-validation',
    ]);
  });

  test.each([400, 500])('are reported if one is answered %i together with another', async (status) => {
    const rule: Rule = (_name, query) => (query.some((one) => /\d/.test(one)) ? status : undefined);
    const { kinds, broken } = await judged(variableNames, rule);
    expect(kinds).toContain('violated');
    expect(broken).toMatchObject([
      { reproduced: '3/3', counterexample: expect.stringMatching(/^var\.\d$/) as unknown },
    ]);
  });

  test('pass if one is refused for another reason, and give no usable answer if an answer is lost', async () => {
    for (const [status, kind] of [[404, 'held'], [503, 'noise']] as const) {
      const rule: Rule = (_name, query) => (query.some((one) => /\d/.test(one)) ? status : undefined);
      const { kinds, outline } = await judged(variableNames, rule);
      expect(kinds).toEqual(new Set(['held', kind]));
      expect(outline).toHaveLength(12);
    }
  }); // prettier-ignore
});

describe.each([
  ['readById', unknownIds],
  ['remove', unknownDeletes],
] as const)('%s with a name that belongs to nothing', (operation, evidence) => {
  const asked = (answer: Answer | number) =>
    judged(evidence, (name) => (name === operation ? answer : undefined));

  test.each([
    ['404', 404, 'held'],
    ['a server error', 500, 'held'],
    ['a success that shows no resource of ours', [200, '{"id":"other","version":1}'], 'held'],
    ['a refusal that mentions one', [404, '{"text":"canary1"}'], 'held'],
    ['no usable answer', 503, 'noise'],
  ] as readonly (readonly [string, Answer | number, string])[])(
    'answers with %s',
    async (_what, answer, kind) => {
      const { outline } = await asked(answer);
      expect(outline).toEqual(Array.from({ length: 12 }, () => kind));
    },
  );

  test('is reported after one answer that shows a resource of the run', async () => {
    const { outline, broken, sent } = await asked([
      200,
      '{"objectTypeProperty":{"arrayOfStringExample":["canary1"]}}',
    ]);
    expect(outline).toEqual(['violated']);
    expect(broken).toMatchObject([
      { deviation: { kind: 'holds', text: 'canary1' }, exchanges: { length: 1 } },
    ]);
    expect(sent.every(({ ask }) => ask.mayNotExist === true)).toBe(true);
  });

  test('is not sent if the run has no resource', async () => {
    const { on, told, sent } = propertyStage();
    await evidence.check(on);
    expect([outlineOf(told), sent]).toEqual([['discarded: premise-failed'], []]);
  });
});
