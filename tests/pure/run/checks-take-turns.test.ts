import { defined } from '../../../clause/defined.ts';
import { describe, expect, test } from 'vitest';
import type { Placing } from '../../../clause/clause.ts';
import { Attendance } from '../../../run/attendance.ts';
import { Schedule } from '../../../run/schedule.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('checks of a phase without concurrent writes', () => {
  const overwriting = (company?: 'alone'): Placing => ({
    phase: 'overwrites',
    ...defined({ company }),
  });

  test('run concurrently, except those that must run alone', async () => {
    const schedule = new Schedule(() => 0);
    const told: string[] = [];
    const enter = async (name: string, company?: 'alone'): Promise<Attendance> => {
      const attendance = new Attendance(schedule, overwriting(company));
      await attendance.enter();
      told.push(name);
      return attendance;
    };
    const [first, second] = [enter('first'), enter('second')];
    const alone = enter('alone', 'alone');
    const last = enter('last');
    await settled();
    expect(told).toEqual(['first', 'second']);
    (await first).leave();
    await settled();
    expect(told).toEqual(['first', 'second']);
    (await second).leave();
    await settled();
    expect(told).toEqual(['first', 'second', 'alone']);
    (await alone).leave();
    await last;
    expect(told).toEqual(['first', 'second', 'alone', 'last']);
  });

  test('begin their chains after the check before them', async () => {
    const schedule = new Schedule(() => 0);
    const one = new Attendance(schedule, overwriting('alone'));
    await one.enter();
    one.chain.depth = 7;
    one.leave();
    const next = new Attendance(schedule, overwriting('alone'));
    await next.enter();
    expect(next.chain.depth).toBe(7);
  });
});

describe('a phase', () => {
  test('opens once its preparation is done', async () => {
    const schedule = new Schedule(() => 3);
    const told: string[] = [];
    schedule.before('late', async () => {
      await settled();
      told.push('before');
    });
    schedule.phases.start();
    await schedule.phases.opened('late');
    told.push('late');
    expect(told).toEqual(['before', 'late']);
    expect(schedule.chainBase).toBe(3);
  });

  test('continues without a waiting check, which returns late', async () => {
    const schedule = new Schedule(() => 0);
    schedule.phases.expect('quiet');
    schedule.phases.expect('lanes');
    schedule.phases.start();
    const attendance = new Attendance(schedule, { phase: 'quiet' });
    const waiting = attendance.waiting(() => true);
    let finish = (): void => undefined;
    const deferred = waiting.defer(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    await schedule.phases.opened('lanes');
    finish();
    schedule.phases.leave('lanes');
    await deferred;
    expect(waiting.phase).toBe('late');
  });

  test('waits for a check that may not be deferred', async () => {
    const schedule = new Schedule(() => 0);
    schedule.phases.expect('quiet');
    schedule.phases.start();
    const waiting = new Attendance(schedule, { phase: 'quiet' }).waiting(() => false);
    await waiting.defer(settled);
    expect(waiting.phase).toBe('quiet');
    expect(schedule.phases.current).toBe('quiet');
  });
});

describe('a check that was judged before its work has ended', () => {
  async function judged(phase: 'lanes' | 'races') {
    const schedule = new Schedule(() => 0);
    schedule.phases.expect(phase);
    schedule.phases.start();
    await schedule.phases.opened(phase);
    const attendance = new Attendance(schedule, { phase });
    return { schedule, attendance, waiting: attendance.waiting(() => true) };
  }

  test('moves to no later phase, so that each of them opens', async () => {
    const { schedule, attendance, waiting } = await judged('lanes');
    await attendance.enter();
    attendance.end();
    await expect(waiting.until('races')).rejects.toThrow('the check has ended');
    await schedule.phases.opened('end');
  });

  test('keeps no turn that it gets afterwards', async () => {
    const { schedule, attendance } = await judged('races');
    const first = new Attendance(schedule, { phase: 'races' });
    await first.enter();
    const entering = attendance.enter();
    attendance.end();
    first.leave();
    await expect(entering).rejects.toThrow('the check has ended');
    const next = new Attendance(schedule, { phase: 'races' });
    await next.enter();
    expect(next.phase).toBe('races');
  });

  test('does not leave a phase twice if it was away from it', async () => {
    const schedule = new Schedule(() => 0);
    schedule.phases.expect('quiet');
    schedule.phases.expect('lanes');
    schedule.phases.start();
    const attendance = new Attendance(schedule, { phase: 'quiet' });
    const deferred = attendance.waiting(() => true).defer(() => schedule.phases.opened('lanes'));
    attendance.end();
    await schedule.phases.opened('lanes');
    schedule.phases.leave('lanes');
    await deferred;
    await schedule.phases.opened('end');
  });
});
