import { defined } from '../../clause/defined.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { isVisible } from '../../reporters/visible.ts';
import type { Plan } from '../../implementation/plan.ts';
import { systemClock } from '../support/system-clock.ts';
import { createTransport } from '../../wire/undici-transport.ts';
import { hardAnswers, type HardAnswer } from '../support/servers/oddities.ts';
import { readsById, serveOddly, type OddServerOptions } from '../support/servers/odd-server.ts';
import { rowsPlayed } from '../support/played-rows.ts';
import { clausesThat, judgeWhole, optionsOf, type WholeRun } from '../support/whole-run.ts';

/** Enough to meet preflight, discovery, every kind of check and a race. */
const parts = ['General', 'Resources', '4.1', '4.2', '4.5', '4.6', '4.10', '4.11'];
const clauses = new Set(
  plan.sections.flatMap((one) => (parts.includes(one.part) ? one.clauses : [])).map(({ id }) => id),
);
const shortPlan: Plan = {
  sections: plan.sections.filter(({ part }) => parts.includes(part)),
  evidence: plan.evidence.filter(({ clause }) => clauses.has(clause)),
};
const depth = {
  name: 'ci',
  reach: 2,
  races: [{ rounds: 3, racers: 3 }],
  raceGate: 2,
  accessRounds: 1,
  longHistory: 0,
  crossed: 1,
  restMs: 3_500,
} as const;

/** Requests that discovery and its surroundings take at most; oddities of one endpoint begin after it. */
const discovered = 60;
/** A hang would show as minutes; the runs share the processor with each other and with another test file. */
const mostMs = 60_000;
/** Of this process, in which several runs and their servers work side by side. */
const mostGrowth = 700 * 1_048_576;
/** The runs wait most of the time. */
const sideBySide = { concurrent: true } as const;

async function judged(
  { oddity, instead }: HardAnswer,
  meets: NonNullable<OddServerOptions['meets']>,
): Promise<{ whole: WholeRun; growth: number }> {
  const server = await serveOddly({
    meets,
    ...defined({ oddity }),
    ...(instead === undefined
      ? {}
      : { instead: (request, number) => (meets(request, number) ? instead(request) : undefined) }),
  });
  const transport = createTransport({
    baseUrl: server.url,
    connections: 8,
    http2: 'off',
    clock: systemClock,
  });
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  try {
    const whole = await judgeWhole({
      transport,
      clock: systemClock,
      plan: shortPlan,
      options: optionsOf(server.url, { concurrency: 8, depth, budgetRequests: 3_000 }),
    });
    return { whole, growth: peak - before };
  } finally {
    clearInterval(watch);
    await server.close();
  }
}

function expectBorne({ legitimate }: HardAnswer, whole: WholeRun, growth: number): void {
  expect(clausesThat('error', whole).map((id) => whole.judgements.get(id)?.reason?.text)).toEqual([]);
  expect(whole.report.run.interrupted).toBe(false);
  expect(whole.took).toBeLessThan(mostMs);
  expect(growth).toBeLessThan(mostGrowth);
  expect(whole.text.split('\n').filter((line) => !isVisible(line))).toEqual([]);
  if (legitimate === true) expect(clausesThat('fail', whole)).toEqual([]);
  else expect(whole.report.verdict).not.toBe('CONFORMANT');
}

const nameOf = ({ name }: HardAnswer): string => name;
const ofAll = rowsPlayed({ table: 'hard answers everywhere', rows: hardAnswers, nameOf, oneIn: 4 });
const ofReads = rowsPlayed({ table: 'hard answers to reads', rows: hardAnswers, nameOf, oneIn: 4 });

describe('at every answer', sideBySide, () => {
  test.each(ofAll)('$name', async (hard) => {
    const { whole, growth } = await judged(hard, () => true);
    expectBorne(hard, whole, growth);
  });
});

describe('only at reads by id, once the run is under way', sideBySide, () => {
  test.each(ofReads)('$name', async (hard) => {
    const { whole, growth } = await judged(
      hard,
      (request, number) => readsById(request) && number > discovered,
    );
    expectBorne(hard, whole, growth);
  });
});

describe('a redirect to another origin', sideBySide, () => {
  test('is not followed, and sends no token there', async () => {
    const heard: string[] = [];
    const stranger = createServer((request, response) => {
      heard.push(JSON.stringify(request.rawHeaders));
      response.end('{}');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const away: HardAnswer['instead'] = ({ target }) => ({
      status: 307,
      headers: [['Location', `http://127.0.0.1:${port}${target}`]],
      body: new Uint8Array(),
    });
    try {
      const hard = { name: 'away', instead: away };
      const everywhere = await judged(hard, () => true);
      const atUpdates = await judged(
        hard,
        ({ method, target }) => method === 'POST' && /resource\/./.test(target),
      );
      for (const { whole, growth } of [everywhere, atUpdates]) expectBorne(hard, whole, growth);
      expect(clausesThat('fail', everywhere.whole)).toEqual([]);
      expect(heard).toEqual([]);
    } finally {
      await new Promise((resolve) => stranger.close(resolve));
    }
  });
});

describe('a promised length that one operation never delivers', sideBySide, () => {
  const short = hardAnswers.find(({ name }) => name === 'a length that is too long');
  const isShort = (method: string, pattern: RegExp) => (request: { method: string; target: string }) =>
    request.method === method && pattern.test(request.target.replace(/\?.*$/, ''));
  const operations = [
    ['reads by id', isShort('GET', /resource\/r[^/]*$/)],
    ['the query', isShort('GET', /resource$/)],
    ['updates', isShort('POST', /resource\/r[^/]*$/)],
    ['deletes', isShort('DELETE', /resource\/r[^/]*$/)],
  ] as const;
  test.each(rowsPlayed({ table: 'promised lengths', rows: operations, nameOf: ([name]) => name, oneIn: 4 }))(
    'fails: %s',
    async (_name, meets) => {
      if (short === undefined) throw new Error('no such oddity');
      const { whole, growth } = await judged(short, meets);
      expectBorne(short, whole, growth);
      expect(clausesThat('fail', whole)).toContain('General/answers-are-whole');
    },
  );

  test('fails no clause if every answer is short', async () => {
    if (short === undefined) throw new Error('no such oddity');
    const { whole } = await judged(short, () => true);
    expect(clausesThat('fail', whole)).toEqual([]);
  });

  test('fails no clause if it happens only sometimes', async () => {
    if (short === undefined) throw new Error('no such oddity');
    const { whole } = await judged(short, (request, number) => request.method === 'GET' && number % 20 === 0);
    expect(clausesThat('fail', whole)).toEqual([]);
  });
});
