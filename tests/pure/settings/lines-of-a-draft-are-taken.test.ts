import { expect, test } from 'vitest';
import { askedMembers } from '../../../config/drafting/observed-target.ts';
import { withMembers, type ProfileDraft } from '../../../config/drafting/profile-draft.ts';
import type { Profile } from '../../../clause/profile.ts';

const asked = (supply: string, given: Profile = {}) =>
  askedMembers(
    [{ supply, why: 'not decided', clauses: ['4.7/route-exists', '4.7/accepts-json'] }],
    given,
  ).map(({ key, value }) => [key, value]);

test.each<readonly [what: string, supply: string, members: readonly unknown[]]>([
  ['a value', '"query": {"shape": "paged"}', [['query.shape', 'paged']]],
  ['a header', '"samples": {"4.7": {"headers": {"If-Match": "*"}}}', [['samples.4.7', { headers: { 'If-Match': '*' } }]]],
  ['a truth value', '"async": {"4.10": true}', [['async.4.10', true]]],
  ['a number', '"resource": {"keeps": {"newest": 14}}', [['resource.keeps.newest', 14]]],
])('%s that a line spells out is stated', (_, supply, members) => {
  expect(asked(supply)).toEqual(members);
}); // prettier-ignore

test.each([
  ['has the vendor fill in something', '"search": {"method": <method>}'],
  ['is a setting', 'CONFORMANCE_CONSENT=overwrite'],
  ['takes clauses out', '"overwrite": {"patch": {"target": "none"}}'],
  ['excuses values of other types', '"fields": {"refused": ["arrayOfIntExample"]}'],
  ['excuses a record that is refused', '"records": {"omits": ["eleventhPropery"]}'],
  ['no profile may state', '"query": {"shape": "round"}'],
])('a line that %s is left to the vendor', (_, supply) => {
  expect(asked(supply)).toEqual([]);
});

test('statements of the vendor stay', () => {
  const given: Profile = { query: { shape: 'paged' } };
  expect(asked('"query": {"shape": "paged"}', given)).toEqual([]);
});

test('a draft states the evidence for each further member', () => {
  const draft: ProfileDraft = {
    profile: {},
    members: [],
    proposed: [],
    leftOut: [{ key: 'query.shape', why: 'it varied' }],
  };
  const undecided = [{ supply: '"query": {"shape": "paged"}', why: '', clauses: ['4.1/route-exists'] }];
  expect(withMembers(draft, askedMembers(undecided, {}), {})).toMatchObject({
    profile: {
      $observed: { 'query.shape': 'asked for by 4.1/route-exists in the run by the draft' },
      query: { shape: 'paged' },
    },
    leftOut: [],
  });
});
