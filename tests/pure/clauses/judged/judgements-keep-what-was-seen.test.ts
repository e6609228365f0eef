import { describe, expect, test } from 'vitest';
import {
  judgeCheck,
  judgeClause,
  type Judgement,
  type Level,
  type Tally,
} from '../../../../clause/judgement.ts';
import type { Sample } from '../../../../clause/sample.ts';
import { finding, judgement } from '../../../support/matrix-fixture.ts';

const held: Sample = { kind: 'held' };
const violated: Sample = { kind: 'violated', finding };
const noise: Sample = { kind: 'noise', text: '503' };
const doubt = { code: 'two-readings', text: 'either' } as const;
const deviation = { code: 'flaky', text: 'once' } as const;
const otherDoubt = { code: 'foreign-writes', text: 'somebody' } as const;
const doubtful: Sample = { kind: 'undecided', reason: doubt };
const otherDoubtful: Sample = { kind: 'undecided', reason: otherDoubt };
const deviating: Sample = { kind: 'undecided', reason: deviation, deviated: true };
const odd = { why: 'odd' };
const pinned = { why: 'odd', pin: 'create.mode' };

function times(count: number, sample: Sample): readonly Sample[] {
  return Array.from({ length: count }, () => sample);
}

function judged(
  samples: readonly Sample[],
  { level = 'MUST', minimum = 1, ...more }: Partial<Tally> & { level?: Level; minimum?: number } = {},
): Judgement {
  return judgeCheck({ samples, ...more }, { level, minimum });
}

describe('the record of a check', () => {
  test.each<[name: string, samples: readonly Sample[], more: Partial<Tally>, seen: Partial<Judgement>]>([
    ['nothing', [], {}, { premise: 0, checks: 0, suspect: false }],
    ['one that held', [held], {}, { premise: 1, held: 1, checks: 1, suspect: false }],
    ['some that held', times(3, held), {}, { premise: 3, held: 3, checks: 3, suspect: false }],
    ['only noise', [noise], {}, { premise: 0, checks: 1, suspect: false }],
    ['a value', [], { observed: 0 }, { premise: 0, checks: 0, suspect: false, observed: 0 }],
    ['a suspicion', [], { suspicion: odd }, { premise: 0, checks: 0, suspect: true, suspicion: odd }],
    ['a suspect', [], { suspect: true }, { premise: 0, checks: 0, suspect: true }],
    [
      'a suspicion that is settled',
      [],
      { suspect: false, suspicion: odd },
      { premise: 0, checks: 0, suspect: false, suspicion: odd },
    ],
  ])('is reported: %s', (_name, samples, more, seen) => {
    const { verdict: _verdict, reason: _reason, ...rest } = judged(samples, more);
    expect(rest).toEqual({ ...seen, findings: [] });
  });

  test('makes an open point suspect by its own observation, or else by the answers', () => {
    const told = judged([violated], { level: 'OPEN', suspicion: pinned });
    const met = judged([violated], { level: 'OPEN' });
    expect([told.suspicion, met.suspicion?.pin]).toEqual([pinned, undefined]);
    expect(met.suspicion?.why).toContain(finding.expected);
    expect(met.suspicion?.why).toContain(finding.got);
  });

  test.each([
    ['a doubt', [doubtful], doubt, undefined],
    ['a deviation', [deviating], deviation, deviation],
    ['a deviation beside others that held', [held, deviating], deviation, deviation],
  ] as const)('distinguishes %s from a deviation that was seen', (_name, samples, reason, deviated) => {
    const { verdict, ...rest } = judged(samples);
    expect([verdict, rest.reason, rest.deviated]).toEqual(['inconclusive', reason, deviated]);
    expect('deviated' in rest).toBe(deviated !== undefined);
  });

  test.each([
    ['a doubt and a deviation', [doubtful, deviating]],
    ['doubts and a deviation', [doubtful, otherDoubtful, deviating]],
    ['a doubt that is said to be none and a deviation', [{ ...doubtful, deviated: false }, deviating]],
  ])('shows the same for %s, in either order', (_name, samples) => {
    expect(judged(samples).deviated).toEqual(judged([...samples].reverse()).deviated);
  });

  test('the reason is picked among deviations as among doubts', () => {
    const told = (samples: readonly Sample[]): number =>
      samples.findIndex((sample) => sample.kind === 'undecided' && sample.reason === judged(samples).reason);
    const otherDeviating: Sample = { ...otherDoubtful, deviated: true };
    expect(told([doubtful, otherDoubtful])).toBe(told([deviating, otherDeviating]));
  });

  test.each([
    [3, 4, 'reach-too-low'],
    [1, 2, 'reach-too-low'],
    [2, 1, undefined],
  ])('%i passed, of %i that must pass: %s', (count, minimum, code) => {
    expect(judged(times(count, held), { minimum }).reason?.code).toBe(code);
  });

  test('is counted as one sample or as several', () => {
    const [one, two] = [1, 2].map((count) => judged(times(count, held), { minimum: 3 }).reason?.text);
    expect([one, two].map((text) => /\bcases\b/.test(text ?? ''))).toEqual([false, true]);
    expect([one, two].map((text) => text?.match(/\d+/g))).toEqual([
      ['1', '3'],
      ['2', '3'],
    ]);
  });
});

describe('noise', () => {
  test.each([
    ['of a pass', 5, 6, 1],
    ['of too little', 5, 6, 8],
  ])('is reported with its share %s', (_name, lost, kept, minimum) => {
    const { reason } = judged([...times(kept, held), ...times(lost, noise)], { minimum });
    expect([reason?.code, reason?.text.match(/\d+/g)]).toEqual(['noise', ['5', '11']]);
  });

  test('hides no discarded sample if it is too small', () => {
    const discarded: Sample = { kind: 'discarded', reason: { code: 'no-token', text: 'none' } };
    expect(judged([noise, discarded]).reason?.code).toBe('noise');
    expect(judged([violated, noise], { level: 'OPEN' }).verdict).toBe('observed');
  });
});

describe('the effect of a declaration', () => {
  test.each([
    ['declared-absent', 'not-applicable'],
    ['no-token', 'not-tested'],
  ] as const)('%s is %s', (code, verdict) => {
    const reason = { code, text: 'because' } as const;
    expect(judged([{ kind: 'discarded', reason }])).toMatchObject({ verdict, reason });
  });
});

describe('an error of the suite', () => {
  test('is reported as it was thrown', () => {
    expect(judged([held], { error: 'TypeError: x' }).reason).toEqual({
      code: 'premise-failed',
      text: 'TypeError: x',
    });
  });
});

describe('checks of one clause', () => {
  const nothing = judgement('not-tested');

  test.each<[name: string, checks: readonly Judgement[], of: Partial<Judgement>]>([
    ['no observation', [nothing, nothing], {}],
    ['the first observation', [nothing, judgement('observed', { observed: 0 }), judgement('observed', { observed: 1 })], { observed: 0 }],
    ['the decisive one', [judgement('observed', { observed: false }), judgement('observed', { observed: 1 })], { observed: false }],
    ['the first suspicion', [nothing, judgement('pass', { suspicion: odd, suspect: true }), judgement('pass', { suspicion: pinned })], { suspicion: odd, suspect: true }],
    ['the suspicion of the decisive one', [judgement('pass', { suspicion: pinned }), judgement('pass', { suspicion: odd })], { suspicion: pinned }],
  ])('keep %s', (_name, [decisive = nothing, ...others], of) => {
    const { observed, suspicion, suspect } = judgeClause(decisive, others);
    expect({ observed, suspicion, suspect }).toEqual({ observed: undefined, suspicion: undefined, suspect: false, ...of });
  }); // prettier-ignore

  test('leave out facts that no check has seen', () => {
    expect(Object.keys(judgeClause(nothing, [nothing]))).toEqual(Object.keys(nothing));
  });

  test('state the words of the check that failed', () => {
    const failed = judgement('fail', { findings: [finding], reason: doubt, held: 2, premise: 1, checks: 4 });
    expect(judgeClause(judgement('pass', { held: 9 }), [failed])).toEqual({
      ...failed,
      premise: 4,
      checks: 7,
    });
  });
});
