import { endpoint, type EndpointName } from '../contract/endpoints.ts';
import type { Phase } from '../clause/clause.ts';
import type { Tally } from '../clause/judgement.ts';
import type { ExchangeEvidence, Finding, Reason, ReasonCode, Sample } from '../clause/sample.ts';
import { Inconclusive, notTested, Violation } from '../clause/thrown.ts';
import type { RaceTransport } from '../wire/exchange.ts';
import { encodeComponent, type Ask } from '../run/ask.ts';
import { suffices, type Caller, type Callers } from '../run/caller.ts';
import { newOwn, noManageToken } from './discovery.ts';
import type { Exchange } from '../run/exchange.ts';
import type { Facts } from './facts.ts';
import type { RunOptions } from '../run/options.ts';
import { idFrom } from './id-source.ts';
import { insistentCreate } from './resources/insistent-create.ts';
import type { OwnResource } from './resources/own-resource.ts';
import type { Profile } from '../clause/profile.ts';
import { clauseSeed, createRandom, type Random } from '../run/random.ts';
import type { Recorder } from '../run/books/recorder.ts';
import type { RefusedWrite } from './refused-writes.ts';
import type { Run } from '../run/run.ts';
import type { RunClock } from '../run/run-clock.ts';
import type { Chain } from '../run/session.ts';
import { requireWrites } from './read-only.ts';
import type { Broken, Stage } from './stage.ts';

/** Lags are granted a little more than they are said to last. */
const slackMs = 50;

/** The stage of one check on one run: its evidence, its random numbers, its chain of exchanges. */
export class StageOnRun implements Stage {
  readonly clauseId: string;
  readonly chain: Chain;
  readonly random: Random;
  readonly seed: number;
  readonly hasty = false;
  phase: Phase;
  readonly #run: Run;
  readonly #samples: Sample[] = [];
  readonly #kept = new Set<OwnResource>();
  /** Ids of resources that were asked for. */
  readonly #ids = new Set<string>();
  #turn: ((depth: number) => void) | undefined;
  #observed: unknown;
  #suspect = false;
  #error: string | undefined;

  constructor(run: Run, clauseId: string, phase: Phase) {
    this.#run = run;
    this.clauseId = clauseId;
    this.phase = phase;
    this.chain = { depth: run.chainBase };
    this.seed = clauseSeed(run.options.seed, clauseId);
    this.random = createRandom(this.seed);
  }

  get options(): RunOptions {
    return this.#run.options;
  }

  get profile(): Profile {
    return this.#run.options.profile;
  }

  get facts(): Facts {
    return this.#run.facts;
  }

  get callers(): Callers {
    return this.#run.callers;
  }

  get clock(): RunClock {
    return this.#run.clock;
  }

  get recorder(): Recorder {
    return this.#run.recorder;
  }

  get reach(): number {
    return this.options.depth.reach;
  }

  get made(): readonly { readonly id: string; readonly canary: string }[] {
    return this.#run.made;
  }

  get refusedWrites(): readonly RefusedWrite[] {
    return this.#run.refusedWrites;
  }

  get grace(): { readonly readMs: number; readonly queryMs: number } {
    const { consistency } = this.profile;
    return {
      readMs: (consistency?.readAfterWriteMs ?? this.options.settle.readMs) + slackMs,
      queryMs: (consistency?.queryLagMs ?? this.options.settle.queryMs) + slackMs,
    };
  }

  get reader(): Caller {
    const { reader } = this.facts;
    if (reader === undefined)
      throw notTested({
        code: 'no-token',
        text: 'no token that may read was supplied',
        supply: 'CONFORMANCE_TOKEN_VIEW_TEST=<token>',
      });
    return reader;
  }

  get writer(): Caller {
    const { writer } = this.facts;
    if (writer === undefined) throw notTested(noManageToken);
    return writer;
  }

  /** One of the sandbox that nobody uses. */
  #lent(): OwnResource {
    const own = this.#run.lanes.take();
    if (own !== undefined) return own;
    throw notTested({
      code: 'no-id-source',
      text: 'creates show no ids, and every resource that was lent is in use or used up',
      supply: '"resource": {"sandbox": [<more ids>]}',
    });
  }

  async ask(name: EndpointName, ask: Ask = {}): Promise<Exchange> {
    const method = ask.method ?? endpoint(name).method;
    if (method !== 'GET' && method !== 'HEAD') requireWrites(this);
    this.#touch(ask);
    if (name === 'remove') this.#run.deletedIds.add(ask.path?.['id'] ?? '');
    const named = { ...ask, as: ask.as ?? this.#usual(name) };
    const send = (): Promise<Exchange> => this.#run.session.send(name, named, this.chain);
    const exchange = name === 'create' && this.facts.upserts ? await this.#createOnOne(send) : await send();
    this.#run.noteChain(this.chain.depth);
    if (ask.silence === undefined) this.#unlessHopeless(exchange);
    return exchange;
  }

  /** Where creates land on one resource, they take turns with whoever uses it. */
  #createOnOne(send: () => Promise<Exchange>): Promise<Exchange> {
    const { lanes } = this.#run;
    return lanes.create(this, async () => {
      const exchange = await send();
      if (exchange.kind !== 'refusal') lanes.touch(this.clock.now());
      return exchange;
    });
  }

  async askRaw(
    name: EndpointName,
    ask: Ask = {},
  ): Promise<{ readonly exchange: Exchange; readonly octets: Uint8Array }> {
    const reading = await this.#run.session.sendRaw(
      name,
      { ...ask, as: ask.as ?? this.#usual(name) },
      this.chain,
    );
    this.#run.noteChain(this.chain.depth);
    this.#unlessHopeless(reading.exchange);
    return reading;
  }

  async askOnOneConnection(asks: readonly (readonly [EndpointName, Ask])[]): Promise<readonly Exchange[]> {
    const exchanges = await this.#run.session.sendOnOneConnection(this.#named(asks), this.chain);
    this.#run.noteChain(this.chain.depth);
    for (const exchange of exchanges) this.#unlessHopeless(exchange);
    return exchanges;
  }

  async race(
    asks: readonly (readonly [EndpointName, Ask])[],
    transport: RaceTransport,
  ): Promise<readonly Exchange[]> {
    for (const [, ask] of asks) this.#touch(ask);
    const exchanges = await this.#run.session.race(this.#named(asks), transport, this.chain);
    this.#run.noteChain(this.chain.depth);
    for (const exchange of exchanges) this.#unlessHopeless(exchange);
    return exchanges;
  }

  raceTransports(): Promise<readonly RaceTransport[]> {
    return this.#run.session.raceTransports();
  }

  held(times = 1): void {
    for (let time = 0; time < times; time += 1) this.#samples.push({ kind: 'held' });
  }

  violated(broken: Broken): void {
    const exchanges = broken.exchanges.map((exchange) => this.evidence(exchange));
    const curl = exchanges.at(-1)?.curl;
    this.#samples.push({
      kind: 'violated',
      finding: {
        expected: broken.expected,
        got: broken.got,
        reproduced: broken.reproduced ?? '1/1',
        exchanges,
        ...(curl === undefined ? {} : { curl }),
        ...(broken.counterexample === undefined ? {} : { counterexample: broken.counterexample }),
        ...(broken.seed === undefined ? {} : { seed: broken.seed }),
        ...(broken.path === undefined ? {} : { path: broken.path }),
      },
    });
  }

  violatedWith(finding: Finding): void {
    this.#samples.push({ kind: 'violated', finding });
  }

  undecided(
    code: ReasonCode,
    text: string,
    more: { supply?: string; exchanges?: readonly Exchange[] } = {},
  ): void {
    const reason: Reason = { code, text, ...(more.supply === undefined ? {} : { supply: more.supply }) };
    const exchanges = (more.exchanges ?? []).map((exchange) => this.evidence(exchange));
    this.#samples.push({ kind: 'undecided', reason, exchanges });
  }

  noise(text: string): void {
    this.#samples.push({ kind: 'noise', text });
  }

  discarded(code: ReasonCode, text: string, supply?: string): void {
    this.#samples.push({
      kind: 'discarded',
      reason: { code, text, ...(supply === undefined ? {} : { supply }) },
    });
  }

  observe(value: unknown, more: { suspect?: boolean } = {}): void {
    this.#observed = value;
    if (more.suspect === true) this.#suspect = true;
  }

  suspect(): void {
    this.#suspect = true;
  }

  own<T>(use: (own: OwnResource) => Promise<T>): Promise<T> {
    return this.#useLane(false, use);
  }

  fresh<T>(use: (own: OwnResource) => Promise<T>): Promise<T> {
    return this.#useLane(true, use);
  }

  keep(own: OwnResource): void {
    this.#kept.add(own);
    own.abandoned = true;
  }

  async create(
    canary?: string,
    as: Caller = this.writer,
  ): Promise<{ readonly exchange: Exchange; readonly own: OwnResource | undefined }> {
    const body = this.#run.createBody;
    if (body === undefined) throw notTested(this.facts.noResource ?? noManageToken);
    let sent = canary ?? this.canary();
    const exchange = await insistentCreate(this, as, async (alone) => {
      const answer = await this.ask('create', { as, json: body(sent), alone });
      if (!answer.succeeded) sent = canary ?? this.canary();
      return answer;
    });
    const source = this.facts.idSource;
    if (!exchange.succeeded || source === undefined) return { exchange, own: undefined };
    const own = newOwn(this, exchange, source, this.facts.keyPointer);
    if (own.id === '') return { exchange, own: undefined };
    this.#run.note(own.id);
    this.#run.made.push({ id: own.id, canary: sent });
    return { exchange, own };
  }

  noteCreated(exchange: Exchange): void {
    const source = this.facts.idSource;
    const id = source === undefined ? undefined : idFrom(exchange, source);
    if (id !== undefined) this.#run.note(id);
  }

  canary(): string {
    return this.#run.word();
  }

  async park<T>(work: () => Promise<T>): Promise<T> {
    // The one resource that creates land on is kept in the quiet phase only, which then waits for the lags.
    if (this.phase !== 'quiet' || this.clauseId === 'discovery' || this.facts.upserts) return await work();
    return await this.#run.phases.park(this.phase, work, (phase) => {
      this.phase = phase;
    });
  }

  async until(phase: Phase): Promise<void> {
    if (phase === this.phase) return;
    const from = this.phase;
    this.#leave();
    this.phase = phase;
    await this.#run.phases.move(from, phase);
    await this.#enter(phase);
    this.chain.depth = Math.max(this.chain.depth, this.#run.chainBase);
  }

  shared<T>(name: string, make: () => Promise<T>): Promise<T> {
    return this.#run.shared(name, make);
  }

  refusedWrite(write: RefusedWrite): void {
    this.#run.noteRefusedWrite(write);
  }

  noteRaces(lines: readonly string[]): void {
    this.#run.noteRaces(lines);
  }

  evidence(exchange: Exchange): ExchangeEvidence {
    return this.#run.evidence(exchange);
  }

  /** Runs a check; what it throws becomes a sample, or an error of the suite's own. */
  async perform(check: (on: Stage) => Promise<void>): Promise<void> {
    try {
      await this.#enter(this.phase);
      await check(this);
    } catch (error) {
      if (error instanceof Violation) this.#samples.push({ kind: 'violated', finding: error.finding });
      else if (error instanceof Inconclusive)
        this.#samples.push(
          error.tested
            ? { kind: 'undecided', reason: error.reason, exchanges: error.exchanges }
            : { kind: 'discarded', reason: error.reason },
        );
      else this.#error = error instanceof Error ? (error.stack ?? error.message) : String(error);
    } finally {
      this.#leave();
    }
  }

  /** In some phases checks run one at a time. */
  async #enter(phase: Phase): Promise<void> {
    if (phase === 'races') this.#turn = await this.#run.turn('alone');
    if (phase === 'overwrites')
      this.#turn = await this.#run.turn(/^4\.[78]\//.test(this.clauseId) ? 'alone' : 'together');
    this.chain.depth = Math.max(this.chain.depth, this.#run.chainBase);
  }

  #leave(): void {
    this.#turn?.(this.chain.depth);
    this.#turn = undefined;
  }

  #touch({ path }: Ask): void {
    const id = path?.['id'];
    if (id !== undefined) this.#ids.add(id);
  }

  /** What was seen of a resource that other checks wrote to as well blames nobody. */
  #judgeable(): readonly Sample[] {
    const { sharedIds, deletedIds } = this.#run;
    if (sharedIds.size === 0) return this.#samples;
    const mine = [...this.#ids].find((id) => sharedIds.has(id));
    return this.#samples.map((sample): Sample => {
      if (sample.kind !== 'violated') return sample;
      // How one answer is made depends on no other write, as long as the resource is there.
      const [only, ...others] = sample.finding.exchanges;
      const isThere = ![...deletedIds].some((id) => concerns(sample.finding, id));
      if (aboutOneAnswer.test(this.clauseId) && only !== undefined && others.length === 0 && isThere)
        return sample;
      // Evidence that several checks have in common names resources that this one did not ask for.
      const shared = mine ?? [...sharedIds].find((id) => concerns(sample.finding, id));
      return shared === undefined
        ? sample
        : {
            kind: 'undecided',
            reason: {
              code: 'two-readings',
              text: `it was seen at ${shared}, a resource that several creates of the run were answered with`,
              supply: '"create": {"mode": "mixed"}  (checks then take turns)',
            },
            exchanges: sample.finding.exchanges,
          };
    });
  }

  tally(): Tally {
    return {
      samples: this.#judgeable(),
      suspect: this.#suspect,
      ...(this.#observed === undefined ? {} : { observed: this.#observed }),
      ...(this.#error === undefined ? {} : { error: this.#error }),
    };
  }

  /** Ends a check that waits for what no request will bring: none is sent any more, or none of its sort. */
  #unlessHopeless({ endpoint: name, failure, spared }: Exchange): void {
    if (this.clauseId === 'discovery' || failure === undefined || name === undefined) return;
    if (failure.failure === 'stopped')
      throw new Inconclusive({ code: this.clock.stopped ? 'stopped' : 'budget', text: failure.detail });
    if (spared)
      throw new Inconclusive({
        code: 'blocked-by',
        text: `General/answers-are-whole: no request at ${endpoint(name).section} gets a usable answer (${failure.failure})`,
      });
  }

  #usual(name: EndpointName): Caller {
    const { scopes } = endpoint(name);
    if (name === 'update') return this.facts.updater;
    if (scopes === undefined) return this.facts.writer ?? this.reader;
    if ((scopes as readonly string[]).includes('view_test')) return this.reader;
    if ((scopes as readonly string[]).includes('manage_test')) return this.writer;
    const found = this.callers.supplied.find((caller) =>
      suffices(caller, endpoint(name), this.options.projectKey),
    );
    if (found !== undefined) return found;
    throw notTested({
      code: 'no-token',
      text: `no token with ${scopes.join(' or ')} was supplied`,
      supply: `CONFORMANCE_TOKEN_${(scopes[0] ?? '').toUpperCase()}=<token>`,
    });
  }

  #named(
    asks: readonly (readonly [EndpointName, Ask])[],
  ): readonly (readonly [EndpointName, Ask & { readonly as: Caller }])[] {
    return asks.map(([name, ask]) => [name, { ...ask, as: ask.as ?? this.#usual(name) }] as const);
  }

  async #useLane<T>(fresh: boolean, use: (own: OwnResource) => Promise<T>): Promise<T> {
    if (this.facts.noResource !== undefined) throw notTested(this.facts.noResource);
    if (!this.facts.readable)
      throw notTested({
        code: 'blocked-by',
        text: '4.2/known-id-is-readable: no resource of our own could be read',
      });
    return await this.#run.lanes.use({ fresh, make: async () => (await this.another()).own }, use);
  }

  async another(
    canary?: string,
  ): Promise<{ readonly own: OwnResource; readonly exchange: Exchange | undefined }> {
    if (this.facts.noResource === undefined && this.facts.idSource === undefined)
      return { own: this.#lent(), exchange: undefined };
    const { exchange, own } = await this.create(canary);
    if (own !== undefined) return { own, exchange };
    if (exchange.kind === 'noise')
      throw new Inconclusive({ code: 'noise', text: 'no create came through' }, { tested: false });
    throw new Inconclusive(
      {
        code: 'premise-failed',
        text: `a create like those accepted before was answered ${exchange.label}`,
      },
      { tested: false, exchanges: [this.evidence(exchange)] },
    );
  }
}

/** Clauses about the shape of single answers. */
const aboutOneAnswer = /^Resources\/|\/answers-with-a-resource$/;

function concerns({ exchanges }: Finding, id: string): boolean {
  const segment = `/${encodeComponent(id)}`;
  return exchanges.some(({ request }) => request.target.split('?', 1)[0]?.endsWith(segment) === true);
}
