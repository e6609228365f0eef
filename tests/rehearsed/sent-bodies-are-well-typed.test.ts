import { beforeAll, describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../faults/catalogue.ts';
import { requestFlaws } from '../../schemas/request-flaws.ts';
import { requests, type RequestSection } from '../../schemas/requests.ts';
import type { Outcome, Request, Transport } from '../../wire/exchange.ts';
import { plain, readJson } from '../../wire/json/json.ts';

/** A JSON body on its way to an operation whose request the contract shows, and how the reference answered. */
interface Sent {
  readonly section: RequestSection;
  readonly flaws: readonly string[];
  readonly status: number;
}

/** The operations that take a body, by what their path begins with after the collection; updates by id last. */
const operations: readonly (readonly [method: string, path: RegExp, section: RequestSection])[] = [
  ['POST', /^$/, '4.6'],
  ['PATCH', /^$/, '4.7'],
  ['PUT', /^$/, '4.8'],
  ['POST', /^\/artificially-complex\/path\//, '4.9'],
  ['POST', /^\/description-with-urn-links$/, '4.13'],
  ['POST', /^\/(?!images$|namespace-action|product-projection-search$)[^/]+$/, '4.10'],
];

function sectionOf({ method, target }: Request): RequestSection | undefined {
  const path = /^\/[^/]+\/resource([^?]*)/.exec(target)?.[1];
  if (path === undefined) return undefined;
  return operations.find(([one, pattern]) => one === method && pattern.test(path))?.[2];
}

function note(sent: Sent[], request: Request, outcome: Outcome | undefined): void {
  const section = sectionOf(request);
  const reading = request.body === undefined ? undefined : readJson(request.body);
  if (section === undefined || reading?.kind !== 'json' || outcome?.kind !== 'answer') return;
  sent.push({ section, flaws: requestFlaws(section, plain(reading.value)), status: outcome.status });
}

describe('of what a run sends', () => {
  const sent: Sent[] = [];

  beforeAll(async () => {
    const around = (inner: Transport): Transport => ({
      ...inner,
      send: async (request, limits) => {
        const outcome = await inner.send(request, limits);
        note(sent, request, outcome);
        return outcome;
      },
      race: async (requests, transport, limits) => {
        const raced = await inner.race(requests, transport, limits);
        for (const [at, request] of requests.entries()) note(sent, request, raced.outcomes[at]);
        return raced;
      },
    });
    await rehearse({ plan, profile: referenceProfile, around });
  });

  const accepted = (): readonly Sent[] => sent.filter(({ status }) => status < 300);
  const illTyped = (): readonly Sent[] => sent.filter(({ flaws }) => flaws.length > 0);

  test.each(Object.keys(requests))('bodies of %s are accepted, and well-typed then', (section) => {
    const own = accepted().filter((one) => one.section === section);
    expect(own.length).toBeGreaterThanOrEqual(5);
    expect(own.filter(({ flaws }) => flaws.length > 0)).toEqual([]);
  });

  test('little is ill-typed, and on purpose: the reference refuses it, whatever else is wrong', () => {
    expect(illTyped().filter(({ status }) => status < 400)).toEqual([]);
    expect(illTyped().length).toBeGreaterThan(0);
    expect(illTyped().length).toBeLessThan(sent.length / 10);
  });
});
