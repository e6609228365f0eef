import { defined } from '../../../clause/defined.ts';
import { describe, expect, test, vi } from 'vitest';
import { hearProgress, tellProgress } from '../../../config/runs/channels.ts';
import type { Progress } from '../../../clause/progress.ts';
import { ProgressLine, ProgressLog, progressText } from '../../../reporters/text/progress-log.ts';
import { awaited } from '../../../run/awaited.ts';
import { Governor } from '../../../run/session/governor.ts';
import { createRunClock } from '../../../run/run-clock.ts';
import { settles } from '../../../run/settle.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';

function underWay(maxRps?: number) {
  const clock = createVirtualClock();
  const bounds = { concurrency: 2, budgetRequests: 10, ...defined({ maxRps }) };
  const governor = new Governor(clock, bounds);
  const send = (ms: number) => governor.grant(() => clock.sleep(ms));
  return { clock, governor, send, on: createRunClock(clock, governor) };
}

describe('the book of waits', () => {
  test('counts as a wait the time without a request under way', async () => {
    const { governor, send, on } = underWay();
    await Promise.all([send(300), on.sleep(1_000, awaited.reads)]);
    expect(governor.waits.all).toEqual([
      { for: 'reads to show a write', ms: 700, setting: 'CONFORMANCE_SETTLE_MS' },
    ]);
  });

  test('counts waits at the same time once, for the wait that began first', async () => {
    const { governor, on } = underWay();
    await Promise.all([on.sleep(1_000, awaited.lateEffects), on.sleep(1_500, awaited.age)]);
    expect(governor.waits.all).toEqual([
      { for: 'late effects of refused writes', ms: 1_000 },
      { for: 'resources to outlive the lag', ms: 500 },
    ]);
  });

  test('shows a lag of queries, the rate limit and pauses of the target separately', async () => {
    const { governor, send, on } = underWay(10);
    await settles(on, { since: 0, ms: 200, for: awaited.queries }, () => Promise.resolve(false));
    governor.pause(500);
    await send(0);
    await send(0);
    expect(governor.waits.all.map(({ for: what, ms }) => [what, ms])).toEqual([
      ['pauses that the target asked for', 500],
      ['queries to show a resource', 200],
      ['the rate limit', 100],
    ]);
  });

  test('has no entry without a wait, and names the cause of a current wait', async () => {
    const { clock, governor, send, on } = underWay();
    await send(50);
    expect(governor.waits.all).toEqual([]);
    const waiting = on.sleep(4_000, awaited.reads);
    await clock.sleep(1_500);
    expect(governor.waits.now).toMatchObject({ for: 'reads to show a write', ms: 1_500 });
    const sending = send(100);
    await clock.sleep(50);
    expect(governor.waits.now).toBeUndefined();
    await Promise.all([waiting, sending]);
    expect(governor.waits.now).toBeUndefined();
  });
});

describe('the progress of a run', () => {
  const one = { phase: 'lanes', requests: 425, about: 1_700, elapsedMs: 10_000 } as const;

  test('is passed from the run to the reporter', async () => {
    const heard: Progress[] = [];
    const unhear = hearProgress('a run', (progress) => heard.push(progress));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const untell = tellProgress('a run', () => one);
    vi.advanceTimersByTime(2_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(heard).toEqual([one, one]));
    untell();
    unhear();
  });

  test.each([
    [
      'in requests and seconds',
      one,
      'phase 2 of 6, side by side: 425 of about 1,700 requests, 10 s of about 40 s',
    ],
    [
      'without a guess at first',
      { ...one, requests: 17 },
      'phase 2 of 6, side by side: 17 of about 1,700 requests, 10 s',
    ],
    [
      'with the rate that is allowed, which tells how long it takes',
      { ...one, requests: 17, maxRps: 10 },
      'phase 2 of 6, side by side: 17 of about 1,700 requests, 10 s of about 170 s, at most 10 a second (CONFORMANCE_MAX_RPS)',
    ],
    [
      'without what it was thought to come to once there is more',
      { ...one, requests: 1_800 },
      'phase 2 of 6, side by side: 1,800 requests, 10 s',
    ],
    ['outside of any phase', { requests: 1, elapsedMs: 400 }, '1 request, 0 s'],
    [
      'with what it waits for',
      { requests: 2, elapsedMs: 9_000, wait: { ...awaited.queries, ms: 4_000 } },
      '2 requests, 9 s, waiting for queries to show a resource, 4.0 s so far (CONFORMANCE_SETTLE_MS)',
    ],
    [
      'with what has made it long',
      { requests: 2, elapsedMs: 9_000, waited: { ...awaited.queries, ms: 4_000 } },
      '2 requests, 9 s, 4.0 s of them waiting for queries to show a resource (CONFORMANCE_SETTLE_MS)',
    ],
    [
      'without waits that are a small part of it',
      { requests: 2, elapsedMs: 90_000, waited: { ...awaited.queries, ms: 4_000 } },
      '2 requests, 90 s',
    ],
  ])('is shown %s', (_how, progress, text) => {
    expect(progressText(progress)).toBe(text);
  });

  test('has a line every ten seconds in a log', () => {
    const written: string[] = [];
    const log = new ProgressLog((text) => written.push(text));
    for (let elapsedMs = 1_000; elapsedMs <= 31_000; elapsedMs += 1_000) log.hear({ requests: 5, elapsedMs });
    expect(written).toEqual(['5 requests, 10 s\n', '5 requests, 20 s\n', '5 requests, 30 s\n']);
  });

  test('has a single line on a terminal, no wider than the terminal', () => {
    let shown = '';
    const line = new ProgressLine((text) => (shown += text), 40);
    line.hear(one);
    expect(shown).toBe('\r\u001b[Kphase 2 of 6, side by side: 425 of abo…');
    line.clear();
    expect(shown.endsWith('\r\u001b[K')).toBe(true);
  });
});
