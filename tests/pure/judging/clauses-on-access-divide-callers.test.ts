import { describe, expect, test } from 'vitest';
import { Inconclusive, notTested } from '../../../clause/thrown.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import * as access from '../../../judging/access/access.ts';
import type { AccessCase } from '../../../judging/access/access-case.ts';
import { depths } from '../../../run/options.ts';
import {
  inTurn,
  judgedStage,
  outlineOf,
  type Known,
  type Script,
} from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const full: Answer = [200, '{"total":3}'];
const viewer = { label: 'A', scopes: ['view_test:demo'] };
const products = { label: 'P', scopes: ['view_products:demo'] };
const bare = { label: 'N', scopes: [], noScope: true };
const foreign = { label: 'O', scopes: ['manage_test:other'], otherProject: true };
const all = [viewer, products, bare, foreign];

/** A check, whose every success grants access. */
const checking = (endpoint: EndpointName = 'exists'): AccessCase => ({
  endpoint,
  prepare: () =>
    Promise.resolve({
      ask: (on, as) => on.ask('exists', { as }),
      shows: () => true,
      grants: () => 'granted',
    }),
});

/** These are granted access besides who may, each by its label or else by its kind; all others are refused. */
const letIn =
  (...labels: readonly string[]): Script =>
  (_name, { label, kind }) =>
    label === 'A' || labels.includes(label) || labels.includes(kind)
      ? full
      : [kind === 'supplied' ? 403 : 401];

async function judged(
  { check }: access.AccessStatement,
  script: Script,
  { withdrawn, ...known }: Known & { readonly withdrawn?: string } = {},
) {
  const stage = judgedStage(script, { tokens: all, ...known });
  if (withdrawn !== undefined) stage.on.callers.withdraw(stage.caller(withdrawn), 'is dead');
  await check(stage.on);
  return {
    outline: outlineOf(stage.told),
    shown: stage.told.flatMap(({ callers = [] }) => callers),
    phases: stage.phases,
    supply: stage.told[0]?.supply,
  };
}

const kinds = {
  withoutToken: 'no token',
  unknownToken: 'unknown token',
  otherScopes: 'other scopes',
  noScope: 'no scope',
  otherProject: 'other project',
} as const;

describe('a clause on refusals', () => {
  test.each([
    ['withoutToken', 2, 'none'],
    ['unknownToken', 2, 'random'],
    ['otherScopes', 1, 'P'],
    ['noScope', 1, 'N'],
    ['otherProject', 1, 'O'],
  ] as const)('covers only its own callers: %s', async (kind, times, who) => {
    const statement = access.refusedTo(kinds[kind], checking());
    expect((await judged(statement, letIn())).outline).toEqual(
      Array.from({ length: times }, () => 'refused'),
    );
    expect((await judged(statement, letIn(who))).outline).toContain('violated');
    const others = ['none', 'random', 'altered', 'P', 'N', 'O'].filter(
      (one) => one !== who && !(who === 'random' && one === 'altered'),
    );
    expect((await judged(statement, letIn(...others))).outline).not.toContain('violated');
  });

  test.each([
    ['otherScopes', 'no-token', 'CONFORMANCE_TOKEN_VIEW_PRODUCTS='],
    ['noScope', 'no-token', 'CONFORMANCE_TOKEN_NO_SCOPE='],
    ['otherProject', 'no-second-project', 'CONFORMANCE_TOKEN_OTHER_PROJECT='],
  ] as const)('names what is missing: %s', async (kind, code, supply) => {
    const met = await judged(access.refusedTo(kinds[kind], checking()), letIn(), { tokens: [viewer] });
    expect(met.outline).toEqual([`discarded: ${code}`]);
    expect(met.supply).toContain(supply);
  });

  test('names a scope that does not suffice there', async () => {
    const holder = [{ ...products, label: 'A' }];
    const met = await judged(access.refusedTo('other scopes', checking('projectionSearch')), letIn(), { tokens: holder });
    expect(met.supply).toContain('CONFORMANCE_TOKEN_VIEW_TEST=');
  }); // prettier-ignore

  test.each([
    ['otherScopes', 'P', 'discarded: dead-token'],
    ['noScope', 'N', 'discarded: dead-token'],
    ['otherScopes', 'N', 'refused'],
    ['otherScopes', 'A', 'discarded: no-token'],
  ] as const)('says about %s that %s was withdrawn, if %s was its caller: %s', async (kind, withdrawn, outline) => {
    const more = [{ label: 'B', scopes: ['view_test:demo'] }];
    const tokens = withdrawn === 'A' ? [viewer, ...more] : [...more, ...all];
    const met = await judged(access.refusedTo(kinds[kind], checking()), letIn('B'), { tokens, withdrawn });
    expect(met.outline).toEqual([outline]);
  }); // prettier-ignore

  test.each([
    [1, 'quiet', 1, []],
    [2, 'quiet', 2, ['late']],
    [3, 'quiet', 3, ['late']],
    [3, 'overwrites', 3, []],
  ] as const)(
    'has %i rounds in phase %s, and the last round is late',
    async (accessRounds, phase, times, phases) => {
      const options = { depth: { ...depths.ci, accessRounds } };
      const met = await judged(access.refusedTo('no scope', checking()), letIn(), { options, phase });
      expect(met.outline).toHaveLength(times);
      expect(met.phases).toEqual(phases);
    },
  );

  test('carries out additional requests', async () => {
    const also = (on: Parameters<NonNullable<access.AccessStatement['check']>>[0]) => Promise.resolve(on.held());
    expect((await judged(access.refusedTo('no scope', checking(), { also }), letIn())).outline).toEqual(['refused', 'held']);
  }); // prettier-ignore

  test('has its limits, and additional limits', () => {
    expect(access.refusedTo('no scope', checking()).limits).toEqual(['no-scope']);
    expect(access.refusedTo('other project', checking(), { limits: ['4.5'] }).limits).toEqual(['4.5', 'other-project']);
    expect(access.refusedTo('no token', checking(), { phase: 'quiet' })).toMatchObject({ phase: 'quiet' });
    expect(access.refusedTo('no token', checking()).limits).toBeUndefined();
  }); // prettier-ignore
});

describe('a clause on one scope', () => {
  const both = [viewer, { label: 'B', scopes: ['manage_test:demo'] }];
  const elsewhere: Script = (_name, { kind }) => (kind === 'supplied' ? full : [401]);
  const at = (answers: Readonly<Record<string, readonly Answer[]>>, other: Script = elsewhere) =>
    inTurn(answers, other, 'exists');

  test.each([
    ['holds for each', { A: [full], B: [full] }, {}, ['held', 'held']],
    ['is broken where one is refused', { A: [full], B: [[403]] }, {}, ['held', 'violated']],
    ['is broken where each is refused, and let in elsewhere', { A: [[403]], B: [[403]] }, {}, ['violated']],
    ['is not about other refusals than those', { A: [full], B: [[404]] }, { only: [403] }, ['held', 'undecided: flaky']],
  ] as const)('%s', async (_what, answers, more, outline) => {
    const met = await judged(access.anyOneScopeSuffices(checking(), more), at(answers), { tokens: both });
    expect(new Set(met.outline)).toEqual(new Set(outline));
    expect(met.outline).toHaveLength(outline.length);
  }); // prettier-ignore

  test.each([
    ['each finds nothing', at({ A: [[404]], B: [[404]] }), both, 'premise-failed'],
    ['each is refused everywhere', at({ A: [[403]], B: [[403]] }, () => [403]), both, 'premise-failed'],
    ['nobody holds one', at({}), [], 'no-token'],
  ] as const)('cannot be decided if %s', async (_where, script, tokens, code) => {
    const thrown: unknown = await judged(access.anyOneScopeSuffices(checking()), script, { tokens }).catch(
      (error: unknown) => error,
    );
    expect(thrown instanceof Inconclusive && thrown.reason.code).toBe(code);
  });

  test.each([
    ['a fault of the suite', () => new TypeError('a fault')],
    ['another reason', () => notTested({ code: 'read-only', text: '' })],
  ] as const)('passes on %s, although each is refused there', async (_what, error) => {
    const thrown = error();
    const which = checking();
    let times = 0;
    const prepare: AccessCase['prepare'] = (on) =>
      (times += 1) > 1 ? which.prepare(on) : Promise.reject(thrown);
    const check = judged(access.anyOneScopeSuffices({ ...which, prepare }), at({ A: [[403]], B: [[403]] }), {
      tokens: both,
    });
    await expect(check).rejects.toBe(thrown);
  });

  test('is placed as stated', () => {
    expect(access.anyOneScopeSuffices(checking(), { phase: 'overwrites' }).phase).toBe('overwrites');
    expect('phase' in access.anyOneScopeSuffices(checking())).toBe(false);
  });
});
