import { describe, expect, test } from 'vitest';
import { phases as order, type Phase } from '../../../../clause/clause.ts';
import { Phases } from '../../../../run/phases.ts';

/** A turn of the event loop: whatever can go on has gone on. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Phases with work announced, started, and which of them have begun and opened so far. */
function started(...expected: readonly Phase[]) {
  const begun: Phase[] = [];
  const open: Phase[] = [];
  const phases = new Phases((phase) => {
    begun.push(phase);
    return Promise.resolve();
  });
  for (const phase of order) void phases.opened(phase).then(() => open.push(phase));
  for (const phase of expected) phases.expect(phase);
  phases.start();
  return { phases, begun, open };
}

/** Work that ends when it is told to. */
function work() {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => done, end: () => end() };
}

describe('a phase', () => {
  test('is not open before the start', async () => {
    const phases = new Phases(() => Promise.resolve());
    let isOpen = false;
    void phases.opened('quiet').then(() => (isOpen = true));
    phases.expect('quiet');
    await turn();
    expect([phases.current, isOpen]).toEqual([undefined, false]);
  });

  test('opens at once if no check is announced for an earlier phase', async () => {
    const { phases, begun, open } = started();
    await turn();
    expect([phases.current, begun, open]).toEqual(['end', order, order]);
  });

  test.each([
    ['quiet', ['quiet']],
    ['lanes', ['quiet', 'lanes']],
    ['late', ['quiet', 'lanes', 'races', 'overwrites', 'late']],
  ] as const)('waits for checks that are announced for %s', async (phase, opened) => {
    const { phases, open } = started(phase);
    await turn();
    expect([phases.current, open]).toEqual([phase, opened]);
    phases.leave(phase);
    await turn();
    expect(phases.current).toBe('end');
  });

  test('waits nevertheless is announced for it', async () => {
    const { phases } = started('quiet', 'quiet', 'races');
    await turn();
    phases.leave('quiet');
    await turn();
    expect(phases.current).toBe('quiet');
    phases.leave('quiet');
    await turn();
    expect(phases.current).toBe('races');
  });

  test('waits once for its preparation', async () => {
    const before = work();
    const begun: Phase[] = [];
    const phases = new Phases((phase) => {
      begun.push(phase);
      return phase === 'lanes' ? before.run() : Promise.resolve();
    });
    phases.expect('quiet');
    phases.start();
    await turn();
    phases.leave('quiet');
    await turn();
    expect([phases.current, begun]).toEqual(['quiet', ['quiet', 'lanes']]);
    before.end();
    await turn();
    expect([phases.current, begun]).toEqual(['end', order]);
  });

  test('gets the work that was announced for another phase', async () => {
    const phases = new Phases(() => Promise.resolve());
    phases.expect('quiet');
    phases.reschedule('quiet', 'races');
    phases.start();
    await turn();
    expect(phases.current).toBe('races');
    phases.leave('races');
    await turn();
    expect(phases.current).toBe('end');
  });
});

describe('work that moves to a later phase', () => {
  test('is awaited there, and no longer in its first phase', async () => {
    const { phases } = started('quiet', 'lanes');
    await turn();
    let isThere = false;
    void phases.move('quiet', 'races').then(() => (isThere = true));
    await turn();
    expect([phases.current, isThere]).toEqual(['lanes', false]);
    phases.leave('lanes');
    await turn();
    expect([phases.current, isThere]).toEqual(['races', true]);
    phases.leave('races');
    await turn();
    expect(phases.current).toBe('end');
  });
});

describe('work that waits', () => {
  /** One check of the quiet phase waits; where it goes on, and what it comes to. */
  async function waiting(...others: readonly Phase[]) {
    const { phases, begun } = started('quiet', ...others);
    await turn();
    const wait = work();
    const back: Phase[] = [];
    const deferred = phases.defer(
      'quiet',
      async () => {
        await wait.run();
        return 'done';
      },
      (phase) => back.push(phase),
    );
    await turn();
    return { phases, begun, wait, back, deferred };
  }

  test('continues in its phase if the phase is still open, and the phase waits for it', async () => {
    const { phases, wait, back, deferred } = await waiting('quiet');
    wait.end();
    expect(await deferred).toBe('done');
    expect(back).toEqual(['quiet']);
    phases.leave('quiet');
    await turn();
    expect(phases.current).toBe('quiet');
    phases.leave('quiet');
    await turn();
    expect(phases.current).toBe('end');
  });

  test('delays only the late phase, and continues in it if its own phase is over', async () => {
    const { phases, wait, back, deferred } = await waiting('lanes');
    expect(phases.current).toBe('lanes');
    wait.end();
    await turn();
    expect(back).toEqual([]);
    phases.leave('lanes');
    expect(await deferred).toBe('done');
    await turn();
    expect([back, phases.current]).toEqual([['late'], 'late']);
    phases.leave('late');
    await turn();
    expect(phases.current).toBe('end');
  });

  test('is awaited in the late phase', async () => {
    const { phases, wait, back } = await waiting();
    await turn();
    expect([phases.current, back]).toEqual(['late', []]);
    wait.end();
    await turn();
    expect([phases.current, back]).toEqual(['late', ['late']]);
    phases.leave('late');
    await turn();
    expect(phases.current).toBe('end');
  });

  test('is awaited by the end as often as there is some', async () => {
    const { phases, wait } = await waiting();
    const other = work();
    const deferred = phases.defer('late', other.run, () => undefined);
    phases.expect('late');
    wait.end();
    await turn();
    phases.leave('late');
    await turn();
    expect(phases.current).toBe('late');
    other.end();
    await deferred;
    phases.leave('late');
    await turn();
    expect(phases.current).toBe('end');
  });

  test('is reported if it continues, and is awaited there, even if it has thrown', async () => {
    const { phases } = started('quiet', 'quiet');
    await turn();
    const back: Phase[] = [];
    const failing = phases.defer(
      'quiet',
      () => Promise.reject(new Error('lost')),
      (phase) => back.push(phase),
    );
    await expect(failing).rejects.toThrow(Error);
    expect(back).toEqual(['quiet']);
    phases.leave('quiet');
    await turn();
    expect(phases.current).toBe('quiet');
    phases.leave('quiet');
    await turn();
    expect(phases.current).toBe('end');
  });

  test('is refused during the preparation of the next phase', async () => {
    const before = work();
    const phases = new Phases((phase) => (phase === 'lanes' ? before.run() : Promise.resolve()));
    phases.expect('quiet');
    phases.start();
    await turn();
    const wait = work();
    const back: Phase[] = [];
    const deferred = phases.defer('quiet', wait.run, (phase) => back.push(phase));
    wait.end();
    await turn();
    expect([phases.current, back]).toEqual(['quiet', []]);
    before.end();
    await deferred;
    expect([phases.current, back]).toEqual(['late', ['late']]);
  });

  test('work that returns during the preparation of the end is awaited before it opens', async () => {
    const preparing: (() => void)[] = [];
    const phases = new Phases((phase) =>
      phase === 'end' ? new Promise<void>((resolve) => preparing.push(resolve)) : Promise.resolve(),
    );
    phases.expect('late');
    phases.start();
    await turn();
    phases.leave('late');
    await turn();
    expect(preparing).toHaveLength(1);
    phases.expect('late');
    preparing[0]?.();
    await turn();
    expect(phases.current).toBe('late');
    phases.leave('late');
    await turn();
    for (const prepared of preparing) prepared();
    await turn();
    expect(phases.current).toBe('end');
  });
});
