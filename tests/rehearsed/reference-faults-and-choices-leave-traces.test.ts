import { beforeAll, describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { choices, faults, referenceProfile, referenceWith } from '../../faults/catalogue.ts';
import { createReference } from '../../reference/create.ts';
import { openClausesVariedBy } from '../support/choice-expectations.ts';
import { firstIds, travel, type Stop } from '../support/reference-tour/tour.ts';
import type { Request } from '../../wire/exchange.ts';
import { longStops, tourStops } from '../support/reference-tour/stops.ts';

/** The requests of a whole run against the honest reference, one after the other. */
async function stopsOfARun(): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  const noted = ({ method, target, headers, body = new Uint8Array() }: Request): void => {
    stops.push({ requests: [{ method, target, headers, body }] });
  };
  await rehearse({
    plan,
    profile: referenceProfile,
    around: (inner) => ({
      ...inner,
      send: async (request, limits) => {
        noted(request);
        return await inner.send(request, limits);
      },
      sendRaw: async (request, limits) => {
        noted(request);
        return await inner.sendRaw(request, limits);
      },
      race: async (requests, transport, limits) => {
        requests.forEach(noted);
        return await inner.race(requests, transport, limits);
      },
    }),
  });
  return stops;
}

const tours: { readonly stops: readonly Stop[]; readonly honest: readonly string[] }[] = [];

beforeAll(async () => {
  const ids = await firstIds(40);
  for (const stops of [tourStops(ids), longStops(ids), await stopsOfARun()])
    tours.push({ stops, honest: await travel(createReference(), stops) });
});

/** The first answer that differs from the honest one; the longer tours are taken only if the others show nothing. */
async function trace(options: Parameters<typeof referenceWith>[0]): Promise<string | undefined> {
  for (const { stops, honest } of tours) {
    const seen = await travel(referenceWith(options), stops);
    const changed = seen.find((line, index) => line !== honest[index]);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

test('the honest reference answers a tour the same way every time', async () => {
  for (const { stops, honest } of tours) expect(await travel(createReference(), stops)).toEqual(honest);
});

test('an unknown name is refused', () => {
  expect(() => referenceWith({ faults: ['no-such-fault'] })).toThrow('no fault is named no-such-fault');
  expect(() => referenceWith({ choices: ['no-such-choice'] })).toThrow('no choice is named no-such-choice');
});

test('names are unique, in kebab-case, and excluded choices exist', () => {
  const names = [...faults, ...choices].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  for (const { excludes = [] } of choices) for (const name of excludes) expect(names).toContain(name);
});

// A fault that a clause fails has changed an answer, and so has a choice under which an open clause shows something
// else: `faults-of-…-are-caught` and `choices` look at these.
const faultNames = faults.filter(({ breaks }) => breaks === undefined).map(({ name }) => name);
const choiceNames = choices.map(({ name }) => name).filter((name) => openClausesVariedBy(name).length === 0);

describe('an answer is changed', () => {
  test.each(faultNames)('by the fault %s', async (name) => {
    expect(await trace({ faults: [name] })).toBeDefined();
  });

  test.each(choiceNames)('by the choice %s', async (name) => {
    expect(await trace({ choices: [name] })).toBeDefined();
  });
});
