import { describe, expect, test } from 'vitest';
import { runMark } from '../../../clause/mark.ts';
import type { RunRecord } from '../../../clause/report.ts';
import { plan as wholePlan } from '../../../config/plan.ts';
import { provideResources } from '../../../config/runs/embedded-target.ts';
import { rehearse, rehearsalOptions } from '../../../config/runs/rehearsal.ts';
import { referenceProfile, referenceWith } from '../../../faults/catalogue.ts';
import type { Reference } from '../../../reference/create.ts';
import { latest } from '../../../reference/state.ts';
import type { Plan } from '../../../implementation/plan.ts';
import type { Answer, Failure, Outcome, Request, Transport } from '../../../wire/exchange.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { systemClock } from '../../support/system-clock.ts';

const parts = ['4.2', '4.6', '4.10', '4.11'];
const sections = wholePlan.sections.filter(({ part }) => parts.includes(part));
const ids = new Set<string>(sections.flatMap(({ clauses }) => clauses.map(({ id }) => id)));
const plan: Plan = { sections, evidence: wholePlan.evidence.filter(({ clause }) => ids.has(clause)) };

/** Whether what is before the server answers 404 by itself. */
type IsAway = (request: Request, at: number) => boolean;

/** The outcome of an exchange on its way back; `undefined` leaves it alone. */
type Disturbance = (request: Request, outcome: Outcome, number: number) => Outcome | undefined;

interface Played {
  readonly record: RunRecord;
  /** Ids of what is still there. */
  readonly still: readonly string[];
  readonly requests: readonly Request[];
  readonly took: number;
}

async function played(
  choices: readonly string[],
  weather: Disturbance,
  { reference, isAway = () => false }: { reference?: Reference; isAway?: IsAway } = {},
): Promise<Played> {
  const on = reference ?? referenceWith({ faults: [], choices, seed: 1 });
  const clock = createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
  const requests: Request[] = [];
  const around = (inner: Transport): Transport => ({
    ...inner,
    send: async (request, limits) => {
      requests.push(request);
      const at = clock.now();
      if (isAway(request, at))
        return {
          kind: 'answer',
          status: 404,
          headers: [],
          body: new Uint8Array(),
          sentAt: at,
          answeredAt: at,
        };
      const outcome = await inner.send(request, limits);
      return weather(request, outcome, requests.length) ?? outcome;
    },
  });
  const { record, took } = await rehearse({
    plan,
    choices,
    profile: referenceProfile,
    // Overwrites that name no resource may land on one that a lost create has made.
    options: { consent: new Set() },
    reference: on,
    clock,
    around,
  });
  const there = [...(on.state.projects.get('demo')?.resources.values() ?? [])];
  return {
    record,
    took,
    requests,
    still: there.filter((one) => !latest(one).deleted).map(({ id }) => id),
  };
}

const { runId } = rehearsalOptions({}, 1);
const mark = runMark(runId);

const isCreate = ({ method, target }: Request): boolean =>
  method === 'POST' && /^\/demo\/resource$/.test(target);

const holdsMark = ({ body }: Request): boolean => new TextDecoder().decode(body).includes(mark);

const lost = ({ sentAt, answeredAt }: Outcome): Failure => ({
  kind: 'failure',
  failure: 'reset',
  detail: 'the connection was dropped',
  wrote: true,
  sentAt,
  answeredAt,
});

const status = (outcome: Outcome, code: number): Answer => ({
  kind: 'answer',
  status: code,
  headers: [],
  body: new Uint8Array(),
  sentAt: outcome.sentAt,
  answeredAt: outcome.answeredAt,
});

describe('a create whose answer was lost', () => {
  test.each(['a reset', 'a 502'])(
    'a create whose answer was lost after %s is found again by its text, and removed',
    async (how) => {
      let creates = 0;
      const { record, still } = await played([], (request, outcome) => {
        // One of numbers alone can be named, and not found.
        if (!isCreate(request) || !holdsMark(request)) return undefined;
        creates += 1;
        if (creates % 4 !== 1) return undefined;
        return how === 'a 502' ? status(outcome, 502) : lost(outcome);
      });
      expect(creates).toBeGreaterThan(8);
      expect(still).toEqual([]);
      expect(record.leftovers).toEqual([]);
    },
  );

  test('is not repeated, not even as one of the first requests', async () => {
    const { record, requests, still } = await played(['collection-shows-no-items'], (request, outcome) =>
      isCreate(request) ? lost(outcome) : undefined,
    );
    const sent = requests.filter(isCreate).map(({ body }) => new TextDecoder().decode(body));
    const own = sent.filter((body) => body.includes(mark));
    expect(own.length).toBeGreaterThan(3);
    expect(new Set(own).size).toBe(own.length);
    expect(record.leftovers.length).toBeGreaterThanOrEqual(still.length);
  });

  test('a lost create that no answer shows is named with its time and the mark', async () => {
    const { record, still } = await played(['ids-told-to-nobody'], () => undefined);
    const provided = new Set(['sandbox', 'fixture']);
    const own = still.filter((id) => !provided.has(id));
    expect(record.leftovers.length).toBeGreaterThan(0);
    expect(record.leftovers.length).toBeLessThanOrEqual(own.length + 5);
    for (const { why, created } of record.leftovers) {
      expect(why).toContain('may have left one resource');
      expect(created).toMatch(/^2026-01-01T00:/);
    }
  });
});

test('the run names a resource that no read finds by the id of its create', async () => {
  const { record, still } = await played([], (request, outcome) => {
    if (!isCreate(request) || outcome.kind !== 'answer' || outcome.status >= 300) return undefined;
    const text = new TextDecoder().decode(outcome.body).replace(/"id":"/, '"id":"row-');
    const headers = outcome.headers.filter(([name]) => !/^location$/i.test(name));
    return { ...outcome, headers, body: new TextEncoder().encode(text) };
  });
  expect(still.length).toBeGreaterThan(0);
  expect(record.leftovers.length).toBeGreaterThanOrEqual(still.length);
});

describe('clean-up', () => {
  const isDelete = ({ method }: Request): boolean => method === 'DELETE';

  /** When clean-up is under way: the same run without disturbances shows the time. */
  const cleaningAt = async (): Promise<number> => (await played([], () => undefined)).took - 2;

  test('waits while a gateway answers 404 to everything', async () => {
    const from = await cleaningAt();
    let firstAt: number | undefined;
    const { record, still } = await played([], () => undefined, {
      isAway: (request, at) => {
        if (isDelete(request) && at >= from) firstAt ??= at;
        return firstAt !== undefined && at < firstAt + 4_000;
      },
    });
    expect(firstAt).toBeDefined();
    expect(still).toEqual([]);
    expect(record.leftovers).toEqual([]);
  });

  test.each([500, 502, 'reset'] as const)('waits while deletes are answered by %s', async (how) => {
    const from = await cleaningAt();
    let firstAt: number | undefined;
    const { record, still } = await played([], (request, outcome) => {
      if (!isDelete(request) || outcome.answeredAt < from) return undefined;
      firstAt ??= outcome.answeredAt;
      if (outcome.answeredAt > firstAt + 8_000) return undefined;
      return how === 'reset' ? lost(outcome) : status(outcome, how);
    });
    expect(firstAt).toBeDefined();
    expect(still).toEqual([]);
    expect(record.leftovers).toEqual([]);
  });

  test('ends if no request is ever answered, and names the leftovers', async () => {
    let deletes = 0;
    const { record, still } = await played([], (request, outcome) => {
      if (!isDelete(request)) return undefined;
      deletes += 1;
      return status(outcome, 503);
    });
    const named = new Set(record.leftovers.map(({ id }) => id));
    expect(still.filter((id) => !named.has(id))).toEqual([]);
    expect(named.size).toBeGreaterThan(0);
    expect(deletes).toBeLessThan(1_000);
  });
});

test('a resource from before the run is changed at most, and named', async () => {
  const choices = ['create-lands-on-one-resource'];
  const reference = referenceWith({ faults: [], choices, seed: 1 });
  await provideResources(reference, systemClock, 1);
  const { record, still } = await played(choices, () => undefined, { reference });
  expect(still).toHaveLength(1);
  expect(record.leftovers).toMatchObject([
    { id: still[0], why: expect.stringContaining('existed before the run') },
  ]);
});
