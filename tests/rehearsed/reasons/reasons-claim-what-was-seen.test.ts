import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import type { Claim, Reason } from '../../../clause/sample.ts';
import { plan } from '../../../config/plan.ts';
import {
  rehearsalOptions,
  rehearse,
  type Rehearsal,
  type Rehearsed,
} from '../../../config/runs/rehearsal.ts';
import { choices, faults, referenceProfile } from '../../../faults/catalogue.ts';
import { succeeding } from '../../../faults/rewrite.ts';
import { createReference } from '../../../reference/create.ts';
import { History } from '../../../history/history.ts';
import { Exchange } from '../../../history/exchange.ts';
import type { Transport } from '../../../wire/exchange.ts';
import { mistakes } from '../../processes/operators/mistakes.ts';
import { rehearseFault } from '../../support/fault-expectations.ts';
import { shownMethods } from '../../support/rehearsed-habits.ts';
import { clausesOf } from '../../support/selected-clauses.ts';
import { rowsPlayed } from '../../support/played-rows.ts';

let record: MockInstance<History['append']>;
beforeEach(() => {
  record = vi.spyOn(History.prototype, 'append');
});
afterEach(() => {
  record.mockRestore();
});

/** What is claimed, and does not hold of the exchanges of the run. */
function untrue({ judgements }: Pick<Rehearsed, 'judgements'>): readonly string[] {
  const sent = record.mock.calls.flatMap(([entry]) => (entry instanceof Exchange ? [entry] : []));
  const numbered = new Map(sent.map((exchange) => [exchange.number, exchange]));
  const shown = sent.filter(({ succeeded }) => succeeded).map(textOf);
  return [...judgements].flatMap(([clause, { reason }]) => [
    ...(reason?.claims ?? [])
      .filter((claim) => !holds(claim, numbered, shown))
      .map((claim) => `${clause}: ${JSON.stringify(claim)}, as in "${reason?.text ?? ''}"`),
    ...(reason === undefined
      ? []
      : unclaimed(reason).map((status) => `${clause}: ${status} in "${reason.text}"`)),
  ]);
}

/** Statuses of which the sentence speaks, and no claim does. */
function unclaimed({ text, claims = [] }: Reason): readonly string[] {
  const claimed = claims.flatMap((claim) => (claim.kind === 'answered' ? [`${claim.status}`] : []));
  if (claimed.length === 0) return [];
  return [...text.matchAll(/\banswered (\d{3})\b/g)]
    .map(([, status = '']) => status)
    .filter((status) => !claimed.includes(status));
}

function holds(claim: Claim, numbered: ReadonlyMap<number, Exchange>, shown: readonly string[]): boolean {
  const named = (numbers: readonly number[]): readonly (Exchange | undefined)[] =>
    numbers.map((number) => numbered.get(number));
  switch (claim.kind) {
    case 'answered':
      return numbered.get(claim.exchange)?.status === claim.status;
    case 'lost':
      return numbered.get(claim.exchange)?.outcome.kind === 'failure';
    case 'alike':
    case 'unlike': {
      const [one, other] = named(claim.exchanges).map(saidBy);
      return one !== undefined && (one === other) === (claim.kind === 'alike');
    }
    case 'not-every-time': {
      const { deviating, otherwise } = claim;
      const requests = named([...deviating, ...otherwise]).map((one) => one && requestOf(one, shown));
      return deviating.length > 0 && otherwise.length > 0 && new Set(requests).size === 1;
    }
    case 'waits-for':
      return plan.sections.some(({ clauses }) => clauses.some(({ id }) => id === claim.clause));
  }
}

function saidBy(exchange: Exchange | undefined): string | undefined {
  return exchange === undefined ? undefined : `${exchange.status ?? 0} ${textOf(exchange)}`;
}

function textOf({ body }: Exchange): string {
  return Buffer.from(body).toString('latin1');
}

/** What was asked for and by whom, without the names of what there is. */
function requestOf({ endpoint, caller, request }: Exchange, shown: readonly string[]): string {
  const [path = ''] = request.target.split('?');
  const segments = path.split('/').map((segment) => {
    const name = segment.replace(/^key=/, '');
    return /\d/.test(name) && shown.some((text) => text.includes(name)) ? '*' : segment;
  });
  return `${request.method} ${endpoint ?? ''} ${segments.join('/')} as ${caller.label}`;
}

describe('the claims of a reason hold for the exchanges that it names', () => {
  test.each(
    rowsPlayed({ table: 'claims of faults', rows: faults, nameOf: ({ name }) => name, oneIn: 120 }).map(
      (fault) => [fault.name, fault] as const,
    ),
  )('with the fault %s', async (_name, fault) => {
    expect(untrue(await rehearseFault(fault))).toEqual([]);
  });

  test.each(
    rowsPlayed({ table: 'claims of habits', rows: choices, nameOf: ({ name }) => name, oneIn: 30 }).map(
      ({ name }) => [name],
    ),
  )('with the habit %s', async (name) => {
    expect(untrue(await rehearse({ plan, choices: [name], profile: shownMethods }))).toEqual([]);
  });

  test.each(
    rowsPlayed({ table: 'claims of mistakes', rows: mistakes, nameOf: ({ name }) => name, oneIn: 8 }).map(
      (one) => [one.name, one] as const,
    ),
  )('with the mistake %s', async (_name, { make }) => {
    const options = make(rehearsalOptions(referenceProfile, 1));
    expect(untrue(await rehearse({ plan, profile: referenceProfile, options }))).toEqual([]);
  });
});

/** Answers some requests in place of the reference; `undefined` leaves them to it. */
const answering =
  (answer: (target: string) => { readonly status: number; readonly body: string } | undefined) =>
  (inner: Transport): Transport => ({
    ...inner,
    send: async (request, limits) => {
      const outcome = await inner.send(request, limits);
      const told = outcome.kind === 'answer' ? answer(request.target) : undefined;
      if (outcome.kind !== 'answer' || told === undefined) return outcome;
      const headers = [['Content-Type', 'application/json']] as const;
      return { ...outcome, status: told.status, headers, body: new TextEncoder().encode(told.body) };
    },
  });

describe('a reason without evidence', () => {
  const judged = async (part: string, more: Partial<Rehearsal>): Promise<Rehearsed> =>
    await rehearse({ plan, profile: referenceProfile, selected: clausesOf((one) => one === part), ...more });

  test('mentions no difference between answers that are equal to the octet', async () => {
    const empty = { status: 200, body: '{"limit":20,"count":0,"total":0,"results":[]}' };
    const around = answering((target) => (target.includes('product-projection-search') ? empty : undefined));
    const found = await judged('4.14', { around });
    const { reason } = found.judgements.get('4.14/refused-to-unknown-token') ?? {};
    expect(reason?.text).toMatch(/ got the same answer, 200 /);
    expect(reason?.claims).toContainEqual(expect.objectContaining({ kind: 'alike' }));
    expect(untrue(found)).toEqual([]);
  });

  test('mentions no failed read if reads show no version', async () => {
    const wraps = [
      succeeding(undefined, (response) => {
        const text = new TextDecoder().decode(response.body);
        return { ...response, body: new TextEncoder().encode(text.replace(/"version":\d+,?/, '')) };
      }),
    ];
    const found = await judged('4.10', { reference: createReference({ wraps }) });
    const reasons = [...found.judgements.values()].flatMap(({ reason }) => reason ?? []);
    expect(reasons.some(({ text }) => text.includes('no read showed an integer version'))).toBe(true);
    for (const { text } of reasons) expect(text).not.toContain('of the run could be read');
    expect(untrue(found)).toEqual([]);
  });

  test('treats a known key and invented keys as different requests', async () => {
    const around = answering((target) => {
      const key = /\/key=(.*)$/.exec(target)?.[1];
      if (key === undefined) return undefined;
      return key.includes('%') ? { status: 404, body: '{}' } : { status: 500, body: '{}' };
    });
    const found = await judged('4.3', { around });
    expect(found.judgements.get('4.3/answers-without-server-error')?.verdict).toBe('fail');
    expect(untrue(found)).toEqual([]);
  });
});
