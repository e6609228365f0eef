import { defined } from '../../../clause/defined.ts';
import { describe, expect, test, vi } from 'vitest';
import { hearWaits, tellWaits } from '../../../config/runs/channels/wait-channel.ts';
import type { Wait } from '../../../clause/report.ts';
import { WaitLines, waitLine } from '../../../reporters/text/wait-lines.ts';
import { ProgressLine } from '../../../reporters/text/progress-line.ts';
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
  test('charges a wait with the time in which no request is under way', async () => {
    const { governor, send, on } = underWay();
    await Promise.all([send(300), on.sleep(1_000, awaited.reads)]);
    expect(governor.waits.all).toEqual([
      { for: 'reads to show a write', ms: 700, setting: 'CONFORMANCE_SETTLE_MS' },
    ]);
  });

  test('charges waits at one time once, the one that began first', async () => {
    const { governor, on } = underWay();
    await Promise.all([on.sleep(1_000, awaited.lateEffects), on.sleep(1_500, awaited.age)]);
    expect(governor.waits.all).toEqual([
      { for: 'late effects of refused writes', ms: 1_000 },
      { for: 'resources to outlive the lag', ms: 500 },
    ]);
  });

  test('tells a lag of queries, the rate limit and pauses of the target apart', async () => {
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

  test('has no wait where none was made, and says what is waited for while it lasts', async () => {
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

describe('a wait', () => {
  test('is told from the run to the reporter, and that it is over', async () => {
    const heard: (Wait | undefined)[] = [];
    const wait = { for: 'something', ms: 1_000 };
    const told: (Wait | undefined)[] = [wait, undefined, undefined];
    const unhear = hearWaits('a run', (one) => heard.push(one));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const untell = tellWaits('a run', () => told.shift());
    vi.advanceTimersByTime(3_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(heard).toEqual([wait, undefined]));
    untell();
    unhear();
  });

  test('has a line in a log when it is long, and further ones while it lasts', () => {
    const written: string[] = [];
    const lines = new WaitLines((text) => written.push(text));
    for (let ms = 1_000; ms <= 20_000; ms += 1_000) lines.hear({ ...awaited.queries, ms });
    lines.hear(undefined);
    lines.hear({ ...awaited.reads, ms: 2_000 });
    expect(written).toEqual([
      'waiting for queries to show a resource, 3.0 s so far (CONFORMANCE_SETTLE_MS)\n',
      'waiting for queries to show a resource, 18.0 s so far (CONFORMANCE_SETTLE_MS)\n',
    ]);
  });

  test('stands beside the count of checks on a terminal', () => {
    let shown = '';
    const line = new ProgressLine((text) => {
      shown = text.slice(text.lastIndexOf('\r'));
    });
    line.expect(3);
    line.hear({ ...awaited.reads, ms: 2_000 });
    expect(shown).toContain('0/3 checks, waiting for reads to show a write, 2.0 s so far');
    line.hear(undefined);
    expect(shown).not.toContain('waiting');
    expect(waitLine({ for: 'a', ms: 5 })).toBe('waiting for a, 5 ms so far');
  });
});
