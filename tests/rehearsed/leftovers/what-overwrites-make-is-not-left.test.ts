import { expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import type { RunRecord } from '../../../clause/report.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { latest } from '../../../reference/state.ts';
import type { Answer, Outcome, Request } from '../../../wire/exchange.ts';
import { shownMethods } from '../../support/rehearsed-habits.ts';

/** The outcome of an answer on its way back. */
type Disturbance = (request: Request, answer: Answer) => Outcome;

/** A run on a server on which each PUT makes a resource: its record, and the ids of what is still there. */
async function played(weather: Disturbance): Promise<{ record: RunRecord; still: readonly string[] }> {
  const reference = referenceWith({ faults: [], choices: ['put-always-creates'], seed: 1 });
  const { record } = await rehearse({
    plan,
    profile: shownMethods,
    reference,
    around: (inner) => ({
      ...inner,
      send: async (request, limits) => {
        const outcome = await inner.send(request, limits);
        return outcome.kind === 'answer' ? weather(request, outcome) : outcome;
      },
    }),
  });
  const there = [...(reference.state.projects.get('demo')?.resources.values() ?? [])];
  return { record, still: there.filter((one) => !latest(one).deleted).map(({ id }) => id) };
}

const isOfCollection = ({ target }: Request): boolean => /^\/demo\/resource(?:\?|$)/.test(target);

test('a resource that a PUT has made is removed if its id is at another place than in a create', async () => {
  const { record, still } = await played((request, answer) => {
    if (!isOfCollection(request) || answer.status >= 300) return answer;
    if (request.method === 'PUT')
      return { ...answer, headers: answer.headers.filter(([name]) => !/^location$/i.test(name)) };
    if (request.method !== 'POST') return answer;
    const text = new TextDecoder().decode(answer.body).replace(/"id":"[^"]*","key":"[^"]*",/, '');
    return { ...answer, body: new TextEncoder().encode(text) };
  });
  expect(record.requests).toBeGreaterThan(1_000);
  expect(still).toEqual([]);
  expect(record.leftovers).toEqual([]);
});

test('a resource from a PUT whose answer was lost is removed or named', async () => {
  let puts = 0;
  const { record, still } = await played((request, answer) => {
    if (request.method !== 'PUT' || !isOfCollection(request) || answer.status >= 300) return answer;
    puts += 1;
    const { sentAt, answeredAt } = answer;
    if (puts % 3 !== 0) return answer;
    return { kind: 'failure', failure: 'reset', detail: 'dropped', wrote: true, sentAt, answeredAt };
  });
  expect(puts).toBeGreaterThan(6);
  const named = record.leftovers.map(({ id }) => id);
  const unnamed = still.filter((id) => !named.includes(id));
  expect(unnamed.length).toBeLessThanOrEqual(named.filter((id) => id === 'unknown').length);
});

test('a resource from a PUT is named if its answer does not show it', async () => {
  const { record, still } = await played((request, answer) =>
    request.method === 'PUT' && isOfCollection(request) && answer.status < 300
      ? { ...answer, status: 204, headers: [], body: new Uint8Array() }
      : answer,
  );
  expect(still.length).toBeGreaterThan(0);
  expect(record.leftovers.map(({ id }) => id).toSorted()).toEqual([...still].toSorted());
});

test('resources of other clients stay unchanged if an id in the body is the target of an overwrite', async () => {
  const choices = ['overwrites-reach-a-standing-resource'];
  const reference = referenceWith({ faults: [], choices, seed: 1 });
  const { record } = await rehearse({ plan, profile: shownMethods, reference });
  expect(record.requests).toBeGreaterThan(1_000);
  expect(record.leftovers).toEqual([]);
  expect(reference.state.projects.get('demo')?.resources.has('the-one')).toBe(false);
});
