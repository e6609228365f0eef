import { faults } from '../../../faults/catalogue.ts';
import type { Fault } from '../../../faults/fault.ts';
import { bare } from '../../../faults/rewrite.ts';
import { createReference, type Reference } from '../../../reference/create.ts';
import { handle as honestHandle } from '../../../reference/handle.ts';
import { honestPolicy } from '../../../reference/honest/policy.ts';
import type { Request } from '../../../reference/message.ts';
import { override, type State } from '../../../reference/policy.ts';
import { seededRandom } from '../../../reference/random.ts';
import type { Handle, Reply } from '../../../reference/reply.ts';
import { operationOf, type Operation } from '../../../reference/routes.ts';
import { runDue } from '../../../reference/state.ts';
import { hashText } from '../../../run/random.ts';
import { readJson, sameJson } from '../../../wire/json/json.ts';

/** When a fault may act: it has a share of the requests, or those that are alike in something. */
export const gates = [
  'one in three',
  'one in ten',
  'from the third time on',
  'for one resource in two',
  'only in company',
] as const;

/** One of them. */
export type Gate = (typeof gates)[number];

/**
 * A reference that is honest but where a gate lets a fault act, and each time that it did so on an answer that shows
 * something, in words.
 */
export interface Gated {
  readonly reference: Reference;
  readonly acted: readonly string[];
}

/** Numbers that a copy draws as well. */
interface Drawing {
  readonly draw: () => number;
  readonly copy: () => () => number;
}

function drawing(seed: number): Drawing {
  const drawn: number[] = [];
  const random = seededRandom(seed);
  const at = (index: number): number => {
    while (drawn.length <= index) drawn.push(random());
    return drawn[index] ?? 0;
  };
  let next = 0;
  return {
    draw: () => at((next += 1)),
    copy: () => {
      let copied = next;
      return () => at((copied += 1));
    },
  };
}

/** The reference with one fault behind a gate. */
export function gatedReference(name: string, gate: Gate, seed: number): Gated {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`no fault is named ${name}`);
  const brokenHandle = listed(fault.wrap).reduce<Handle>((next, wrap) => wrap(next), honestHandle);
  const policy = override(honestPolicy, listed(fault.override));
  return gated(gate, seed, (honest) => {
    const broken: State = { ...honest, policy };
    return (request, now) => brokenHandle(broken, request, now);
  });
}

/** The answer, or the one of anyone who serves a handler that throws: a state may be spoilt, too. */
function guarded(answer: () => Reply): Reply {
  try {
    return answer();
  } catch {
    return { response: bare(500) };
  }
}

/** Answers in the place of the reference, with its state. */
export type Breaking = (honest: State) => (request: Request, now: number) => Reply;

/** The reference with something else behind a gate. */
export function gated(gate: Gate | 'always', seed: number, breaking: Breaking): Gated {
  const numbers = drawing(seed);
  const honest: State = { ...createReference({ seed }).state, random: numbers.draw };
  const broken = breaking(honest);
  const isOpen = opening(gate, seed);
  const acted: string[] = [];
  const handle: Handle = (_state, request, now) => {
    runDue(honest, now);
    if (!isOpen(request, now)) return guarded(() => honestHandle(honest, request, now));
    const due = dueAt(request, now);
    return noting(
      request,
      due,
      guarded(() => broken(request, now)),
    );
  };
  const dueAt = (request: Request, now: number): Reply =>
    guarded(() => honestHandle(copyOf(honest, numbers), request, now));
  /** What comes after a pause is held to what is due then. */
  const noting = (request: Request, due: Reply, reply: Reply): Reply => {
    if (!('response' in reply))
      return {
        waitMs: reply.waitMs,
        resume: (now) => noting(request, dueAt(request, now), reply.resume(now)),
      };
    if (isOther(due, reply) && isTelling(request, due, reply))
      acted.push(`${asked(request)}: ${told(reply)}, due: ${told(due)}`);
    return reply;
  };
  return { reference: { state: honest, handle }, acted };
}

function listed<T>(one: T | undefined): readonly T[] {
  return one === undefined ? [] : [one];
}

function opening(gate: Gate | 'always', seed: number): (request: Request, now: number) => boolean {
  const random = seededRandom(seed + 1);
  const times = new Map<string, number>();
  let last = -1;
  return (request, now) => {
    const isBeside = now === last;
    last = now;
    switch (gate) {
      case 'always':
        return true;
      case 'one in three':
        return random() < 1 / 3;
      case 'one in ten':
        return random() < 1 / 10;
      case 'from the third time on': {
        const operation = operationOf(request) ?? '';
        times.set(operation, (times.get(operation) ?? 0) + 1);
        return (times.get(operation) ?? 0) > 2;
      }
      case 'for one resource in two':
        return hashText(request.target.split('?', 1)[0] ?? '') % 2 === 0;
      case 'only in company':
        return isBeside;
    }
  };
}

/** What is done to it changes nothing of the original. */
function copyOf(state: State, numbers: Drawing): State {
  const projects = new Map(
    [...state.projects].map(([key, project]) => [
      key,
      {
        ...project,
        resources: new Map(
          [...project.resources].map(([id, resource]) => [
            id,
            { ...resource, history: [...resource.history] },
          ]),
        ),
      },
    ]),
  );
  return { ...state, projects, jobs: [], random: numbers.copy() };
}

function isOther(one: Reply, other: Reply): boolean {
  if (!('response' in one) || !('response' in other)) return 'response' in one !== 'response' in other;
  const [a, b] = [one.response, other.response];
  return (
    a.status !== b.status ||
    JSON.stringify(a.headers) !== JSON.stringify(b.headers) ||
    !isSameBody(a.body, b.body)
  );
}

/** The same octets, or the same JSON with its members in another order. */
function isSameBody(one: Uint8Array, other: Uint8Array): boolean {
  if (Buffer.from(one).equals(Buffer.from(other))) return true;
  const [a, b] = [readJson(one), readJson(other)];
  return one.length === other.length && a.kind === 'json' && b.kind === 'json' && sameJson(a.value, b.value);
}

/** Writes of which the contract shows no response (4.7, 4.8, 4.10): what they store shows in reads. */
const answeredInAnyWay: readonly (Operation | undefined)[] = ['4.7', '4.8', '4.10'];

/**
 * Whether an answer says more than what the contract leaves open: which refusal it is, except a conflict; what such a
 * write is answered with; whether a create passes validation; whether a check with parameters finds something; and whatever
 * another project has.
 */
function isTelling(request: Request, due: Reply, reply: Reply): boolean {
  if (!('response' in due) || !('response' in reply)) return true;
  const operation = operationOf(request);
  const [owed, came] = [due.response.status, reply.response.status];
  if (!request.target.startsWith('/demo/')) return false;
  if (owed >= 300 && came >= 300 && came < 500) return operation === '4.10' && owed === 409;
  if (answeredInAnyWay.includes(operation) && owed < 300 && came < 300) return false;
  if (operation === '4.6' && owed < 300 && [400, 422].includes(came)) return false;
  return !(operation === '4.5' && request.target.includes('?') && owed === 200 && came === 404);
}

function asked({ method, target, body }: Request): string {
  return `${method} ${target}${body.length === 0 ? '' : ` ${cut(body)}`}`;
}

function told(reply: Reply): string {
  if (!('response' in reply)) return 'no answer';
  const { status, body } = reply.response;
  return `${status} ${cut(body)}`;
}

function cut(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8', 0, 2000);
}

/** Faults that a gate may let act: those that need nothing declared that the reference does not declare. */
export const gateable: readonly Fault[] = faults.filter(
  ({ profile, depth, unseenBecause, breaks }) =>
    profile === undefined && depth === undefined && unseenBecause === undefined && breaks !== undefined,
);
