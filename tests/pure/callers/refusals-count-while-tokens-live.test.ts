import { describe, expect, test } from 'vitest';
import { Resting } from '../../../run/evidence/resting.ts';
import { ProofsOfValidity } from '../../../run/session/proofs-of-validity.ts';
import { answered } from '../../support/stages/scripted-stage.ts';

describe('a token was valid when it was used', () => {
  test.each([
    ['where a proof came later', [{ proof: 5 }], 3, true],
    ['where what it was answered is the proof', [{ proof: 3 }], 3, true],
    ['and may not where the last proof came before', [{ proof: 2 }], 3, false],
    [
      'and may not where it came to its end before the next proof',
      [{ proof: 2 }, { end: 4 }, { proof: 5 }],
      3,
      false,
    ],
    ['also where it came to its end later', [{ proof: 4 }, { end: 6 }], 3, true],
    ['and may not where nothing was ever seen of it', [], 3, false],
  ] as const)('%s', (_where, events, at, lived) => {
    const proofs = new ProofsOfValidity();
    for (const event of events)
      if ('proof' in event) proofs.add(event.proof);
      else proofs.end(event.end);
    expect(proofs.cover(at)).toBe(lived);
  });

  test('a token that was seen to be valid later was valid before, even if other tokens have expired since', () => {
    const proofs = new ProofsOfValidity();
    expect(proofs.last).toBeUndefined();
    proofs.add(7);
    proofs.add(3);
    proofs.end(9);
    expect(proofs.last).toBe(7);
  });

  test('a late answer belongs to the time of its request', () => {
    const proofs = new ProofsOfValidity();
    proofs.end(4);
    proofs.add(3);
    expect([proofs.cover(2), proofs.cover(4)]).toEqual([true, false]);
  });
});

describe('samples that rest on refusals', () => {
  test('count as reported, unless the refusal proves nothing', () => {
    const resting = new Resting();
    const [one, other] = [answered([403], 1), answered([403], 2)];
    const samples = [
      resting.on(one, { kind: 'held' }),
      resting.on(other, { kind: 'held' }),
      { kind: 'held' } as const,
    ];
    const reason = { code: 'dead-token', text: 'it is dead' } as const;
    expect(resting.refusals).toEqual([one, other]);
    expect(resting.counted(samples, (refusal) => (refusal === other ? reason : undefined))).toEqual([
      { kind: 'held' },
      { kind: 'discarded', reason },
      { kind: 'held' },
    ]);
  });
});
