import { describe, expect, test } from 'vitest';
import type { Tally } from '../../../clause/judgement.ts';
import type { Finding } from '../../../clause/sample.ts';
import { Exchange } from '../../../history/exchange.ts';
import type { Entry } from '../../../history/history.ts';
import { AskingAgain } from '../../../run/evidence/asked-again.ts';
import { cameOf } from '../../../run/session/heeding.ts';
import { historyOf, worldOf } from '../../support/histories.ts';

/** A finding by the status of an answer, that of the exchange with this number. */
function finding(status: number, number: number, kind: 'status' | 'not-json' = 'status'): Finding {
  const request = { method: 'GET', target: '/demo/resource', headers: [] };
  const exchange = { request, answer: { status, headers: [] }, milliseconds: 1, curl: 'curl', number };
  return {
    expected: 'a list',
    got: `${status}`,
    deviation: { kind, exchange: 0 },
    reproduced: '3/3',
    exchanges: [exchange],
  };
}

function tallied(...findings: readonly Finding[]): Tally {
  return {
    samples: [{ kind: 'held' }, ...findings.map((one) => ({ kind: 'violated', finding: one }) as const)],
  };
}

/** Answers that succeeded when the same was requested again, at two other operations. */
function weather(status: number): readonly Entry[] {
  return (['readById', 'exists'] as const).map((endpoint, at) => ({
    kind: 'came right',
    exchange: new Exchange({
      number: at + 1,
      endpoint,
      caller: { label: 'a token', kind: 'supplied', scopes: new Set(), token: 'abc' },
      request: { method: 'GET', target: '/', headers: [] },
      outcome: { kind: 'answer', status, headers: [], body: new Uint8Array(), sentAt: 0, answeredAt: 0 },
      redirects: 0,
    }),
  }));
}

/** Nothing was answered for so many milliseconds. */
function silence(ms: number): readonly Entry[] {
  const lost = {
    kind: 'failure',
    failure: 'unreachable',
    detail: '',
    wrote: false,
    sentAt: 0,
    answeredAt: 0,
  } as const;
  return [0, ms].map((at) => cameOf(lost, { operation: 'GET /', isSingle: true, at }));
}

interface Situation {
  readonly first?: Finding;
  /** What each further time shows; nothing from the last on. */
  readonly again?: readonly (readonly Finding[])[];
  readonly passed?: number;
  readonly stopped?: boolean;
  /** Milliseconds that each time takes. */
  readonly tookMs?: number;
}

/** What a check's samples come to, and how often and after what pause it was executed again. */
async function ended({
  first = finding(400, 10),
  again = [],
  passed = 400,
  stopped = false,
  tookMs = 1,
}: Situation) {
  const [slept, slowly]: [number[], number[]] = [[], []];
  let now = 0;
  const history = historyOf(silence(3_000));
  const asking = new AskingAgain({
    governor: {
      stopped,
      sleep: (ms) => Promise.resolve(void slept.push(ms)),
      slowly: (work) => {
        slowly.push(now);
        now += tookMs;
        return work();
      },
    },
    clock: { now: () => now },
    history,
    world: worldOf(history),
    session: { lastNumber: 100 },
  });
  const executed = { tally: () => tallied(first) };
  const tally = asking.expect(executed, (_, time) => Promise.resolve(tallied(...(again[time] ?? []))));
  // That a status comes and goes may show after a finding.
  for (const entry of weather(passed)) history.append(entry);
  await asking.askAll();
  const [, sample] = tally?.().samples ?? [];
  const text = sample?.kind === 'undecided' ? sample.reason.text : undefined;
  return { kind: sample?.kind, text, times: slowly.length, slept };
}

const shown = [finding(400, 101)];

describe('a finding by a refusal whose status came and went elsewhere', () => {
  test('stays if it shows again three times, after a pause longer than any outage', async () => {
    expect(await ended({ again: [shown, shown, shown] })).toMatchObject({
      kind: 'violated',
      times: 3,
      slept: [5_000],
    });
  });

  test.each([
    [[], '0 of 1'],
    [[shown], '1 of 2'],
    [[shown, shown], '2 of 3'],
    // What was found out earlier is not asked for again.
    [[[finding(400, 100)]], '0 of 1'],
    // Another kind of finding does not show this one.
    [[[finding(200, 101, 'not-json')]], '0 of 1'],
  ])('is undecided if it does not, with both counts', async (again, counts) => {
    const { kind, text, times } = await ended({ again });
    expect({ kind, times }).toEqual({ kind: 'undecided', times: Number(counts.at(-1)) });
    expect(text).toContain('(3/3)');
    expect(text).toContain(`alone, at most five a second: ${counts};`);
    expect(text).toContain('CONFORMANCE_MAX_RPS and CONFORMANCE_CONCURRENCY');
  });

  test.each([
    ['the run was stopped', { stopped: true }, 0],
    ['it takes too long', { again: [shown, shown, shown], tookMs: 100_000 }, 1],
  ])('is undecided if %s', async (_, situation, times) => {
    expect(await ended(situation)).toMatchObject({ kind: 'undecided', times });
  });
});

describe('any other finding', () => {
  test.each([
    ['by a status that passed nowhere', { passed: 403 }, 'violated'],
    ['by a success', { first: finding(200, 10), passed: 200 }, undefined],
    ['by a body', { first: finding(400, 10, 'not-json') }, undefined],
  ])('is not repeated: %s', async (_, situation, kind) => {
    expect(await ended(situation)).toEqual({ kind, text: undefined, times: 0, slept: [] });
  });
});
