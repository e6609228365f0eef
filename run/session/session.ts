import { operation, type EndpointName } from '../../contract/endpoints.ts';
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
import type { PassingAnswers } from '../books/passing-answers.ts';
import { isLost, type WeatherBook } from '../books/weather.ts';
import { buildRequest, type Ask } from '../ask.ts';
import type { Caller } from '../caller.ts';
import { Exchange } from '../exchange.ts';
import type { Governor } from './governor.ts';
import type { RunOptions } from '../options.ts';
import { boundedAnswers, LongAnswers } from './long-answers.ts';
import {
  allFollowed,
  below,
  followed,
  mostRedirects,
  redirection,
  type RedirectBounds,
} from './redirects.ts';
import { Outage } from './outage.ts';
import { askedToWait, retryAfter, turnedAwayByLimit } from './retry-after.ts';
import { Silence, type Sort } from './silence.ts';
import type { TokenLives } from './token-lives.ts';

/** So long an exchange of the clean-up may take in any case. */
const shortestMs = 500;
/** Waits before a read is tried again after noise, in milliseconds; a longer Retry-After wins. */
const patience = [100, 400, 1_600];

/** What a session asks of the lives of tokens. */
type Lives = Pick<TokenLives, 'isOver' | 'look' | 'sentence'>;

/** Counts how many exchanges had to wait for one another. */
export interface Chain {
  depth: number;
}

/** How one exchange is sent. */
export interface Sending {
  /** It is sent after the run was stopped, and beyond its budget. */
  readonly exempt?: boolean;
  /** Called when it is about to be sent, each time. */
  readonly about?: () => void;
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
  readonly #lives: Lives;
  readonly #weather: WeatherBook;
  readonly #passing: PassingAnswers | undefined;
  readonly #outage: Outage;
  /** A read that was answered, to be made again where nothing is. */
  #answered: (() => Promise<Outcome>) | undefined;
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
    lives: Lives;
    weather: WeatherBook;
    passing?: PassingAnswers;
  }) {
    this.options = parts.options;
    this.clock = parts.clock;
    this.governor = parts.governor;
    this.#transport = boundedAnswers(parts.transport);
    const longAnswers = new LongAnswers();
    this.#record = (exchange) => {
      parts.record(exchange);
      longAnswers.keep(exchange);
    };
    this.#isOverload = parts.isOverload ?? (() => true);
    this.#lives = parts.lives;
    this.#weather = parts.weather;
    this.#passing = parts.passing;
    this.#outage = new Outage({
      clock: parts.clock,
      sleep: (ms, what) => parts.governor.sleep(ms, what, { exempt: true }),
      look: () => this.#isAnswered(),
      isStopped: () => parts.governor.stopped,
    });
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
    how: Sending = {},
  ): Promise<Exchange> {
    for (;;) {
      const sentWith = ask.as.token;
      const over = this.#notSent(name, ask);
      if (over !== undefined) return over;
      const exchange = await this.#patiently(name, ask, chain, how);
      const looked = await this.#lives.look(exchange, [name, ask], sentWith);
      if (looked === 'renewed') continue;
      const ended = looked === 'over' ? exchange.asOver() : exchange;
      this.#record(ended);
      return ended;
    }
  }

  /** One exchange, of which nobody asks whether the token has come to its end meanwhile. */
  async sendUnlooked(name: EndpointName, ask: Ask & { readonly as: Caller }): Promise<Exchange> {
    return await this.#patiently(name, ask, { depth: this.#longestChain }, { exempt: true });
  }

  /** Tries again after noise; all but the last answer are recorded. */
  async #patiently(
    name: EndpointName,
    ask: Ask & { readonly as: Caller },
    chain: Chain,
    how: Sending,
  ): Promise<Exchange> {
    const request = this.request(name, ask);
    const { exempt = false } = how;
    const safe = isRead(request);
    for (let attempt = 0; ; attempt += 1) {
      const exchange = await this.#once(name, ask, request, chain, how);
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
      this.#record(exchange);
      this.#weather.retried();
      await this.governor.sleep(wait, awaited.disturbance, { exempt });
    }
  }

  /** HEAD, or a request without a body in its answer, with every octet after the header section counted. */
  async sendRaw(
    name: EndpointName,
    ask: Ask & { readonly as: Caller },
    chain: Chain,
  ): Promise<{ readonly exchange: Exchange; readonly octets: Uint8Array }> {
    const over = this.#notSent(name, ask);
    if (over !== undefined) return { exchange: over, octets: new Uint8Array() };
    const sentWith = ask.as.token;
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
    const answered = this.#exchange(name, ask, request, reading.outcome, { redirects: 0, spared });
    const exchange = await this.#looked(answered, [name, ask], sentWith);
    return { exchange, octets: reading.octets };
  }

  /** Several asks one after the other on one connection. */
  async sendOnOneConnection(
    asks: readonly (readonly [EndpointName, Ask & { readonly as: Caller }])[],
    chain: Chain,
  ): Promise<readonly Exchange[]> {
    const requests = asks.map(([name, ask]) => this.request(name, ask));
    const sentWith = asks.map(([, { as }]) => as.token);
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
    return await Promise.all(
      asks.map(([name, ask], at) => {
        const request = requests[at] ?? this.request(name, ask);
        const outcome = outcomes?.[at] ?? this.#stopped();
        const exchange = this.#exchange(name, ask, request, outcome, { redirects: 0 });
        return this.#looked(exchange, [name, ask], sentWith[at]);
      }),
    );
  }

  /** Asks that are released in one instant; those that are all sent on within the origin are raced again there. */
  async race(
    asks: readonly (readonly [EndpointName, Ask & { readonly as: Caller }])[],
    transport: RaceTransport,
    chain: Chain,
  ): Promise<readonly Exchange[]> {
    const first = asks.map(([name, ask]) => this.request(name, ask));
    const sentWith = asks.map(([, { as }]) => as.token);
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
    return await Promise.all(
      asks.map(([name, ask], at) => {
        const request = first[at] ?? this.request(name, ask);
        const outcome = outcomes[at] ?? this.#stopped();
        const exchange = this.#exchange(name, ask, request, outcome, { redirects });
        return this.#looked(exchange, [name, ask], sentWith[at]);
      }),
    );
  }

  /** The exchange as it counts, recorded: it cannot be sent again by itself. */
  async #looked(
    exchange: Exchange,
    proof: readonly [EndpointName, Ask & { readonly as: Caller }],
    sentWith: string | undefined,
  ): Promise<Exchange> {
    const looked = await this.#lives.look(exchange, proof, sentWith);
    const ended = looked === 'stands' ? exchange : exchange.asOver();
    this.#record(ended);
    return ended;
  }

  /** What stands in the place of an answer where a token has come to its end. */
  #notSent(name: EndpointName, ask: Ask & { readonly as: Caller }): Exchange | undefined {
    if (!this.#lives.isOver(ask.as)) return undefined;
    const outcome = { ...this.#stopped(), detail: this.#lives.sentence(ask.as) };
    return this.#exchange(name, ask, this.request(name, ask), outcome, { redirects: 0 }).asOver();
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
    { exempt = false, about = () => undefined }: Sending,
  ): Promise<Exchange> {
    let request = below(this.#movedTo, first);
    const sort = sortOf(name, ask);
    const visited = new Set<string>();
    let sawOther = false;
    for (let redirects = 0; ; redirects += 1) {
      const silent = ask.whenSilent === 'send-anyway' ? undefined : this.#silence.answers(sort);
      if (silent !== undefined) return this.#exchange(name, ask, first, silent, { redirects, spared: true });
      await this.#outage.end();
      const depth = chain.depth + 1;
      const outcome =
        (await this.governor.grant(
          async (inFlight) => {
            about();
            const came = await this.#transport.send(request, this.#limits(exempt));
            this.#heedCompany(name, came, inFlight);
            return came;
          },
          { exempt, alone: ask.alone === true, again: isRead(request) && ask.once !== true },
        )) ?? this.#stopped();
      this.#heed(name, outcome, sort);
      this.#reach(chain, depth);
      const { method } = request;
      if (method === 'GET' && !isLost(outcome)) {
        const read = request;
        this.#answered = async () =>
          (await this.governor.grant(() => this.#transport.send(read, this.#limits()), { exempt: true })) ??
          this.#stopped();
      }
      const location = redirection(outcome);
      if (location === undefined) return this.#exchange(name, ask, first, outcome, { redirects, sawOther });
      const to = followed(this.#bounds, request, outcome, location);
      const next = to?.request;
      if (next === undefined)
        return this.#exchange(name, ask, first, outcome, { redirects, leads: 'elsewhere' });
      const step = `${next.method} ${next.target}`;
      if (redirects >= mostRedirects || visited.has(step))
        return this.#exchange(name, ask, first, outcome, { redirects, leads: 'in-a-loop' });
      visited.add(step);
      sawOther ||= next.method !== request.method;
      if (to?.movedTo !== undefined) this.#movedTo = to.movedTo;
      request = next;
    }
  }

  /** What each outcome means for the rest of the run. Silence is judged by single requests alone. */
  #heed(name: EndpointName | undefined, outcome: Outcome, sort?: Sort): void {
    if (outcome.kind === 'answer' || outcome.wrote) this.#requests += 1;
    const isAlone = sort !== undefined && name !== undefined;
    this.#weather.note(outcome, name === undefined ? undefined : operation(name), isAlone);
    this.#outage.note(outcome, name === undefined || this.#isOverload(name));
    if (sort !== undefined) this.#silence.note(sort, outcome);
    const { kind } = outcome;
    if (kind === 'answer' && outcome.status === 503 && name !== undefined && !this.#isOverload(name)) return;
    this.#heedPatience(outcome);
  }

  /** Whether it was turned away because of the others that were in flight shows by what became of them. */
  #heedCompany(name: EndpointName, outcome: Outcome, inFlight: number): void {
    const { sentAt, answeredAt } = outcome;
    const isLimited = outcome.kind === 'answer' && outcome.status === 429;
    const isTurnedAway = isLimited || (isLost(outcome) && this.#isOverload(name));
    this.governor.came({ inFlight, isLost: isTurnedAway, sentAt, answeredAt });
  }

  #heedPatience(outcome: Outcome): void {
    if (outcome.kind !== 'answer' || (outcome.status !== 429 && outcome.status !== 503)) return;
    if (outcome.status === 429) this.governor.turnedAway();
    const asked = retryAfter(outcome.headers);
    if (asked === undefined) {
      if (outcome.status === 429) this.governor.slowDown();
      return;
    }
    const wait = askedToWait(asked, this.clock.date());
    if (wait !== undefined) this.governor.pause(wait);
  }

  /** Whether a read that was answered once is answered again. */
  async #isAnswered(): Promise<boolean> {
    const outcome = await this.#answered?.();
    if (outcome === undefined) return true;
    this.#heed(undefined, outcome);
    return !isLost(outcome);
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
      readonly sawOther?: boolean;
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
      passing: this.#passing,
      ...course,
    });
  }

  #reach(chain: Chain, depth: number): void {
    chain.depth = Math.max(chain.depth, depth);
    this.#longestChain = Math.max(this.#longestChain, chain.depth);
  }

  /** What is exempt from the stop of the run has to end as soon as clean-up must. */
  #limits(exempt = false): { timeoutMs: number; maxBytes: number } {
    const { timeoutMs, maxBytes } = this.options;
    const most = exempt ? Math.max(shortestMs, this.governor.left) : Infinity;
    return { timeoutMs: Math.min(timeoutMs, most), maxBytes };
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

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function hex(number: number): string {
  return number.toString(16).padStart(16, '0');
}
