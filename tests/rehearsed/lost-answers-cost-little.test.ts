import { defined } from '../../clause/defined.ts';
import { awaited } from '../../run/awaited.ts';
import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse, type Rehearsed } from '../../config/runs/rehearsal.ts';
import { referenceProfile, referenceWith } from '../../faults/catalogue.ts';
import { createInProcessTransport } from '../../config/runs/in-process-transport.ts';
import { Governor } from '../../run/session/governor.ts';
import { createRunClock } from '../../run/run-clock.ts';
import { settles } from '../../run/settle.ts';
import type { Clock } from '../../wire/clock.ts';
import type { FailureKind, Outcome, Request, Transport } from '../../wire/exchange.ts';
import { createVirtualClock } from '../../wire/virtual-clock.ts';
import { readsById } from '../support/servers/odd-server.ts';
import { judgeWhole, optionsOf, type WholeRun } from '../support/whole-run.ts';
import type { TargetRun } from '../../implementation/host/start-run.ts';

const timeoutMs = 10_000;

/** Loses the answers to some requests, which are served anyway; for a timeout, the time limit passes first. */
function losing(
  inner: Transport,
  clock: Clock,
  failure: FailureKind,
  isLost: (request: Request) => boolean,
): Transport {
  const lost = async (request: Request, outcome: Outcome): Promise<Outcome> => {
    if (!isLost(request)) return outcome;
    const { sentAt } = outcome;
    if (failure === 'timeout') await clock.sleep(timeoutMs);
    return { kind: 'failure', failure, detail: 'lost', wrote: true, sentAt, answeredAt: clock.now() };
  };
  return {
    ...inner,
    send: async (request, limits) => lost(request, await inner.send(request, limits)),
    sendRaw: async (request, limits) => {
      const reading = await inner.sendRaw(request, limits);
      return { ...reading, outcome: await lost(request, reading.outcome) };
    },
  };
}

function judged(
  failure: FailureKind,
  isLost: (request: Request, now: number) => boolean,
): Promise<Rehearsed> {
  const clock = createVirtualClock();
  return rehearse({
    plan,
    clock,
    profile: referenceProfile,
    options: { timeoutMs },
    around: (inner) => losing(inner, clock, failure, (request) => isLost(request, clock.now())),
  });
}

const isReadById = (request: Request): boolean =>
  readsById({ ...request, body: request.body ?? new Uint8Array() });
const thatFail = ({ judgements }: Rehearsed): readonly string[] =>
  [...judgements].flatMap(([id, { verdict }]) => (['fail', 'error'].includes(verdict) ? [id] : []));
const undecided = ({ judgements }: Rehearsed): readonly string[] =>
  [...judgements].flatMap(([id, { verdict }]) => (verdict === 'inconclusive' ? [id] : []));

describe('reads by id without an answer, in virtual time with the usual limits', () => {
  test.each(['reset', 'framing', 'coding', 'too-large'] as const)('%s: judged in 25 s', async (failure) => {
    const whole = await judged(failure, isReadById);
    expect(whole.took).toBeLessThan(25_000);
    expect(whole.statement.verdict).not.toBe('CONFORMANT');
    const isCharged = failure === 'framing' || failure === 'reset';
    expect(thatFail(whole)).toEqual(isCharged ? ['General/answers-are-whole'] : []);
  });

  test.each(['reset', 'framing'] as const)(
    '%s after some time: judged in 25 s, no clause fails',
    async (failure) => {
      const whole = await judged(failure, (request, now) => isReadById(request) && now > 40);
      expect(whole.took).toBeLessThan(25_000);
      expect(thatFail(whole).filter((id) => id !== 'General/answers-are-whole')).toEqual([]);
      expect([...whole.judgements.values()].some(({ reason }) => reason?.code === 'blocked-by')).toBe(true);
    },
  );

  test('time limits: a verdict comes after a few of them', async () => {
    const whole = await judged('timeout', isReadById);
    expect(whole.took).toBeLessThan(6 * timeoutMs);
    expect(thatFail(whole)).toEqual([]);
  });
});

describe('a whole server without an answer', () => {
  test('is given up within a few time limits', async () => {
    const whole = await judged('timeout', () => true);
    expect(whole.took).toBeLessThan(8 * timeoutMs);
    expect(whole.record.aborted?.cause).toBe('unreachable');
  });
});

describe('a passing disturbance', () => {
  test('a disturbance of reads, of two seconds: every clause is decided as without it', async () => {
    const whole = await judged('reset', ({ method }, now) => method === 'GET' && now > 60 && now < 2_000);
    expect(thatFail(whole)).toEqual([]);
    expect(undecided(whole)).toEqual([]);
  });

  test('a disturbance of reads by id, of six seconds, fails no clause, and leaves most clauses decided', async () => {
    const whole = await judged('reset', (request, now) => isReadById(request) && now > 60 && now < 6_000);
    expect(thatFail(whole)).toEqual([]);
    expect(undecided(whole).length).toBeLessThan(whole.judgements.size / 3);
  });

  test('a disturbance of one read in thirty: every clause is decided as without it', async () => {
    let reads = 0;
    const whole = await judged('framing', ({ method }) => method === 'GET' && (reads += 1) % 30 === 0);
    expect(thatFail(whole)).toEqual([]);
    expect(undecided(whole)).toEqual([]);
  });
});

describe('a run that is stopped', () => {
  test('ends its waits for a lag, and cleans up', async () => {
    const judgedWith = async (meanwhile?: (run: TargetRun) => void): Promise<WholeRun> => {
      const clock = createVirtualClock();
      const reference = referenceWith({ faults: ['collection-is-empty-200'], choices: [], seed: 1 });
      return await judgeWhole({
        transport: createInProcessTransport(reference, clock, { latencyMs: 1 }),
        clock,
        plan,
        options: optionsOf('http://reference.invalid', {
          settle: { readMs: 5_000, queryMs: 15_000 },
          profile: referenceProfile,
        }),
        ...defined({ meanwhile }),
      });
    };
    const undisturbed = await judgedWith();
    expect(undisturbed.took).toBeGreaterThan(10_000);
    const stopAt = 3_500;
    const whole = await judgedWith(
      (run) => void run.engine.clock.sleep(stopAt, awaited.reads).then(() => run.stop()),
    );
    expect(whole.report.run.interrupted).toBe(true);
    expect(whole.report.leftovers).toEqual([]);
    expect(whole.took - stopAt).toBeLessThan(500);
  });

  test('no early read decides a wait for a lag', async () => {
    const clock = createVirtualClock();
    const governor = new Governor(clock, { concurrency: 2, budgetRequests: 10 });
    const waits = settles(createRunClock(clock, governor), { since: 0, ms: 15_000 }, () =>
      Promise.resolve(false),
    );
    const outcome = expect(waits).rejects.toThrow('the run was stopped');
    await clock.sleep(9_500);
    governor.stop();
    await outcome;
    expect(clock.now()).toBe(9_500);
  });

  test('a wish of the server for a pause does not delay it', async () => {
    const clock = createVirtualClock();
    const governor = new Governor(clock, { concurrency: 2, budgetRequests: 10, maxRps: 1 });
    governor.pause(60_000);
    const asked = [1, 2, 3].map(() => governor.grant(() => Promise.resolve('sent')));
    await clock.sleep(50);
    governor.stop();
    expect(await Promise.all(asked)).toEqual([undefined, undefined, undefined]);
    expect(clock.now()).toBe(50);
    expect(governor.requests).toBe(0);
    await governor.sleep(1_000, awaited.reads);
    expect(clock.now()).toBe(50);
    expect(await governor.grant(() => Promise.resolve('sent'), { exempt: true })).toBe('sent');
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
  });
});
