import { afterEach, describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { createReference } from '../../reference/create.ts';
import { latest } from '../../reference/state.ts';
import type { RunOptions } from '../../run/options.ts';
import type { Plan } from '../../implementation/plan.ts';
import { systemClock } from '../support/system-clock.ts';
import { createTransport } from '../../wire/undici-transport.ts';
import {
  mostWithin,
  serveOddly,
  type OddServer,
  type OddServerOptions,
} from '../support/servers/odd-server.ts';
import { clausesThat, judgeWhole, optionsOf, type WholeRun } from '../support/whole-run.ts';
import type { TargetRun } from '../../implementation/host/start-run.ts';

/** Plain reads, raw answers to HEAD, updates and races. */
const parts = ['General', '4.2', '4.5', '4.10'];
const sections = plan.sections.filter(({ part }) => parts.includes(part));
const ids = new Set<string>(sections.flatMap(({ clauses }) => clauses.map(({ id }) => id)));
const smallPlan: Plan = { sections, evidence: plan.evidence.filter(({ clause }) => ids.has(clause)) };
const depth = {
  name: 'ci',
  reach: 2,
  races: [{ rounds: 3, racers: 8 }],
  raceGate: 2,
  accessRounds: 1,
  longHistory: 0,
  crossed: 1,
  restMs: 3_500,
} as const;
const racers = 8;

const servers: OddServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function judged(
  more: Partial<RunOptions>,
  serving: OddServerOptions = {},
  meanwhile?: (run: TargetRun, server: OddServer) => void,
): Promise<{ whole: WholeRun; server: OddServer; times: readonly number[] }> {
  const server = await serveOddly(serving);
  servers.push(server);
  const options = optionsOf(server.url, { depth, timeoutMs: 2_000, ...more });
  const transport = createTransport({
    baseUrl: server.url,
    connections: options.concurrency,
    http2: 'off',
    clock: systemClock,
  });
  const whole = await judgeWhole({
    transport,
    clock: systemClock,
    options,
    plan: smallPlan,
    ...(meanwhile === undefined ? {} : { meanwhile: (run) => meanwhile(run, server) }),
  });
  return { whole, server, times: server.requests.map(({ at }) => at) };
}

describe('measured at the server', () => {
  test('requests are counted as they arrive, and each names the suite', async () => {
    const { whole, server } = await judged({});
    expect(clausesThat('fail', whole)).toEqual([]);
    expect(whole.report.run.requests).toBe(server.requests.length);
    const agents = server.requests.map(({ headers }) => headers.find(([name]) => name === 'User-Agent')?.[1]);
    expect(new Set(agents)).toEqual(new Set([optionsOf('').userAgent]));
    const raw = server.requests.filter(({ method }) => method === 'HEAD');
    expect(raw.length).toBeGreaterThan(0);
  });

  test('the rate is kept over the whole run, including races', async () => {
    const maxRps = 150;
    const { whole, times } = await judged({ maxRps });
    expect(times.length).toBeGreaterThan(2 * maxRps);
    // Racers leave together, and their places are made up for afterwards.
    expect(mostWithin(times, 1_000)).toBeLessThanOrEqual(maxRps * 1.1 + racers);
    expect(clausesThat('fail', whole)).toEqual([]);
  });

  test.each([1, 3])('no more than %i requests wait for an answer', async (concurrency) => {
    const { whole, server } = await judged({ concurrency }, { latencyMs: 3 });
    expect(server.mostAtATime()).toBeLessThanOrEqual(concurrency);
    expect(clausesThat('fail', whole)).toEqual([]);
  });

  test('the budget is kept, except for clean-up, and omitted clauses are not decided', async () => {
    const budgetRequests = 120;
    const { whole, server } = await judged({ budgetRequests });
    const others = server.requests.filter(({ method }) => method !== 'DELETE');
    expect(others.length).toBeLessThanOrEqual(budgetRequests);
    expect(whole.report.run.requests).toBe(server.requests.length);
    expect(whole.report.verdict).toBe('INCOMPLETE');
    expect(clausesThat('error', whole)).toEqual([]);
    expect(whole.report.leftovers).toEqual([]);
  });

  test.each([429, 503])('a %i with Retry-After pauses the whole run', async (status) => {
    let askedAt = 0;
    const { whole, times } = await judged(
      {},
      {
        instead: (_request, number) => {
          if (number !== 150) return undefined;
          askedAt = performance.now();
          return { status, headers: [['Retry-After', '1']], body: new Uint8Array() };
        },
      },
    );
    // What was under way already may still arrive, late where the processor is busy.
    const during = times.filter((time) => time > askedAt + 250 && time < askedAt + 950);
    expect(during.length).toBeLessThanOrEqual(2);
    expect(times.filter((time) => time > askedAt + 950).length).toBeGreaterThan(100);
    expect(clausesThat('fail', whole)).toEqual([]);
  });

  test('an exchange is given up once its time limit has passed', async () => {
    const waited: number[] = [];
    const timeoutMs = 300;
    await judged(
      { timeoutMs },
      {
        meets: ({ method }, number) => method === 'GET' && number > 60,
        oddity: (socket) => {
          const since = performance.now();
          socket.once('close', () => waited.push(performance.now() - since));
        },
      },
    );
    expect(waited.length).toBeGreaterThan(0);
    expect(Math.max(...waited)).toBeLessThan(timeoutMs + 1_000);
  });
});

describe('a run that is stopped', () => {
  test('sends only its clean-up, and leaves no resources behind', async () => {
    const reference = createReference();
    const after = 200;
    const { whole, server } = await judged({}, { reference }, (run, serving) => {
      const watch = setInterval(() => {
        if (serving.requests.length < after) return;
        clearInterval(watch);
        run.stop();
      }, 1);
    });
    expect(whole.report.run.interrupted).toBe(true);
    expect(whole.report.verdict).toBe('INCOMPLETE');
    expect(clausesThat('error', whole)).toEqual([]);
    const left = new Set(whole.report.leftovers.map(({ id }) => id));
    const still = [...(reference.state.projects.get('demo')?.resources.values() ?? [])];
    expect(still.length).toBeGreaterThan(5);
    expect(still.filter((one) => !latest(one).deleted && !left.has(one.id))).toEqual([]);
    const last = server.requests.slice(after + 60).map(({ method }) => method);
    expect(new Set(last)).toEqual(new Set(last.length === 0 ? [] : ['DELETE']));
  });
});
