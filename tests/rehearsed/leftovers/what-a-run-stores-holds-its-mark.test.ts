import { beforeAll, describe, expect, test } from 'vitest';
import { runMark } from '../../../clause/mark.ts';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';
import type { Outcome, Request, Transport } from '../../../wire/exchange.ts';
import { plain, readJson } from '../../../wire/json/json.ts';
import type { PlainJson } from '../../../clause/profile.ts';

const runId = '5ca1ab1e'.repeat(4);
const mark = runMark(runId);

/** Operations that store what they are sent, by what their target begins with. */
const storing = [
  ['create', 'POST', /^\/\w+\/resource$/],
  ['overwrite', 'PATCH', /^\/\w+\/resource$/],
  ['create or overwrite', 'PUT', /^\/\w+\/resource$/],
  ['record', 'POST', /^\/\w+\/resource\/(?:artificially-complex\/|description-with-urn-links)/],
  ['upload', 'POST', /^\/\w+\/resource\/images/],
  ['write to the namespace', 'POST', /^\/\w+\/resource\/namespace-action$/],
] as const;

interface Stored {
  readonly what: string;
  readonly isMarked: boolean;
  readonly body: PlainJson | undefined;
}

function storedBy(request: Request, outcome: Outcome | undefined): readonly Stored[] {
  if (outcome?.kind !== 'answer' || outcome.status >= 300) return [];
  const [path = ''] = request.target.split('?', 1);
  const [what] = storing.find(([, method, pattern]) => method === request.method && pattern.test(path)) ?? [];
  if (what === undefined) return [];
  const text = new TextDecoder().decode(request.body);
  const reading = readJson(request.body ?? new Uint8Array());
  return [
    {
      what,
      isMarked: `${request.target} ${text}`.includes(mark),
      body: reading.kind === 'json' ? (plain(reading.value) as PlainJson) : undefined,
    },
  ];
}

/** The case is that a resource has no text, or a single one; or that there is no member at all. */
function isWithoutText({ body }: Stored): boolean {
  if (JSON.stringify(body) === '{}') return true;
  const content = (body as { readonly objectTypeProperty?: Readonly<Record<string, unknown>> } | undefined)
    ?.objectTypeProperty;
  const texts = content?.['arrayOfStringExample'];
  return content !== undefined && (texts === undefined || (Array.isArray(texts) && texts.length <= 1));
}

describe('a text that a run stores', () => {
  const stored: Stored[] = [];
  /** How many requests were on their way while one created what holds no mark. */
  const besideUnmarked: number[] = [];

  beforeAll(async () => {
    let inFlight = 0;
    const around = (inner: Transport): Transport => ({
      ...inner,
      send: async (request, limits) => {
        inFlight += 1;
        const isCreate = request.method === 'POST' && /^\/\w+\/resource$/.test(request.target);
        const isUnmarked = isCreate && !new TextDecoder().decode(request.body).includes(mark);
        if (isUnmarked) besideUnmarked.push(inFlight);
        try {
          const outcome = await inner.send(request, limits);
          stored.push(...storedBy(request, outcome));
          return outcome;
        } finally {
          if (isUnmarked) besideUnmarked.push(inFlight);
          inFlight -= 1;
        }
      },
    });
    await rehearse({ plan, profile: referenceProfile, options: { runId }, around });
  });

  test.each(storing.map(([what]) => what))('a text that a %s stores contains the mark of the run', (what) => {
    const own = stored.filter((one) => one.what === what);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((one) => !one.isMarked && !isWithoutText(one))).toEqual([]);
  });

  test('lacks the mark in a create only without concurrent requests, so that its answer is hardly ever lost', () => {
    expect(besideUnmarked.length).toBeGreaterThan(4);
    expect(new Set(besideUnmarked)).toEqual(new Set([1]));
  });

  test('lacks the mark only if the case is a content without a text', () => {
    expect(stored.filter(({ isMarked }) => !isMarked).length).toBeLessThan(stored.length / 20);
  });
});
