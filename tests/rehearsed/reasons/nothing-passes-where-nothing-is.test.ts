import { describe, expect, test } from 'vitest';
import { plan as wholePlan } from '../../../config/plan.ts';
import { createInProcessTransport } from '../../../config/runs/in-process-transport.ts';
import { embeddedTokens } from '../../../config/runs/rehearsal.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { operationOf, type Operation } from '../../../reference/routes.ts';
import { attention } from '../../../reporters/attention.ts';
import type { RunOptions } from '../../../run/options.ts';
import type { Outcome, Request, Transport } from '../../../wire/exchange.ts';
import { header } from '../../../wire/media-type.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { judgeWhole, optionsOf, type WholeRun } from '../../support/whole-run.ts';

interface Circumstances {
  /** What is before the operations refuses anyone who it does not know: 401. */
  readonly hasFront?: boolean;
  readonly options?: Partial<RunOptions>;
}

/** The reference, but that there is nothing at some operations. */
async function judgedWithout(
  operations: readonly Operation[],
  status: number,
  { hasFront = false, options = {} }: Circumstances = {},
): Promise<WholeRun> {
  const clock = createVirtualClock();
  const inner = createInProcessTransport(referenceWith({}), clock, { latencyMs: 1 });
  const known = new Set(embeddedTokens().map(({ token }) => `Bearer ${token}`));
  const without = (outcome: Outcome, request: Request | undefined): Outcome => {
    const operation = request && operationOf(request);
    if (outcome.kind !== 'answer' || operation === undefined || !operations.includes(operation))
      return outcome;
    const isStranger = hasFront && !known.has(header(request?.headers ?? [], 'authorization') ?? '');
    return { ...outcome, status: isStranger ? 401 : status, headers: [], body: new Uint8Array() };
  };
  const transport: Transport = {
    ...inner,
    send: async (request, limits) => without(await inner.send(request, limits), request),
    sendOnOneConnection: async (requests, limits) =>
      (await inner.sendOnOneConnection(requests, limits)).map((outcome, at) =>
        without(outcome, requests[at]),
      ),
  };
  return await judgeWhole({ transport, clock, options: optionsOf('http://missing.invalid', options) });
}

const missing: readonly (readonly [string, readonly Operation[], number])[] = [
  ['4.3', ['4.3'], 404],
  ['4.4', ['4.4'], 404],
  ['4.7', ['4.7'], 404],
  ['4.8', ['4.8'], 501],
  ['4.9', ['4.9'], 404],
  ['4.12', ['4.12'], 405],
  ['4.13', ['4.13'], 404],
  ['4.14', ['4.14'], 404],
  ['4.14', ['4.14'], 405],
  ['4.15', ['4.15'], 404],
  ['4.16', ['4.16.GET', '4.16.POST'], 404],
  ['4.17', ['4.17'], 404],
  ['4.18', ['4.18'], 404],
];

function sectionOf(operation: Operation): string {
  return operation.split('.').slice(0, 2).join('.');
}

describe('no clause passes on a server without operations', () => {
  test.each(missing)('%s, %j answered %i', async (section, operations, status) => {
    const { report } = await judgedWithout(operations, status);
    const passing = report.clauses.filter(
      (clause) => clause.section === section && (clause.verdict === 'pass' || clause.verdict === 'warn'),
    );
    expect(passing.map(({ id }) => id)).toEqual([]);
    const { limits } = attention(report);
    if (status === 404) expect(limits?.line).toContain(section);
    expect(limits?.costly.map(({ limit }) => limit) ?? []).not.toContain(section);
  });

  describe('a server without half of the operations', () => {
    const left = '4.7,4.8,4.9,4.13,4.14,4.15,4.16,4.17,4.18';
    const operations = missing.flatMap(([, names]) => names).filter((name) => left.includes(sectionOf(name)));
    const promised = { required: true };
    const options = {
      profile: {
        search: { method: 'POST' },
        image: { method: 'POST' },
        auth: { '4.9': promised, '4.13': promised, '4.17': promised, '4.18': promised },
      },
    } as const;

    test.each([
      ['to everybody', false],
      ['behind a front that refuses strangers', true],
    ])('%s: passes no clause there, and the advice to leave it out is one line', async (_whom, hasFront) => {
      const { report, judgements, text } = await judgedWithout(operations, 404, { hasFront, options });
      const passing = report.clauses.filter(
        ({ id, section, verdict }) =>
          (left.split(',').includes(section) || id.startsWith('declared/')) &&
          (verdict === 'pass' || verdict === 'warn'),
      );
      expect(passing.map(({ id }) => id)).toEqual([]);
      const line = `CONFORMANCE_WITHOUT=${left}`;
      expect(attention(report).limits).toMatchObject({ line, costly: [] });
      expect(text).toContain(line);
      expect(text).not.toMatch(/samples\b/);
      const drafted = wholePlan.sections
        .flatMap(({ clauses }) => clauses)
        .filter(
          ({ part, declares }) =>
            left.split(',').includes(part) &&
            declares.length > 0 &&
            declares.every(({ ofAbsence }) => ofAbsence !== true),
        );
      expect(drafted.filter(({ id }) => judgements.get(id)?.observed !== undefined)).toEqual([]);
    });

    test.each([false, true])(
      'a server with one token without any consent, behind a gateway: %s',
      async (hasFront) => {
        const [manages] = embeddedTokens();
        const { report, text } = await judgedWithout(operations, 404, {
          hasFront,
          options: { profile: {}, consent: new Set(), tokens: manages === undefined ? [] : [manages] },
        });
        const passing = report.clauses.filter(
          ({ section, verdict }) =>
            left.split(',').includes(section) && (verdict === 'pass' || verdict === 'warn'),
        );
        expect(passing.map(({ id }) => id)).toEqual([]);
        expect(attention(report).limits?.line).toContain(`CONFORMANCE_WITHOUT=${left}`);
        expect(text).not.toMatch(/samples\b/);
      },
    );
  });

  test('a missing operation of two passes no clause because of the other', async () => {
    const { judgements } = await judgedWithout(['4.16.GET'], 404);
    expect(judgements.get('4.16/read-without-server-error')?.verdict).toBe('not-tested');
    expect(judgements.get('4.16/write-without-server-error')?.verdict).toBe('pass');
  });

  test.each([
    ['4.10', 404],
    ['4.11', 404],
  ] as const)('%s cannot be left out, and passes no clause', async (section, status) => {
    const { report } = await judgedWithout([section], status);
    const passing = report.clauses.filter(
      (clause) =>
        clause.section === section && clause.verdict === 'pass' && !clause.id.endsWith('/route-exists'),
    );
    expect(passing.map(({ id }) => id)).toEqual([]);
  });
});
