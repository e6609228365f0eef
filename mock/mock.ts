import { mockHeader } from '../history/of-mock.ts';
import { empty } from '../reference/call.ts';
import type { Reference } from '../reference/create.ts';
import { withHeader, type Request, type Response } from '../reference/message.ts';
import type { State } from '../reference/policy.ts';
import { mapResponse, type Reply } from '../reference/reply.ts';
import type { Project } from '../reference/resource.ts';
import { operationOf } from '../reference/routes.ts';
import { emptyProject } from '../reference/state.ts';
import { controlled, type Steered, refusalOf } from './control.ts';
import { Planned } from './planned.ts';
import { SeenRequests } from './seen-requests.ts';
import type { StateFile } from './state-file.ts';
import { readState, writeState } from './state-text.ts';
import { preferred, type Wish } from './wishes.ts';

/** Makes a new reference; with a fault if one is named. */
export type MakeReference = (fault?: string) => Reference;

/** A reference whose state can be set back, with wishes; it is served like any reference. */
export class Mock implements Reference, Steered {
  readonly planned = new Planned();
  readonly seen = new SeenRequests();
  readonly #make: MakeReference;
  readonly #file: StateFile | undefined;
  #made: Reference;
  /** A reference for each fault that single requests have asked for. */
  #faulty = new Map<string, Reference>();

  /** If there is a file, the mock begins with its content and stores every write in it. */
  constructor(make: MakeReference, file?: StateFile) {
    this.#make = make;
    this.#file = file;
    this.#made = make();
    if (file !== undefined) this.#put(file.projects);
  }

  get state(): State {
    return this.#made.state;
  }

  readonly handle = (_: State, request: Request, now: number): Reply =>
    mapResponse(this.#answered(request, now), (response) =>
      withHeader(this.#kept(response), mockHeader, 'rehearsal'),
    );

  /** The state of the start: no resources, no wishes, no requests. */
  reset(): void {
    this.#made = this.#make();
    this.#faulty = new Map();
    this.planned.clear();
    this.seen.clear();
    this.#file?.keep(this.state);
  }

  snapshot(): string {
    return writeState(this.state);
  }

  restore(text: string): void {
    this.#put(readState(text));
    this.state.jobs.length = 0;
    this.#file?.keep(this.state);
  }

  #put(restored: ReadonlyMap<string, Project>): void {
    const { projects } = this.state;
    for (const key of projects.keys()) projects.set(key, emptyProject(key));
    for (const [key, project] of restored) projects.set(key, project);
  }

  /** The mock acknowledges a change only if a restart would find it. */
  #kept(response: Response): Response {
    try {
      this.#file?.keep(this.state);
      return response;
    } catch (error) {
      return refusalOf(error, 500);
    }
  }

  #answered(request: Request, now: number): Reply {
    const control = controlled(this, request);
    if (control !== undefined) return { response: control };
    const operation = operationOf(request);
    const told = this.seen.note(request, operation, now);
    return mapResponse(this.#served(request, now), (response) => {
      told(response);
      return response;
    });
  }

  #served(request: Request, now: number): Reply {
    let asked: ReturnType<typeof preferred>;
    try {
      asked = preferred(request);
    } catch (error) {
      return { response: refusalOf(error) };
    }
    const wish = { ...this.planned.take(operationOf(request)), ...asked.wish };
    const reply = late(this.#wished(wish, request, now), wish.delayMs ?? 0);
    const { applied } = asked;
    if (applied.length === 0) return reply;
    return mapResponse(reply, (response) => withHeader(response, 'Preference-Applied', applied.join(', ')));
  }

  #wished({ status, fault, drop }: Wish, request: Request, now: number): Reply {
    if (drop === 'before') return { response: dropped(empty(503)) };
    if (status !== undefined) return { response: refusedBy(this.state, status, request) };
    const { handle, policy } = this.#with(fault);
    const reply = handle({ ...this.state, policy }, request, now);
    return drop === undefined ? reply : mapResponse(reply, dropped);
  }

  /** A request under a fault sees the same resources, and meets another decision. */
  #with(fault: string | undefined): Pick<Reference, 'handle'> & Pick<State, 'policy'> {
    const made = fault === undefined ? this.#made : (this.#faulty.get(fault) ?? this.#make(fault));
    if (fault !== undefined) this.#faulty.set(fault, made);
    return { handle: made.handle, policy: made.state.policy };
  }
}

function refusedBy(state: State, status: number, { method }: Request): Response {
  const refused = state.policy.error(state, status, 'the mock was asked for this status');
  const response = [429, 503].includes(status) ? withHeader(refused, 'Retry-After', '1') : refused;
  return method === 'HEAD' ? { ...response, body: new Uint8Array() } : response;
}

function dropped(response: Response): Response {
  return { ...response, wire: { kind: 'drop' } };
}

function late(reply: Reply, ms: number): Reply {
  if (ms === 0) return reply;
  if ('response' in reply) return { ...reply, afterMs: (reply.afterMs ?? 0) + ms };
  return { waitMs: reply.waitMs, resume: (now) => late(reply.resume(now), ms) };
}
