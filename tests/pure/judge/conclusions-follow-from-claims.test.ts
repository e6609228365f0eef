import { describe, expect, test } from 'vitest';
import { conclude, type Sentence } from '../../../judge/sentence.ts';
import type { Claim } from '../../../world/claim.ts';
import { circumstances, stances } from '../../../world/circumstances/stances.ts';
import type { Profile } from '../../../clause/profile.ts';
import { evidenceOf, exchangeAt, historyOf, worldOf } from '../../support/histories.ts';

type Flaw = NonNullable<Claim['flaw']>;

const ofField = 'Cart.cartId';
const ofInt32 = 'ArrayItem.integerExampleInt32';

function claim(flaw?: Partial<Flaw>, more: Partial<Claim> = {}): Claim {
  return {
    kind: 'ill-typed',
    at: 'cart',
    expected: 'a string',
    got: '1',
    deviation: { kind: 'value', pointer: '/cartId' },
    shown: { evidence: evidenceOf(exchangeAt('cart')) },
    flaw: { field: ofField, pointer: '/cartId', grade: 'violation', wasGiven: false, ...flaw },
    ...more,
  };
}

type Owed = ReturnType<Sentence<unknown>['owes']>;

/** What is concluded of an obligation that owes this. */
function concluded(owed: readonly Owed[], more: Partial<Sentence<Owed>> = {}, profile: Profile = {}) {
  const lack = () => ({ code: 'premise-failed', text: 'nothing came' }) as const;
  const world = worldOf(historyOf([]), evidenceOf, profile);
  return conclude({ each: () => owed, owes: (one) => one, lack, ...more }, world);
}

describe('a history states about an obligation', () => {
  test('how often it was met, at all operations to which it applies', () => {
    expect(concluded([{ met: 2 }, 'outside', { met: 1 }])).toEqual({ met: 3, broken: [], doubts: [], suspicion: undefined }); // prettier-ignore
  });

  test('the reason why it states nothing, if it was not met', () => {
    expect(concluded(['outside', { met: 0 }]).lack).toEqual({ code: 'premise-failed', text: 'nothing came' });
    expect(concluded([]).lack?.text).toBe('nothing came');
  });

  test('nothing if it is not to be judged, whatever the answers', () => {
    const without = () => ({ code: 'declared-absent', text: 'there is none' }) as const;
    const { met, broken, lack } = concluded([{ met: 1 }, claim()], { without });
    expect([met, broken, lack?.code]).toEqual([0, [], 'declared-absent']);
  });

  test('only the claim without an explanation', () => {
    const broken = claim();
    const told = concluded([{ met: 1 }, broken, claim({ grade: 'undecided' })]);
    expect(told).toMatchObject({ met: 0, broken: [broken], doubts: [] });
    expect(told.lack).toBeUndefined();
  });

  test('only the first claim of each place', () => {
    const [one, other, third] = [claim(), claim({}, { at: 'query' }), claim({}, { got: '2' })];
    expect(concluded([one, other, third], { once: ({ at }) => at }).broken).toEqual([one, other]);
    expect(concluded([one, other, third]).broken).toHaveLength(3);
  });

  test('a suspicion, even if the obligation is broken', () => {
    const suspect = () => 'Odd.';
    expect(concluded([claim()], { suspect }).suspicion).toBe('Odd.');
    expect(concluded([{ met: 1 }], { suspect }).suspicion).toBe('Odd.');
  });
});

describe('an explanation of a claim', () => {
  const nullable: Profile = { fields: { nullable: [ofField] } };

  test.each<readonly [string, Partial<Flaw>, Profile, 'broken' | 'doubt' | 'explained', number]>([
    ['a value of another type', {}, {}, 'broken', 0],
    ['null', { grade: 'null' }, {}, 'doubt', 2],
    ['null as declared', { grade: 'null' }, nullable, 'explained', 0],
    ['null of another field than declared', { grade: 'null', field: 'Cart.sum' }, nullable, 'doubt', 2],
    ['null where a value was given', { grade: 'null', wasGiven: true }, {}, 'broken', 0],
    ['null where a value was given, as declared', { grade: 'null', wasGiven: true }, nullable, 'explained', 0],
    ['a value of another type, though null is declared', {}, nullable, 'broken', 0],
    ['32 bits without a sign', { grade: 'undecided', field: ofInt32 }, {}, 'doubt', 2],
    ['a number that nobody need read', { grade: 'undecided' }, {}, 'doubt', 0],
  ])('%s', (_what, flaw, profile, expected, readings) => {
    const { broken, doubts } = concluded([claim(flaw)], {}, profile);
    expect([broken.length, doubts.length]).toEqual([expected === 'broken' ? 1 : 0, expected === 'doubt' ? 1 : 0]);
    expect(doubts[0]?.readings?.length ?? 0).toBe(readings);
  }); // prettier-ignore

  test('is reported once for all claims, with their places', () => {
    const at = (pointer: string): Claim => claim({ grade: 'null', pointer });
    const { doubts } = concluded([at('/a'), claim({ grade: 'undecided' }), at('/b'), at('/a')]);
    expect(doubts).toHaveLength(2);
    expect(doubts[0]?.text).toBe('Cart.cartId is null at cart /a, cart /b');
  });

  test('is no reading of a type for other claims', () => {
    expect(concluded([claim({ grade: 'null' }, { kind: 'ill-framed' })]).broken).toHaveLength(1);
  });

  test.each(Object.keys(circumstances))('%s explains some kind of claim', (name) => {
    const cells = Object.values(stances).map((row) => row[name as keyof typeof circumstances]);
    expect(cells).toContain('may');
    expect(cells.filter((cell) => cell !== 'may' && !/^cannot: \w+ .+/.test(cell))).toEqual([]);
  });
});
