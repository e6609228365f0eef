import { describe, expect, test } from 'vitest';
import type { Clause, ClauseId, Declaration, Evidence, Phase } from '../../../../clause/clause.ts';
import type { Finding } from '../../../../clause/sample.ts';
import { Inconclusive, notTested } from '../../../../clause/thrown.ts';
import { Aborted } from '../../../../run/aborted.ts';
import { Attendance } from '../../../../run/attendance.ts';
import { createEngine } from '../../../../run/engine.ts';
import type { Host } from '../../../../run/host.ts';
import { depths, type RunOptions } from '../../../../run/options.ts';
import { Reported, type Reporting } from '../../../../run/reporting.ts';
import { Run } from '../../../../run/run.ts';
import type { Transport } from '../../../../wire/exchange.ts';
import { createVirtualClock } from '../../../../wire/virtual-clock.ts';

const never = (): Promise<never> => Promise.reject(new Error('nothing is sent'));
const closed: string[] = [];
const transport: Transport = {
  send: never,
  sendRaw: never,
  sendOnOneConnection: never,
  race: never,
  raceTransports: never,
  bytes: () => ({ written: 3, read: 4 }),
  close: () => Promise.resolve(void closed.push('closed')),
};
const options: RunOptions = {
  baseUrl: 'http://reference.invalid',
  projectKey: 'demo',
  tokens: [],
  profile: { create: { mode: 'mixed' } },
  consent: new Set(),
  without: new Set(['left out']),
  depth: depths.ci,
  seed: 1,
  settle: { readMs: 0, queryMs: 0 },
  readOnly: false,
  concurrency: 4,
  timeoutMs: 1_000,
  budgetRequests: 10,
  maxBytes: 1_000,
  headers: [],
  trace: false,
  runId: '0123456789abcdef',
  userAgent: 'test',
  evidence: 'full',
};

type Check = (on: Reporting) => void | Promise<void>;

interface Stated {
  readonly phase?: Phase;
  readonly limits?: readonly string[];
  readonly declares?: readonly Declaration[];
}

function clause(id: ClauseId, check?: Check, { phase = 'quiet', limits = [], declares = [] }: Stated = {}): Clause<Reporting> {
  return {
    id, part: '4.5', level: 'MUST', rows: [], blocks: 'always', placing: { phase }, minimum: 1, limits, declares,
    statement: '', violation: '', rationale: '',
    ...(check && { check: async (on: Reporting) => await check(on) }),
  };
} // prettier-ignore

function evidence(name: string, of: ClauseId, check: Check, limits: readonly string[] = []): Evidence<Reporting> {
  return { name, clause: of, draws: true,
    phase: 'lanes', limits, minimum: () => 1, check: async (on) => await check(on) };
} // prettier-ignore

const holds: Check = (on) => on.held();

/** A run of these on a host that knows no target, and the requests of the host in order. */
function running(
  clauses: readonly Clause<Reporting>[],
  more: { readonly evidence?: readonly Evidence<Reporting>[]; readonly selected?: readonly string[] } = {},
  changed: Partial<Host<Reporting>> = {},
) {
  const engine = createEngine({ options, transport, clock: createVirtualClock(), redact: (text) => text }, () => true); // prettier-ignore
  const log: string[] = [];
  let left: ReturnType<Host<Reporting>['leave']> | undefined;
  const host: Host<Reporting> = {
    probeTokens: () => Promise.resolve(void log.push('meeting')),
    placed: (placing) => placing,
    begin: (name, placing) => {
      log.push(name);
      const reported = new Reported(() => ({ request: { method: 'GET', target: '/', headers: [] }, milliseconds: 1, curl: '' })); // prettier-ignore
      const attendance = new Attendance(engine.schedule, placing);
      const tally = () => reported.tally((samples) => samples);
      return { on: reported.reporting, attendance, reported, end: () => void log.push(`${name} ends`), tally }; // prettier-ignore
    },
    whyUnproven: () => Promise.resolve(undefined),
    isSomethingThere: () => true,
    whyNothingIsThere: () => undefined,
    lackedRoom: false,
    clear: () => Promise.resolve(void log.push('room')),
    // Once, whoever asks first.
    leave: () => {
      if (left === undefined) log.push('clean-up');
      return (left ??= Promise.resolve([{ id: 'a', created: '', why: '' }]));
    },
    remarks: () => ({}),
    ...changed,
  };
  const run = new Run({
    engine,
    plan: { sections: [{ part: '4.5', title: '', clauses }], evidence: more.evidence ?? [] },
    host,
    ...(more.selected && { selected: new Set(more.selected) }),
  });
  const judged = async () => {
    const judgements = await Promise.all(clauses.map((one) => run.judge(one)));
    return judgements.map(({ verdict, reason }) => reason?.code ?? verdict);
  };
  return { run, engine, log, judged };
}

describe('a clause', () => {
  test.each<readonly [string, Check, string, string | undefined]>([
    ['passes where it held', holds, 'pass', undefined],
    ['is not tested where nothing was seen', () => undefined, 'not-tested', 'not-observable'],
    ['is not tested where its premise failed', (on) => on.discarded('premise-failed', ''), 'not-tested', 'premise-failed'],
    ['is not tested where the check was never able to ask', () => Promise.reject(notTested({ code: 'budget', text: '' })), 'not-tested', 'budget'],
    ['is undecided where the check could not decide', () => Promise.reject(new Inconclusive({ code: 'flaky', text: '' })), 'inconclusive', 'flaky'],
    ['is an error of the suite where the check throws', () => Promise.reject(new TypeError('ours')), 'error', undefined],
  ])('%s', async (_what, check, verdict, code) => {
    const { run, log } = running([clause('4.5/a', check)]);
    const came = await run.judge(run.clauses[0] ?? clause('4.5/a'));
    expect(came.verdict).toBe(verdict);
    if (code !== undefined) expect(came.reason?.code).toBe(code);
    expect(log.slice(0, 3)).toEqual(['meeting', '4.5/a', '4.5/a ends']);
  }); // prettier-ignore

  test('is executed once, however often it is judged', async () => {
    let executed = 0;
    const one = clause('4.5/a', (on) => on.held((executed += 1)));
    const { run } = running([one]);
    expect(await Promise.all([run.judge(one), run.judge(one)])).toMatchObject([{ held: 1 }, { held: 1 }]);
    expect((await run.judge(one)).held).toBe(1);
  });

  test('is not begun if it is out of scope', async () => {
    const { judged, log } = running([clause('4.5/a', holds, { limits: ['other', 'left out'] })]);
    expect(await judged()).toEqual(['out-of-scope']);
    expect(log).toEqual([]);
  });

  test('is in scope with other limits', async () => {
    expect(await running([clause('4.5/a', holds, { limits: ['other'] })]).judged()).toEqual(['pass']);
  });

  test('is executed in its phase, whatever the order of requests', async () => {
    const phases: readonly Phase[] = ['end', 'races', 'late', 'quiet', 'overwrites', 'lanes'];
    const { judged, log } = running(phases.map((phase) => clause(`4.5/${phase}`, holds, { phase })));
    await judged();
    const begun = log.filter((one) => one.startsWith('4.5/') && !one.endsWith('ends'));
    expect(begun).toEqual(['quiet', 'lanes', 'races', 'overwrites', 'late', 'end'].map((one) => `4.5/${one}`)); // prettier-ignore
    expect(log.indexOf('clean-up')).toBeLessThan(log.indexOf('4.5/end'));
    expect(log.indexOf('clean-up')).toBeGreaterThan(log.indexOf('4.5/late ends'));
  });

  test('is executed in another phase if the first requests taught the run so', async () => {
    const placed: Host<Reporting>['placed'] = (placing) =>
      placing.phase === 'quiet' ? { phase: 'races' } : placing;
    const all = [clause('4.5/a', holds), clause('4.5/b', holds, { phase: 'lanes' })];
    const { judged, log } = running(all, {}, { placed });
    expect(await judged()).toEqual(['pass', 'pass']);
    expect(log.indexOf('4.5/b ends')).toBeLessThan(log.indexOf('4.5/a'));
  });

  test('a clause that waits in vain ends when a stopped run is abandoned', async () => {
    const all = [
      clause('4.5/a', () => new Promise<void>(() => undefined)),
      clause('4.5/b', holds, { phase: 'races' }),
    ];
    const { run, judged, log } = running(all);
    const judging = judged();
    run.stop();
    run.abandon();
    expect((await judging)[0]).toBe('budget');
    expect((await run.finish()).interrupted).toBe(true);
    expect(log).toContain('clean-up');
  });

  test('a clause that was not selected delays no check, and is judged on request', async () => {
    const all = [clause('4.5/a', holds), clause('4.5/b', holds, { phase: 'races' })];
    const { run, judged } = running(all, { selected: ['4.5/b'] });
    expect((await run.judge(all[1] ?? clause('4.5/b'))).verdict).toBe('pass');
    expect(await judged()).toEqual(['pass', 'pass']);
  });
});

describe('evidence', () => {
  const own = clause('4.5/a', holds);
  const left = clause('4.5/a');

  test('decides a clause without a check, and keeps its counts', async () => {
    const { run } = running([left], {
      evidence: [evidence('p', '4.5/b', holds), evidence('q', '4.5/a', (on) => on.discarded('budget', '')), evidence('r', '4.5/a', holds)],
    }); // prettier-ignore
    expect(await run.judge(left)).toMatchObject({
      verdict: 'not-tested',
      reason: { code: 'budget' },
      checks: 0,
      premise: 0,
      findings: [],
    });
  });

  test.each<readonly [string, readonly Evidence<Reporting>[], Stated, string]>([
    ['by nothing', [], {}, 'not-selected'],
    ['by evidence of another one', [evidence('p', '4.5/b', holds)], {}, 'not-selected'],
    ['out of scope', [evidence('p', '4.5/a', holds)], { limits: ['left out'] }, 'out-of-scope'],
    ['by what is out of scope', [evidence('p', '4.5/a', holds, ['left out'])], {}, 'out-of-scope'],
    ['by evidence', [evidence('p', '4.5/a', holds)], {}, 'pass'],
  ])('decides a clause without a check: %s', async (_what, all, stated, expected) => {
    const one = clause('4.5/a', undefined, stated);
    const { run } = running([one], { evidence: all, selected: all.map(({ name }) => name) });
    const { verdict, reason } = await run.judge(one);
    expect(reason?.code ?? verdict).toBe(expected);
  });

  test('names the property of the finding of a generated case', async () => {
    const finding = (path?: string): Finding => ({ expected: '', got: '', reproduced: '1/1', exchanges: [], ...(path && { path }) }); // prettier-ignore
    const one = evidence('p', '4.5/a', (on) => on.held());
    const { run, engine } = running([own], { evidence: [one] }, {
      begin: (_name, placing) => {
        const reported = new Reported(() => ({ request: { method: 'GET', target: '/', headers: [] }, milliseconds: 1, curl: '' }));
        const samples = ['0:1', undefined].map((path) => ({ kind: 'violated', finding: finding(path) }) as const);
        return { on: reported.reporting, attendance: new Attendance(engine.schedule, placing), reported, end: () => undefined, tally: () => ({ samples }) };
      },
    }); // prettier-ignore
    void run.judge(own);
    const { verdict, findings } = await run.gather(one);
    expect([verdict, findings.map(({ property }) => property)]).toEqual(['fail', ['p', undefined]]);
  });

  test.each([
    ['for a clause with a check is left out', own, true, 'budget'],
    ['for a clause without one is not', left, true, 'pass'],
    ['is not where there is time', own, false, 'pass'],
  ])('%s', async (_what, of, hurries, expected) => {
    const one = evidence('p', '4.5/a', holds);
    const { run } = running([of], { evidence: [one] });
    if (hurries) run.hurry();
    const [ownOne, { verdict, reason }] = await Promise.all([run.judge(of), run.gather(one)]);
    expect([ownOne.verdict, reason?.code ?? verdict]).toEqual(['pass', expected]);
  });
});

describe('a run that cannot go on', () => {
  test.each<readonly [string, Error, boolean, string | undefined]>([
    ['where nobody is there', new Aborted('unreachable', 'text'), false, 'unreachable'],
    ['where the settings are wrong', new Aborted('configuration', 'text'), false, 'configuration'],
    ['where the meeting could not decide', new Inconclusive({ code: 'noise', text: '' }), false, 'harness'],
    ['where the meeting is mistaken', new TypeError('ours'), false, 'harness'],
    ['where it was stopped meanwhile', new Inconclusive({ code: 'stopped', text: '' }), true, undefined],
    ['where it was stopped before anybody was there', new Aborted('unreachable', 'text'), true, undefined],
    ['where the meeting is mistaken, though it was stopped', new TypeError('ours'), true, 'harness'],
  ])('says so %s', async (_where, error, isStopped, cause) => {
    let executed = 0;
    const one = clause('4.5/a', (on) => on.held((executed += 1)));
    const { run, judged } = running([one], {}, {
      probeTokens: () => {
        if (isStopped) run.stop();
        return Promise.reject(error);
      },
    }); // prettier-ignore
    expect(await judged()).toEqual([cause === undefined ? 'pass' : 'unreachable']);
    expect(executed).toBe(cause === undefined ? 1 : 0);
    const { aborted, interrupted } = await run.finish();
    expect([aborted?.cause, interrupted]).toEqual([cause, isStopped]);
  });
});

describe('the end of a run', () => {
  test('comes after the first requests and all begun work, with the leftovers', async () => {
    const one = clause('4.5/a', holds);
    const { run, log } = running([one]);
    const judging = run.judge(one);
    const before = closed.length;
    const record = await run.finish();
    expect(record).toMatchObject({ requests: 0, bytes: { written: 3, read: 4 }, longestChain: 0, interrupted: false, leftovers: [{ id: 'a' }] }); // prettier-ignore
    expect(['aborted', 'waits'].filter((name) => name in record)).toEqual([]);
    expect(closed.length - before).toBe(1);
    expect((await judging).verdict).toBe('pass');
    expect(log.filter((entry) => entry === 'clean-up')).toHaveLength(1);
    expect(log.indexOf('4.5/a ends')).toBeLessThan(log.indexOf('clean-up'));
  });

  test('comes if no clause was judged', async () => {
    const { run, log } = running([clause('4.5/a', holds)]);
    await run.finish();
    expect(log).toEqual(['meeting', 'clean-up']);
  });

  test('cleans up only after its end if it was stopped', async () => {
    const { run, judged, log } = running([clause('4.5/a', holds, { phase: 'end' })]);
    run.stop();
    await judged();
    expect(log).toEqual(['meeting', '4.5/a', '4.5/a ends']);
    expect((await run.finish()).interrupted).toBe(true);
    expect(log.at(-1)).toBe('clean-up');
  });
});

describe('a declared choice', () => {
  const declares: readonly Declaration[] = [{ key: 'create.mode', met: (declared, observed) => declared === observed }]; // prettier-ignore
  const held = async (observed: unknown, whyUnproven?: Host<Reporting>['whyUnproven'], phase: Phase = 'quiet') => {
    const asked: boolean[] = [];
    const one = clause('4.5/a', (on) => on.observe(observed), { declares, phase });
    const { run } = running([{ ...one, level: 'OPEN' }, clause('4.5/b', holds)], {}, {
      whyUnproven: async (on, part, mayAsk) => {
        asked.push(mayAsk);
        return await whyUnproven?.(on, part, mayAsk);
      },
    });
    const [declared] = run.declarations;
    if (declared === undefined) throw new Error('one is declared');
    void run.judge(clause('4.5/b', holds));
    const { verdict, reason, findings } = await run.hold(declared);
    return { verdict, code: reason?.code, findings: findings.length, asked };
  }; // prettier-ignore

  test('is kept if it is observed, without a request of the caller', async () => {
    expect(await held('mixed')).toMatchObject({ verdict: 'pass', findings: 0, asked: [] });
  });

  test('is broken if another choice is observed', async () => {
    expect(await held('upsert')).toMatchObject({ verdict: 'fail', findings: 1, asked: [true] });
  });

  test('is examined without a request at the end', async () => {
    expect((await held('upsert', undefined, 'end')).asked).toEqual([false]);
  });

  test.each<readonly [string, Host<Reporting>['whyUnproven']]>([
    ['is not known', () => Promise.resolve({ code: 'dead-token', text: '' })],
    ['cannot be found out', () => Promise.reject(new Inconclusive({ code: 'dead-token', text: '' }))],
  ])('is not broken if a caller who sent a request %s', async (_who, why) => {
    expect(await held('upsert', why)).toMatchObject({ code: 'dead-token', findings: 0 });
  });
});
