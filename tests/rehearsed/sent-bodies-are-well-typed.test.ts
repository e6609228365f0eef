import { beforeAll, describe, expect, test } from 'vitest';
import type { Clause } from '../../clause/clause.ts';
import type { Profile } from '../../clause/profile.ts';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../faults/catalogue.ts';
import type { Stage } from '../../implementation/stage.ts';
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

describe('among the requests of a run', () => {
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

  test('few bodies are ill-typed, and only on purpose: the reference refuses them in spite of other errors', () => {
    expect(illTyped().filter(({ status }) => status < 400)).toEqual([]);
    expect(illTyped().length).toBeGreaterThan(0);
    expect(illTyped().length).toBeLessThan(sent.length / 10);
  });
});

describe('a check with a mistaken body', () => {
  const id = '4.6/accepts-a-typed-body';
  const judged = async (check: (on: Stage) => Promise<void>) => {
    const mistaken = (clause: Clause<Stage>): Clause<Stage> =>
      clause.id === id && 'check' in clause ? { ...clause, check } : clause;
    const sections = plan.sections.map((section) => ({
      ...section,
      clauses: section.clauses.map(mistaken),
    }));
    const bodies: string[] = [];
    const around = (inner: Transport): Transport => ({
      ...inner,
      send: async (request, limits) => {
        bodies.push(new TextDecoder().decode(request.body));
        return await inner.send(request, limits);
      },
    });
    const { judgements, statement } = await rehearse({
      plan: { sections, evidence: [] },
      selected: new Set([id]),
      around,
    });
    return { judgement: judgements.get(id), statement, bodies };
  };

  test.each([
    ['well-typed', 'mistaken', 'CreateRequest/objectTypeProperty must be object'],
    ['ill-typed', {}, 'its schema accepts it'],
  ] as const)(
    'a body that should be %s ends the check in an error, and sends nothing',
    async (bodyIs, content, words) => {
      const { judgement, statement, bodies } = await judged(async (on) => {
        await on.ask('create', {
          as: on.writer,
          json: { objectTypeProperty: content, own: 'mistaken' },
          bodyIs,
        });
        on.held();
      });
      expect(judgement).toMatchObject({ verdict: 'error', findings: [] });
      expect(JSON.stringify(judgement)).toContain(words);
      expect(bodies.filter((body) => body.includes('mistaken'))).toEqual([]);
      expect(statement.verdict).not.toBe('NON-CONFORMANT');
    },
  );
});

describe('a record of the vendor that its schema refuses', () => {
  const id = '4.9/record-requirements';
  const judged = async (profile: Profile) =>
    (await rehearse({ plan, profile, selected: new Set([id]) })).judgements.get(id);

  test('is sent anyway, and a note names the member of the profile', async () => {
    for (const section of ['4.9', '4.13'] as const)
      expect(await judged({ samples: { [section]: { body: { version: 1 } } } })).toMatchObject({
        findings: [],
        suspicion: {
          why: `The profile's samples.${section}.body is not of the types shown: OrderedRecord/version must be string.`,
        },
      });
  });

  test('gets no note if the vendor declares the type', async () => {
    const samples = { '4.13': { body: { version: 1 } } };
    const { suspicion } = (await judged({ samples, records: { types: { version: 'integer' } } })) ?? {};
    expect(suspicion).toBeUndefined();
  });
});
