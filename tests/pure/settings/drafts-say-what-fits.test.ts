import { describe, expect, test } from 'vitest';
import type { OperationState } from '../../../clause/reported/operations.ts';
import { plan } from '../../../config/plan.ts';
import { because, judgement } from '../../support/matrix-fixture.ts';
import { missingSections } from '../../../config/drafting/observed-target.ts';
import { triedDraft } from '../../../config/drafting/tried-draft.ts';
import { undecidedIn, undecidedInWords } from '../../../config/drafting/undecided.ts';

/** A run that found these operations so, by their sections. */
function run(...states: readonly (readonly [string, OperationState])[]) {
  return { operations: states.map(([section, state]) => ({ section, path: '/', state })) };
}

describe('the part that a draft leaves out', () => {
  test.each<readonly [string, readonly ReturnType<typeof run>[], readonly string[]]>([
    ['what each run misses', [run(['4.3', 'missing'], ['4.4', 'missing']), run(['4.3', 'missing'], ['4.4', 'works'])], ['4.3']],
    ['a section of two, of which one is not sent', [run(['4.16', 'unsent'], ['4.16', 'missing'])], ['4.16']],
    ['but none of which one answers', [run(['4.16', 'works'], ['4.16', 'missing'])], []],
    ['but none of the core', [run(['4.1', 'missing'])], []],
    ['but nothing that was not sent', [run(['4.9', 'unsent'])], []],
    ['but nothing where nothing is known', [run(), run(['4.3', 'missing'])], []],
  ])('is %s', (_, runs, due) => {
    expect(missingSections(runs)).toEqual(due);
  }); // prettier-ignore
});

describe('a run with a draft', () => {
  const member = (key: string) => ({ key, value: [200], grounds: 'seen 3 times' });
  const draft = {
    profile: { $observed: {}, success: { '4.1': [200], '4.2': [200] } },
    members: [member('success.4.1'), member('success.4.2')],
    proposed: [],
    leftOut: [],
  };
  const given = { given: {}, stated: ['4.3'] };
  const key = '"resource": {"keySource": "body:/…"}  (or state the limit: CONFORMANCE_WITHOUT=key)';

  test.each<readonly [string, readonly (readonly [string, ReturnType<typeof judgement>])[], object]>([
    ['takes nothing back that it saw, or had no case of', [['declared/success.4.1', judgement('pass')], ['declared/success.4.2', judgement('not-tested', because('premise-failed', 'w'))]], { takenBack: [], verdict: 'CONFORMANT' }],
    ['takes back what it contradicts', [['declared/success.4.2', judgement('fail')]], { takenBack: ['success.4.2'], verdict: 'CONFORMANT', draft: { profile: { success: { '4.1': [200] } } } }],
    ['takes back what it cannot decide', [['declared/success.4.1', judgement('inconclusive', because('flaky', 'w'))]], { takenBack: ['success.4.1'] }],
    ['names what fails', [['4.2/route-exists', judgement('fail')]], { failed: ['4.2/route-exists'], verdict: 'NON-CONFORMANT' }],
    ['names what is left, but for what is left out', [['4.2/route-exists', judgement('inconclusive', because('flaky', 'w'))], ['4.3/route-exists', judgement('inconclusive')]], { undecided: [{ why: 'w', clauses: ['4.2/route-exists'] }], verdict: 'INCOMPLETE', without: ['4.3'] }],
  ])('%s', (_, judged, due) => {
    expect(triedDraft(plan, draft, new Map(judged), given)).toMatchObject(due);
  }); // prettier-ignore

  test('leaves out only fields that no answer shows, by their names', () => {
    const reason = because('no-key', 'no key of a resource is known', key);
    const judged = new Map([['4.3/known-key-is-readable', judgement('not-tested', reason)]]);
    const tried = triedDraft(plan, draft, judged, { given: {}, stated: ['minted-scopes'] });
    expect(tried).toMatchObject({ unshown: ['key'], without: ['minted-scopes', 'key'], undecided: [], verdict: 'CONFORMANT' });
  }); // prettier-ignore
});

describe('the part that a draft leaves undecided', () => {
  test('excludes the sections that the draft leaves out', () => {
    const open = (id: string) => [id, judgement('not-tested', because('blocked-by', 'w'))] as const;
    const judged = new Map([open('4.2/route-exists'), open('4.4/route-exists'), open('4.4/any-one-scope-suffices')]);
    expect(undecidedIn(plan, judged, ['4.4']).flatMap(({ clauses }) => clauses)).toEqual(['4.2/route-exists']);
    expect(undecidedIn(plan, judged, []).flatMap(({ clauses }) => clauses)).toHaveLength(3);
  }); // prettier-ignore

  test.each([
    [{ supply: 'A=b', why: 'w', clauses: ['a'] }, '1 clause was not decided; it needs A=b'],
    [{ supply: 'A=b', why: 'w', clauses: ['a', 'b'] }, '2 clauses were not decided; they need A=b'],
    [{ supply: 'A=b', why: 'w', clauses: ['a'], isInTheWay: true as const }, '1 clause keeps it from CONFORMANT; it needs A=b'],
    [{ why: 'nobody was granted access', clauses: ['a', 'b'] }, '2 clauses were not decided: nobody was granted access'],
  ])('is reported in words that fit: %j', (undecided, due) => {
    expect(undecidedInWords(undecided)).toBe(due);
  }); // prettier-ignore
});
