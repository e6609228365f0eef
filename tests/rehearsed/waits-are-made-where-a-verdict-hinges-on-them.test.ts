import { usualRequests } from '../../run/options.ts';
import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';

const profile = { search: { method: 'POST' }, image: { method: 'POST' } };
/** The late sweep, and until some resources have rested, where all else takes no time, in milliseconds. */
const mostSilence = 3_300;

describe('no wait is made, except for the late phase and a rest', () => {
  test.each([
    'searches-answer-204',
    'overwrites-answer-202',
    'overwrites-answer-text',
    'overwrites-reach-the-oldest',
    'put-always-creates',
    'versions-are-nanoseconds',
    'ids-told-to-nobody',
    'do-some-thing-wears-off',
  ])('if %s', async (name) => {
    const { statement, record } = await rehearse({ plan, choices: [name], profile });
    expect(statement.verdict).toBe('CONFORMANT');
    const silent = (record.waits ?? []).reduce((sum, { ms }) => sum + ms, 0);
    expect(silent).toBeLessThan(mostSilence);
  });
});

describe('the run waits for a list that is still empty', () => {
  test('the run waits for a list if an insufficient caller is granted access', async () => {
    const only = new Set(['4.4/refused-without-token', '4.4/refused-to-unknown-token']);
    const parts = { plan, profile, selected: only, choices: ['queries-lag-2000-ms'] };
    const broken = await rehearse({ ...parts, faults: ['search-open-without-token'] });
    expect(broken.judgements.get('4.4/refused-without-token')?.verdict).toBe('fail');
    expect(broken.took).toBeGreaterThan(1_000);
    const honest = await rehearse(parts);
    expect(honest.judgements.get('4.4/refused-without-token')?.verdict).toBe('pass');
    expect(honest.took).toBeLessThan(1_000);
  });
});

test('the planned number of requests is about the number sent', async () => {
  const { record } = await rehearse({ plan, profile });
  expect(Math.abs(record.requests / usualRequests.ci - 1)).toBeLessThan(0.1);
});
