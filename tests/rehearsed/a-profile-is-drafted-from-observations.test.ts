import { describe, expect, test } from 'vitest';
import type { Judgement } from '../../clause/judgement.ts';
import { observeRuns } from '../../config/drafting/observed-target.ts';
import { plan } from '../../config/plan.ts';
import { draftProfile, type ProfileDraft } from '../../config/drafting/profile-draft.ts';
import { parseProfile } from '../../config/profile/profile.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import type { Profile } from '../../clause/profile.ts';
import { inProcess } from '../support/in-process-parts.ts';

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

describe('a drafted profile', () => {
  test.for(sets)('of a reference with $chosen is valid and holds for it', async ({ chosen }) => {
    const { profile, members } = await drafted(chosen);
    const parsed = parseProfile(JSON.stringify(profile), 'draft');
    const judgements = await judged(chosen, parsed);
    const undecided = declaredOf(judgements).filter(([, { verdict }]) => verdict !== 'pass');
    expect(members.length).toBeGreaterThan(20);
    expect(failures(judgements)).toEqual([]);
    expect(undecided.map(([id]) => id)).toEqual([]);
  });

  test('names each pinned choice that is broken later, and no other clause', async () => {
    const { profile } = await drafted(['no-ops-keep-the-version']);
    const parsed = parseProfile(JSON.stringify(profile), 'draft');
    const judgements = await judged(['creates-answer-200', 'unknown-actions-ignored'], parsed);
    expect(failures(judgements).toSorted()).toEqual([
      'declared/success.4.6',
      // The action without parameters changes nothing, so that it moved no version there either.
      'declared/update.bumps.doSomeThing',
      'declared/update.noopBumps',
      'declared/update.unknownAction',
    ]);
  });

  test('says what each choice rests on, and leaves out timings and what varied', async () => {
    const { profile, members, leftOut } = await drafted([]);
    const observed = Object.keys(profile['$observed'] ?? {});
    expect(observed).toEqual(members.map(({ key }) => key));
    expect(members.find(({ key }) => key === 'success.4.6')?.grounds).toBe(
      'seen 3 times in 3 runs by 4.6/success-status',
    );
    expect(observed.filter((key) => /^(consistency|limits|samples)\./.test(key))).toEqual([]);
    expect(leftOut.length).toBeGreaterThan(0);
  });

  test('declares nothing that was otherwise even once', async () => {
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

  test('keeps what is declared already', async () => {
    const means: Profile = { create: { mode: 'mixed' } };
    const { profile, members } = draftProfile(plan, await observeRuns(plan, inProcess({}, means)), means);
    expect(profile['create']).toMatchObject({ mode: 'mixed' });
    expect(members.map(({ key }) => key)).not.toContain('create.mode');
  });
});
