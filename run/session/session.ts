import type { EndpointName } from '../../contract/endpoints.ts';
import type { Clock } from '../../wire/clock.ts';
import type {
  Failure,
  Header,
  Limits,
  Outcome,
  RaceTransport,
  Request,
  Transport,
} from '../../wire/exchange.ts';
import { Inconclusive } from '../../clause/thrown.ts';
import { buildRequest } from '../ask.ts';
import type { History } from '../../history/history.ts';
import { disturbances } from '../../world/weather/disturbances.ts';
import type { World } from '../../world/world.ts';
import { Exchange } from '../../history/exchange.ts';
import { KeptParts } from '../../history/bodies/kept-parts.ts';
import type { RunOptions } from '../options.ts';
import { spacingRefusals, type Ban } from './ban.ts';
import { Barrier, stopGate } from './barrier.ts';
import {
  Chains,
  layered,
  type Asked,
  type Chain,
  type Course,
  type Delivery,
  type Dispatch,
  type Exchanged,
  type Part,
  type Send,
  type Way,
} from './dispatch.ts';
import type { Governor } from './governor.ts';
import { granting, learningRoom, noticingCompany, type Heeded } from './grants.ts';
import { chaining, heeding } from './heeding.ts';
import { checkingValidity } from './living.ts';
import { boundingAnswers, onTheWire } from './on-the-wire.ts';
import { Outage, outwaiting } from './outage.ts';
import { tryingAgain } from './patience.ts';
import { Recognition } from './recognition.ts';
import { followingRedirects } from './redirects.ts';
import { Silence, circuitBreaker } from './silence.ts';
import type { TokenMonitor } from './token-monitor.ts';

const shortestMs = 500;

/** How one exchange is sent. */
export interface SendOptions {
  /** Sent even after the run was stopped, and beyond its budget. */
  readonly exempt?: boolean;
  readonly about?: () => void;
}

/** What a session needs. */
export interface SessionParts {
  readonly options: RunOptions;
  readonly clock: Clock;
  readonly governor: Governor;
  readonly transport: Transport;
  readonly history: History;
  readonly world: World;
  readonly isOverload: (name: EndpointName) => boolean;
  readonly ban: Ban;
  readonly tokenMonitor: Pick<TokenMonitor, 'isOver' | 'look' | 'sentence' | 'wasGranted'>;
}

/** Sends the requests of checks through all layers of sending, and turns them into exchanges of the run. */
export class Session {
  readonly options: RunOptions;
  readonly clock: Clock;
  readonly governor: Governor;
  readonly #parts: SessionParts;
  readonly #recognition: Recognition;
  readonly #chains = new Chains();
  readonly #kept = new KeptParts(
    () => new Inconclusive({ code: 'noise', text: 'the answer was too long to be kept' }),
  );
  readonly #send: Send<Exchanged>;
  /** The same layers, without the checks of token validity. */
  readonly #unlooked: Send<Exchanged>;
  lastNumber = 0;

  constructor(parts: SessionParts) {
    const { options, clock, governor, tokenMonitor, history } = parts;
    this.#parts = parts;
    this.#recognition = new Recognition(parts);
    this.options = options;
    this.clock = clock;
    this.governor = governor;
    const record = (exchange: Exchange): void => {
      history.append(exchange);
      exchange.settle(this.#kept);
    };
    const outcomes = this.#layersOfOutcomes();
    this.#unlooked = layered(
      async (dispatch) => this.#exchanged(dispatch, await outcomes(dispatch)),
      tryingAgain({
        governor,
        history,
        record,
        controlFor: (part, exchange) => {
          const ask = this.#recognition.controlFor(part, exchange);
          return ask && { name: part.name, ask, request: this.request(part.name, ask) };
        },
      }),
    );
    this.#send = layered(
      this.#unlooked,
      checkingValidity({
        tokenMonitor,
        written: ({ name, ask }) => this.request(name, ask),
        notSent: (part) => {
          const outcome = { ...this.#stopped(), detail: tokenMonitor.sentence(part.ask.as) };
          return this.#exchange(part, outcome, { redirects: 0 }).asOver();
        },
        record,
      }),
    );
  }

  get requests(): number {
    return disturbances(this.#parts.history).written;
  }

  /** The longest chain of exchanges that had to wait for each other. */
  get longestChain(): number {
    return this.#chains.longest;
  }

  /** One exchange. Reads are repeated if they get no usable answer; writes only if no part was sent or processed. */
  async send(name: EndpointName, ask: Asked, chain: Chain, how: SendOptions = {}): Promise<Exchange> {
    return only(await this.#send(this.#dispatch([[name, ask]], { kind: 'single' }, chain, how)));
  }

  /** One exchange, without a check whether the token has expired. */
  async sendUnlooked(name: EndpointName, ask: Asked): Promise<Exchange> {
    const chain = { depth: this.longestChain };
    return only(
      await this.#unlooked(this.#dispatch([[name, ask]], { kind: 'single' }, chain, { exempt: true })),
    );
  }

  /** HEAD, or a request whose answer has no body; counts every octet after the header section. */
  async sendRaw(
    name: EndpointName,
    ask: Asked,
    chain: Chain,
  ): Promise<{ readonly exchange: Exchange; readonly octets: Uint8Array }> {
    const came = await this.#send(this.#dispatch([[name, ask]], { kind: 'raw' }, chain));
    return { exchange: only(came), octets: came.octets ?? new Uint8Array() };
  }

  async sendOnOneConnection(
    asks: readonly (readonly [EndpointName, Asked])[],
    chain: Chain,
  ): Promise<readonly Exchange[]> {
    return (await this.#send(this.#dispatch(asks, { kind: 'in-a-row' }, chain))).exchanges;
  }

  /** Requests that are released at one instant; if all are redirected within the origin, they race again there. */
  async race(
    asks: readonly (readonly [EndpointName, Asked])[],
    transport: RaceTransport,
    chain: Chain,
  ): Promise<readonly Exchange[]> {
    return (await this.#send(this.#dispatch(asks, { kind: 'race', transport }, chain))).exchanges;
  }

  raceTransports(): Promise<readonly RaceTransport[]> {
    return this.#parts.transport.raceTransports();
  }

  request(name: EndpointName, ask: Asked): Request {
    return buildRequest(name, ask, { projectKey: this.options.projectKey, headers: this.#headers() });
  }

  /** The layers around each request, from the wire outwards: nearer layers act more often. */
  #layersOfOutcomes(): Send<Delivery> {
    const { options, clock, governor, transport, isOverload, history, world, ban } = this.#parts;
    const { baseUrl, projectKey, otherProjectKey, settle } = options;
    // Broken answers count as a passing disturbance for as long as a lag may last, up to a limit.
    const borneMs = Math.min(Math.max(settle.readMs, 1_000), 4_000);
    const silence = new Silence(clock, borneMs);
    const heeded: Heeded = (part, outcome, course) => this.#recognition.heeded(part, outcome, course);
    const barrier = new Barrier(clock);
    const outage = new Outage({
      clock,
      sleep: (ms, what) => governor.sleep(ms, what, { exempt: true }),
      isStopped: () => governor.stopped,
      ended: (spell) => ban.outage(spell),
    });
    return layered(
      onTheWire(transport, ({ exempt }) => this.#limits(exempt)),
      boundingAnswers,
      noticingCompany(history, clock),
      learningRoom(governor, isOverload, heeded),
      granting(governor, () => this.#stopped()),
      heeding({ history, outage, barrier, silence, governor, clock, isOverload, heeded }),
      chaining(this.#chains),
      outwaiting(outage),
      spacingRefusals(ban, { projectKey, answers: world.answers }),
      stopGate(barrier),
      circuitBreaker(silence),
      followingRedirects({ baseUrl, projectKeys: [projectKey, otherProjectKey].flatMap((key) => key ?? []) }),
    );
  }

  #dispatch(
    asks: readonly (readonly [EndpointName, Asked])[],
    way: Way,
    chain: Chain,
    { exempt = false, about }: SendOptions = {},
  ): Dispatch {
    const parts = asks.map(([name, ask]) => ({ name, ask, request: this.request(name, ask) }));
    return { parts, way, chain, exempt, about };
  }

  #headers(): readonly Header[] {
    const { trace, runId, userAgent, headers } = this.options;
    const number = (this.lastNumber + 1).toString(16).padStart(16, '0');
    const parent: Header = ['traceparent', `00-${runId.padEnd(32, '0').slice(0, 32)}-${number}-01`];
    return [['User-Agent', userAgent], ...(trace ? [parent] : []), ...headers];
  }

  #exchanged({ parts, way }: Dispatch, { outcomes, octets, course }: Delivery): Exchanged {
    const how = way.kind === 'race' ? { ...course, together: this.lastNumber + 1 } : course;
    const exchanges = parts.map((part, at) => this.#exchange(part, outcomes[at] ?? this.#stopped(), how));
    return { exchanges, octets };
  }

  #exchange(part: Part, outcome: Outcome, course: Course & { readonly together?: number }): Exchange {
    const { name, ask, request } = part;
    this.lastNumber += 1;
    return new Exchange({
      number: this.lastNumber,
      endpoint: ask.target === undefined ? name : undefined,
      caller: ask.as,
      request,
      outcome,
      mayNotExist: ask.mayNotExist,
      ...this.#recognition.of(part, outcome, course),
      lists: this.#kept.lists,
      ...course,
    });
  }

  /** Work that goes on after a stop must end as soon as clean-up must. */
  #limits(exempt: boolean): Limits {
    const { timeoutMs, maxBytes } = this.options;
    const most = exempt ? Math.max(shortestMs, this.governor.left) : Infinity;
    return { timeoutMs: Math.min(timeoutMs, most), maxBytes };
  }

  #stopped(): Failure {
    const now = this.clock.now();
    const detail = this.governor.stopped ? 'the run was stopped' : 'the request budget is used up';
    return { kind: 'failure', failure: 'stopped', detail, wrote: false, sentAt: now, answeredAt: now };
  }
}

function only({ exchanges }: Exchanged): Exchange {
  const [exchange] = exchanges;
  if (exchange === undefined) throw new Error('one request was sent, and no answer came');
  return exchange;
}
