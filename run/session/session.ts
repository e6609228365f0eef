import type { EndpointName } from '../../contract/endpoints.ts';
import type { Clock } from '../../wire/clock.ts';
import type {
  Failure,
  HeadReading,
  Header,
  Outcome,
  RaceTransport,
  Request,
  Transport,
} from '../../wire/exchange.ts';
import { awaited } from '../awaited.ts';
import { buildRequest, type Ask } from '../ask.ts';
import type { Caller } from '../caller.ts';
import { Exchange } from '../exchange.ts';
import type { Governor } from './governor.ts';
import type { RunOptions } from '../options.ts';
import {
  allFollowed,
  below,
  followed,
  mostRedirects,
  redirection,
  type RedirectBounds,
} from './redirects.ts';
import { askedToWait, retryAfter, turnedAwayByLimit } from './retry-after.ts';
import { Silence, type Sort } from './silence.ts';

const maxBytes = 4 * 1024 * 1024;
/** Waits before a read is tried again after noise, in milliseconds; a longer Retry-After wins. */
const patience = [100, 400, 1_600];

/** Counts how many exchanges had to wait for one another. */
export interface Chain {
  depth: number;
}

/** Sends what checks ask for: grants, redirects of the same origin, second tries of reads, and the run's record. */
export class Session {
  readonly options: RunOptions;
  readonly clock: Clock;
  readonly governor: Governor;
  readonly #transport: Transport;
  readonly #record: (exchange: Exchange) => void;
  readonly #isOverload: (name: EndpointName) => boolean;
  readonly #silence: Silence;
  readonly #bounds: RedirectBounds;
  /** The prefix below which the operations were moved for good. */
  #movedTo: string | undefined;
  #number = 0;
  #requests = 0;
  #longestChain = 0;

  constructor(parts: {
    options: RunOptions;
    clock: Clock;
    governor: Governor;
    transport: Transport;
    record: (exchange: Exchange) => void;
    /** Whether 503 at an endpoint speaks of load; true unless given. */
    isOverload?: (name: EndpointName) => boolean;
  }) {
    this.options = parts.options;
    this.clock = parts.clock;
    this.governor = parts.governor;
    this.#transport = parts.transport;
    this.#record = parts.record;
    this.#isOverload = parts.isOverload ?? (() => true);
    const { baseUrl, projectKey, otherProjectKey } = parts.options;
    this.#bounds = { baseUrl, projectKeys: [projectKey, otherProjectKey].flatMap((key) => key ?? []) };
    this.#silence = new Silence(parts.clock, borneMs(parts.options.settle.readMs));
  }

  /** Requests of which a byte was written. */
  get requests(): number {
    return this.#requests;
  }

  /** The most exchanges that had to wait for one another. */
  get longestChain(): number {
    return this.#longestChain;
  }

  /**
   * One exchange. Reads are tried again after noise; a write only where nothing of it was sent, or where a limit turned
   * it away unprocessed (429, or 503 with Retry-After).
   */
  async send(
    name: EndpointName,
    ask: Ask & { readonly as: Caller },
    chain: Chain,
    exempt = false,
  ): Promise<Exchange> {
    const request = this.request(name, ask);
    const safe = request.method === 'GET' || request.method === 'HEAD';
    for (let attempt = 0; ; attempt += 1) {
      const exchange = await this.#once(name, ask, request, chain, exempt);
      this.#record(exchange);
      const wait = patience[attempt];
      const unsent = exchange.failure?.wrote === false && exchange.failure.failure !== 'stopped';
      if (exchange.spared) return exchange;
      const turnedAway = turnedAwayByLimit(name, exchange.outcome);
      if (
        exchange.kind !== 'noise' ||
        exchange.leads !== undefined ||
        wait === undefined ||
        ask.once === true
      )
        return exchange;
      if (!(safe || unsent || turnedAway) || exchange.failure?.failure === 'stopped') return exchange;
      if (exchange.failure?.failure === 'timeout' && attempt > 0) return exchange;
      await this.governor.sleep(wait, awaited.disturbance, { exempt });
    }
  }

  /** HEAD, or a request without a body in its answer, with every octet after the header section counted. */
  async sendRaw(
    name: EndpointName,
    ask: Ask & { readonly as: Caller },
    chain: Chain,
  ): Promise<{ readonly exchange: Exchange; readonly octets: Uint8Array }> {
    const request = this.request(name, ask);
    const depth = chain.depth + 1;
    const sort = sortOf(name, ask);
    const silent = this.#silence.answers(sort);
    const sent =
      silent === undefined
        ? await this.governor.grant(() =>
            this.#transport.sendRaw(below(this.#movedTo, request), this.#limits()),
          )
        : undefined;
    const reading: HeadReading = sent ?? { outcome: silent ?? this.#stopped(), octets: new Uint8Array() };
    if (silent === undefined) this.#heed(name, reading.outcome, sort);
    this.#reach(chain, depth);
    const spared = silent !== undefined;
    const exchange = this.#exchange(name, ask, request, reading.outcome, { redirects: 0, spared });
    this.#record(exchange);
    return { exchange, octets: reading.octets };
  }

  /** Several asks one after the other on one connection. */
  async sendOnOneConnection(
    asks: readonly (readonly [EndpointName, Ask & { readonly as: Caller }])[],
    chain: Chain,
  ): Promise<readonly Exchange[]> {
    const requests = asks.map(([name, ask]) => this.request(name, ask));
    const depth = chain.depth + asks.length;
    const outcomes = await this.governor.grant(
      () =>
        this.#transport.sendOnOneConnection(
          requests.map((request) => below(this.#movedTo, request)),
          this.#limits(),
        ),
      { count: requests.length },
    );
    outcomes?.forEach((outcome, at) => this.#heed(asks[at]?.[0], outcome));
    this.#reach(chain, depth);
    return asks.map(([name, ask], at) => {
      const request = requests[at] ?? this.request(name, ask);
      const exchange = this.#exchange(name, ask, request, outcomes?.[at] ?? this.#stopped(), {
        redirects: 0,
      });
      this.#record(exchange);
      return exchange;
    });
  }

  /** Asks that are released in one instant; those that are all sent on within the origin are raced again there. */
  async race(
    asks: readonly (readonly [EndpointName, Ask & { readonly as: Caller }])[],
    transport: RaceTransport,
    chain: Chain,
  ): Promise<readonly Exchange[]> {
    const first = asks.map(([name, ask]) => this.request(name, ask));
    let requests: readonly Request[] = first.map((request) => below(this.#movedTo, request));
    let outcomes: readonly Outcome[] = [];
    let redirects = 0;
    for (; redirects <= mostRedirects; redirects += 1) {
      const depth = chain.depth + 1;
      const racing = requests;
      const reading = await this.governor.grant(
        () => this.#transport.race(racing, transport, this.#limits()),
        { count: racing.length, together: true },
      );
      this.#reach(chain, depth);
      outcomes = reading?.outcomes ?? [];
      outcomes.forEach((outcome, at) => this.#heed(asks[at]?.[0], outcome));
      const next = allFollowed(this.#bounds, racing, outcomes);
      if (next === undefined) break;
      requests = next;
    }
    return asks.map(([name, ask], at) => {
      const request = first[at] ?? this.request(name, ask);
      const outcome = outcomes[at] ?? this.#stopped();
      const exchange = this.#exchange(name, ask, request, outcome, { redirects });
      this.#record(exchange);
      return exchange;
    });
  }

  raceTransports(): Promise<readonly RaceTransport[]> {
    return this.#transport.raceTransports();
  }

  request(name: EndpointName, ask: Ask & { readonly as: Caller }): Request {
    return buildRequest(name, ask, { projectKey: this.options.projectKey, headers: this.#headers() });
  }

  #headers(): readonly Header[] {
    const trace: Header[] = this.options.trace
      ? [['traceparent', `00-${this.options.runId.padEnd(32, '0').slice(0, 32)}-${hex(this.#number + 1)}-01`]]
      : [];
    return [['User-Agent', this.options.userAgent], ...trace, ...this.options.headers];
  }

  async #once(
    name: EndpointName,
    ask: Ask & { readonly as: Caller },
    first: Request,
    chain: Chain,
    exempt: boolean,
  ): Promise<Exchange> {
    let request = below(this.#movedTo, first);
    const sort = sortOf(name, ask);
    const visited = new Set<string>();
    for (let redirects = 0; ; redirects += 1) {
      const silent = ask.whenSilent === 'send-anyway' ? undefined : this.#silence.answers(sort);
      if (silent !== undefined) return this.#exchange(name, ask, first, silent, { redirects, spared: true });
      const depth = chain.depth + 1;
      const outcome =
        (await this.governor.grant(() => this.#transport.send(request, this.#limits()), {
          exempt,
          alone: ask.alone === true,
        })) ?? this.#stopped();
      this.#heed(name, outcome, sort);
      this.#reach(chain, depth);
      const location = redirection(outcome);
      if (location === undefined) return this.#exchange(name, ask, first, outcome, { redirects });
      const to = followed(this.#bounds, request, outcome, location);
      const next = to?.request;
      if (next === undefined)
        return this.#exchange(name, ask, first, outcome, { redirects, leads: 'elsewhere' });
      const step = `${next.method} ${next.target}`;
      if (redirects >= mostRedirects || visited.has(step))
        return this.#exchange(name, ask, first, outcome, { redirects, leads: 'in-a-loop' });
      visited.add(step);
      if (to?.movedTo !== undefined) this.#movedTo = to.movedTo;
      request = next;
    }
  }

  /** What each outcome means for the rest of the run. Silence is judged by single requests alone. */
  #heed(name: EndpointName | undefined, outcome: Outcome, sort?: Sort): void {
    if (outcome.kind === 'answer' || outcome.wrote) this.#requests += 1;
    if (sort !== undefined) this.#silence.note(sort, outcome);
    const { kind } = outcome;
    if (kind === 'answer' && outcome.status === 503 && name !== undefined && !this.#isOverload(name)) return;
    this.#heedPatience(outcome);
  }

  #heedPatience(outcome: Outcome): void {
    if (outcome.kind !== 'answer' || (outcome.status !== 429 && outcome.status !== 503)) return;
    const asked = retryAfter(outcome.headers);
    if (asked === undefined) {
      if (outcome.status === 429) this.governor.slowDown();
      return;
    }
    const wait = askedToWait(asked, this.clock.date());
    if (wait !== undefined) this.governor.pause(wait);
  }

  #exchange(
    name: EndpointName,
    ask: Ask & { readonly as: Caller },
    request: Request,
    outcome: Outcome,
    course: {
      readonly redirects: number;
      readonly leads?: 'elsewhere' | 'in-a-loop';
      readonly spared?: boolean;
    },
  ): Exchange {
    this.#number += 1;
    const { unknownTarget } = sortOf(name, ask);
    const number = this.#number;
    return new Exchange({
      number,
      endpoint: ask.target === undefined ? name : undefined,
      caller: ask.as,
      request,
      outcome,
      unknownTarget,
      ...course,
    });
  }

  #reach(chain: Chain, depth: number): void {
    chain.depth = Math.max(chain.depth, depth);
    this.#longestChain = Math.max(this.#longestChain, chain.depth);
  }

  #limits(): { timeoutMs: number; maxBytes: number } {
    return { timeoutMs: this.options.timeoutMs, maxBytes };
  }

  #stopped(): Failure {
    const now = this.clock.now();
    const detail = this.governor.stopped ? 'the run was stopped' : 'the budget of requests is used up';
    return { kind: 'failure', failure: 'stopped', detail, wrote: false, sentAt: now, answeredAt: now };
  }
}

function sortOf(name: EndpointName, ask: Ask & { readonly as: Caller }): Sort {
  return { endpoint: name, caller: ask.as.label, unknownTarget: ask.unknownTarget ?? false };
}

/** Broken answers are a passing disturbance for as long as a lag may last, within reason. */
function borneMs(readMs: number): number {
  return Math.min(Math.max(readMs, 1_000), 4_000);
}

function hex(number: number): string {
  return number.toString(16).padStart(16, '0');
}
