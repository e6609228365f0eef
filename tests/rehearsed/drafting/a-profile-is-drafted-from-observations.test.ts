import { describe, expect, test } from 'vitest';
import type { Judgement } from '../../../clause/judgement.ts';
import { observeRuns, tryingMethods } from '../../../config/drafting/observed-target.ts';
import { plan } from '../../../config/plan.ts';
import { draftProfile, type ProfileDraft } from '../../../config/drafting/profile-draft.ts';
import { parseProfile } from '../../../config/profile/profile.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import type { Profile } from '../../../clause/profile.ts';
import type { Transport } from '../../../wire/exchange.ts';
import { inProcess } from '../../support/in-process/in-process-parts.ts';

/** The draft for a reference with these choices, whose vendor supplies only means. */
async function drafted(chosen: readonly string[]): Promise<ProfileDraft> {
  const means: Profile = { search: { method: 'POST' }, image: { method: 'POST' } };
  const equip = inProcess({ choices: chosen }, means);
  return draftProfile(plan, await observeRuns(plan, equip), means);
}

type Judgements = ReadonlyMap<string, Judgement>;

/** The judgements of a reference with these choices by that profile; generated cases and races aside. */
async function judged(chosen: readonly string[], profile: Profile): Promise<Judgements> {
  const rehearsed = await rehearse({ plan: { ...plan, evidence: [] }, choices: chosen, profile });
  return rehearsed.judgements;
}

function failures(judgements: Judgements): readonly string[] {
  return [...judgements].filter(([, { verdict }]) => ['fail', 'error'].includes(verdict)).map(([id]) => id);
}

function declaredOf(judgements: Judgements): readonly (readonly [string, Judgement])[] {
  return [...judgements].filter(([id]) => id.startsWith('declared/'));
}

const sets: readonly { readonly chosen: readonly string[] }[] = [
  { chosen: [] },
  { chosen: ['creates-answer-200', 'no-ops-keep-the-version', 'deleted-resources-answered-410'] },
  {
    chosen: [
      'unknown-actions-ignored',
      'second-delete-succeeds',
      'unknown-parameters-refused',
      'id-only-in-location',
    ],
  },
];

/** The draft of somebody who supplies nothing but tokens and every consent. */
async function draftedFromNothing(around?: (transport: Transport) => Transport): Promise<ProfileDraft> {
  const equip = inProcess({}, {});
  const runs = await observeRuns(plan, (seed) => {
    const parts = equip(seed);
    const transport = around?.(parts.transport) ?? parts.transport;
    return { ...parts, transport, options: tryingMethods(parts.options) };
  });
  return draftProfile(plan, runs, {});
}

describe('methods that the contract does not show', () => {
  const methodsIn = ({ members }: ProfileDraft) =>
    members.filter(({ key }) => key.endsWith('.method')).map(({ key, value }) => [key, value]);

  test('are found by trying, and the draft decides the clauses about them', async () => {
    const draft = await draftedFromNothing();
    expect(methodsIn(draft)).toEqual([
      ['search.method', 'POST'],
      ['image.method', 'POST'],
    ]);
    const passing = async (profile: Profile) =>
      [...(await judged([], profile))].filter(([id, { verdict }]) => !id.startsWith('declared/') && verdict === 'pass').map(([id]) => id); // prettier-ignore
    const byHand = await passing({ search: { method: 'POST' }, image: { method: 'POST' } });
    const byDraft = await passing(parseProfile(JSON.stringify(draft.profile), 'draft'));
    expect(byHand.filter((id) => !byDraft.includes(id))).toEqual([]);
  });

  test('are not drafted if an unknown token gets the same answer', async () => {
    const open = (inner: Transport): Transport => ({
      ...inner,
      send: async (request, limits) => {
        if (!request.target.includes('product-projection-search')) return await inner.send(request, limits);
        const outcome = await inner.send(request, limits);
        if (outcome.kind !== 'answer') return outcome;
        const body = new TextEncoder().encode('{"results":[]}');
        return { ...outcome, status: 200, headers: [['Content-Type', 'application/json']], body };
      },
    });
    const draft = await draftedFromNothing(open);
    expect(methodsIn(draft)).toEqual([['image.method', 'POST']]);
    expect(draft.leftOut.find(({ key }) => key === 'search.method')?.why).toContain('4.14/refused-to-unknown-token');
  }); // prettier-ignore

  test('are not tried without every consent', () => {
    const { options } = inProcess({}, {})(1);
    expect(tryingMethods(options).profile.probe).toEqual({ undeclaredMethods: true });
    expect(tryingMethods({ ...options, consent: new Set(['upload']) }).profile.probe).toBeUndefined();
    const declared = { ...options, profile: { probe: { undeclaredMethods: false } } };
    expect(tryingMethods(declared).profile.probe).toEqual({ undeclaredMethods: false });
  });
});

describe('a drafted profile', () => {
  test.for(sets)('the profile of a reference with $chosen is valid and holds for it', async ({ chosen }) => {
    const { profile, members } = await drafted(chosen);
    const parsed = parseProfile(JSON.stringify(profile), 'draft');
    const judgements = await judged(chosen, parsed);
    const undecided = declaredOf(judgements).filter(([, { verdict }]) => verdict !== 'pass');
    expect(members.length).toBeGreaterThan(20);
    expect(failures(judgements)).toEqual([]);
    expect(undecided.map(([id]) => id)).toEqual([]);
  });

  test.for([25, 40])('states how many resources stay if the oldest disappear: %d', async (newest) => {
    const { profile } = await drafted([`newest-${newest}-resources-are-kept`]);
    const keeps = parseProfile(JSON.stringify(profile), 'draft').resource?.keeps?.newest ?? 0;
    expect(keeps).toBeGreaterThanOrEqual(newest - 3);
    expect(keeps).toBeLessThanOrEqual(newest);
  });

  test('drafts no line that generated content contradicts', async () => {
    const chosen = ['arrays-cut-to-three'];
    const { profile } = await drafted(chosen);
    const parsed = parseProfile(JSON.stringify(profile), 'draft');
    const { judgements } = await rehearse({ plan, choices: chosen, profile: parsed });
    expect(failures(judgements)).toEqual([]);
  });

  test('names each drafted choice that is broken later, and no other clause', async () => {
    const { profile } = await drafted(['no-ops-keep-the-version']);
    const parsed = parseProfile(JSON.stringify(profile), 'draft');
    const judgements = await judged(['creates-answer-200', 'unknown-actions-ignored'], parsed);
    expect(failures(judgements).toSorted()).toEqual([
      'declared/success.4.6',
      // The action without parameters changes nothing, so that it changed no version there either.
      'declared/update.bumps.doSomeThing',
      'declared/update.noopBumps',
      'declared/update.unknownAction',
    ]);
  });

  test('states the evidence for each choice, and leaves out timings and varying observations', async () => {
    const { profile, members, leftOut } = await drafted([]);
    const observed = Object.keys(profile['$observed'] ?? {});
    expect(observed).toEqual(members.map(({ key }) => key));
    expect(members.find(({ key }) => key === 'success.4.6')?.grounds).toBe(
      'seen 3 times in 3 runs by 4.6/success-status',
    );
    expect(observed.filter((key) => /^(consistency|limits|samples)\./.test(key))).toEqual([]);
    expect(leftOut.length).toBeGreaterThan(0);
  });

  test('declares no choice that differed even once', async () => {
    const equip = inProcess({}, {});
    const runs = await observeRuns(plan, equip);
    const [first, ...others] = runs;
    const id = '4.6/success-status';
    const seen = first?.judgements.get(id);
    if (first === undefined || seen === undefined) throw new Error(`${id} was not judged`);
    const odd = new Map(first.judgements).set('4.10/unknown-action', {
      ...seen,
      observed: { reaction: 'ignore' },
    });
    const { members, leftOut } = draftProfile(plan, [{ ...first, judgements: odd }, ...others], {});
    expect(members.map(({ key }) => key)).not.toContain('update.unknownAction');
    expect(leftOut.find(({ key }) => key === 'update.unknownAction')?.why).toContain('it varied');
  });

  test('keeps earlier declarations', async () => {
    const means: Profile = { create: { mode: 'mixed' } };
    const { profile, members } = draftProfile(plan, await observeRuns(plan, inProcess({}, means)), means);
    expect(profile['create']).toMatchObject({ mode: 'mixed' });
    expect(members.map(({ key }) => key)).not.toContain('create.mode');
  });
});
