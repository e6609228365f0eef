import type { MatcherState } from 'vitest';
import { judgeCheck } from '../../clause/judgement.ts';
import { plan } from '../../config/plan.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { namesByOperation, operationOf, type Operation } from '../../contract/operations.ts';
import { Exchange } from '../../history/exchange.ts';
import { TargetHost } from '../../implementation/host/target-host.ts';
import { nothingLearnt } from '../../implementation/learnt.ts';
import { createEngine, type Engine } from '../../run/engine.ts';
import { depths, type RunOptions } from '../../run/options.ts';
import type { Transport } from '../../wire/exchange.ts';
import { jsonLine } from '../../reporters/visible.ts';
import { createVirtualClock } from '../../wire/virtual-clock.ts';

/** The known parts of an answer: a `Response` of fetch or undici, or an answer from another client. */
export type Answered =
  | Pick<Response, 'status' | 'headers' | 'arrayBuffer' | 'clone'>
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
      /** Octets, a text, or the parsed JSON value. */
      readonly body?: unknown;
    };

/** A clause that an answer breaks without further requests. */
export interface BrokenClause {
  readonly clause: string;
  readonly statement: string;
  readonly expected: string;
  readonly got: string;
  /** JSON Pointer of the deviating value, if there is such a value. */
  readonly pointer?: string;
}

declare module 'vitest' {
  interface Matchers<T> {
    /** Passes if this answer of an operation (`4.2`) breaks no MUST clause. */
    toConform(operation: Operation): T extends unknown ? Promise<void> : never;
  }
}

/** Parts of the contract that speak of the answers of every operation. */
const everywhere: ReadonlySet<string> = new Set(['General', 'Resources', 'Errors']);

/**
 * The MUST clauses that a single answer to a documented request breaks; clauses that need a second request are not
 * judged.
 *
 * @param operation - the section, `4.2`; for two operations of one section `4.16.GET` and `4.16.POST`
 * @throws RangeError for an operation that the contract does not have
 */
export async function brokenBy(answered: Answered, operation: Operation): Promise<readonly BrokenClause[]> {
  const name = namesByOperation.find(
    (one) => operationOf(one) === operation || endpoint(one).section === operation,
  );
  if (name === undefined) throw new RangeError(`found operation ${String(operation)}; expected one of ${namesByOperation.map(operationOf).join(', ')}`); // prettier-ignore
  const engine = engineOf();
  const host = new TargetHost(engine, nothingLearnt(engine.callers.none));
  engine.history.append(await exchangeOf(name, answered, engine));
  return plan.sections
    .filter(({ part }) => part === endpoint(name).section || everywhere.has(part))
    .flatMap(({ clauses }) => clauses)
    .flatMap((clause) => {
      if (clause.says === undefined || clause.level !== 'MUST') return [];
      const underWay = host.begin(clause.id, clause.placing);
      clause.says(underWay.on);
      underWay.end();
      const { verdict, findings } = judgeCheck(underWay.tally(), clause);
      if (verdict !== 'fail') return [];
      return findings.map(({ expected, got, deviation }) => ({
        clause: clause.id,
        statement: clause.statement,
        expected,
        got,
        ...(deviation !== undefined && 'pointer' in deviation ? { pointer: deviation.pointer } : {}),
      }));
    });
}

/** Matchers for vitest: `expect.extend(matchers)`, then `await expect(response).toConform('4.2')`. */
export const matchers = {
  async toConform(this: Pick<MatcherState, 'isNot'>, answered: Answered, operation: Operation) {
    const broken = await brokenBy(answered, operation);
    return {
      pass: broken.length === 0,
      message: (): string =>
        this.isNot === true
          ? `expected an answer that breaks a clause of ${operation}, but it breaks none`
          : broken.map(told).join('\n\n'),
    };
  },
};

function told({ clause, statement, expected, got, pointer }: BrokenClause): string {
  const place = pointer === undefined ? '' : ` at ${pointer === '' ? 'the whole body' : pointer}`;
  return `${clause}: ${statement}\n  expected  ${expected}\n  got       ${got}${place}`;
}

async function exchangeOf(name: EndpointName, answered: Answered, { callers }: Engine): Promise<Exchange> {
  const { method = 'POST', path } = endpoint(name);
  const [caller = callers.none] = callers.supplied;
  return new Exchange({
    number: 1,
    endpoint: name,
    caller,
    request: {
      method,
      target: path.replace('{projectKey}', 'demo').replaceAll(/\{\w+\}/g, 'a'),
      headers: [],
    },
    outcome: {
      kind: 'answer',
      status: answered.status,
      headers: headersOf(answered.headers),
      body: await bodyOf(answered),
      sentAt: 0,
      answeredAt: 1,
    },
    redirects: 0,
  });
}

function headersOf(headers: Answered['headers'] = []): readonly (readonly [string, string])[] {
  return Symbol.iterator in headers ? [...headers] : Object.entries(headers);
}

async function bodyOf(answered: Answered): Promise<Uint8Array> {
  if ('arrayBuffer' in answered) return new Uint8Array(await answered.clone().arrayBuffer());
  const { body } = answered;
  if (body === undefined) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : jsonLine(body));
}

function engineOf(): Engine {
  const sent = (): never => {
    throw new Error('judging an answer sends nothing');
  };
  const transport: Transport = { send: sent, sendRaw: sent, sendOnOneConnection: sent, race: sent, raceTransports: sent, close: () => Promise.resolve() } as unknown as Transport; // prettier-ignore
  return createEngine(
    { options, transport, clock: createVirtualClock(), redact: (text) => text },
    () => true,
  );
}

const options: RunOptions = {
  baseUrl: 'http://answered.invalid',
  projectKey: 'demo',
  tokens: [{ label: 'a client', token: 'a client', scopes: ['manage_test:demo', 'view_test:demo'] }],
  profile: {},
  consent: new Set(),
  without: new Set(),
  depth: depths.ci,
  seed: 1,
  settle: { readMs: 0, queryMs: 0 },
  readOnly: true,
  concurrency: 1,
  timeoutMs: 1,
  budgetRequests: 0,
  maxBytes: 16 * 1024 * 1024,
  headers: [],
  trace: false,
  runId: '0'.repeat(32),
  userAgent: '',
  evidence: 'full',
};
