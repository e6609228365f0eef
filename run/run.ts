import type { Clause, ClauseSection, Evidence, Phase } from '../clause/clause.ts';
import { judgeCheck, type Judgement, type Level } from '../clause/judgement.ts';
import type { Leftover, RunRecord } from '../clause/report.ts';
import type { ExchangeEvidence, Reason } from '../clause/sample.ts';
import { Inconclusive } from '../clause/thrown.ts';
import { compileSchemas } from '../schemas/compile.ts';
import type { Clock } from '../wire/clock.ts';
import type { Transport } from '../wire/exchange.ts';
import { Aborted } from './aborted.ts';
import { createCallers, type Callers } from './caller.ts';
import { cleanUp } from '../target/resources/clean-up.ts';
import type { CreateBody } from '../target/create-body.ts';
import { judgeDeclaration, statedDeclarations, type DeclaredClause } from '../clause/declared.ts';
import { discover } from '../target/discovery.ts';
import { nothingKnown, type Draft } from '../target/draft.ts';
import { createEvidence } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import { Governor } from './governor.ts';
import { Lanes } from '../target/resources/lent-and-made.ts';
import { Ledger } from '../target/resources/ledger.ts';
import { phaseWithOneResource } from '../target/one-resource.ts';
import type { RunOptions } from './options.ts';
import type { OwnResource } from '../target/resources/own-resource.ts';
import { Phases } from './phases.ts';
import { clauseSeed, createRandom, type Random } from './random.ts';
import { Recorder } from './books/recorder.ts';
import type { RefusedWrite } from '../target/refused-writes.ts';
import { createRunClock, type RunClock } from './run-clock.ts';
import { Session, type Chain } from './session.ts';
import { StageOnRun } from '../target/check-stage.ts';
import type { Stage } from '../target/stage.ts';

/** Everything that a run may be asked to judge. */
export interface Plan {
  readonly sections: readonly ClauseSection<Stage>[];
  readonly evidence: readonly Evidence<Stage>[];
}

/** A check of a clause, and the phase that was stated for it. */
interface Scheduled {
  readonly clause: string;
  readonly phase: Phase;
}

interface Executable extends Scheduled {
  readonly limits: readonly string[];
  readonly check: (on: Stage) => Promise<void>;
}

/** Own resources in use at a time. */
const mostLanes = 12;
/** How long after the last refused write its effect is looked for. */
const lateSweepMs = 2_000;

/** One run over a transport and a clock: executes checks in their phases, and cleans up. */
export class Run {
  readonly options: RunOptions;
  /** Waits on it end when the run is stopped. */
  readonly clock: RunClock;
  readonly callers: Callers;
  readonly recorder: Recorder;
  readonly facts: Draft;
  readonly session: Session;
  readonly phases: Phases;
  readonly ledger = new Ledger();
  readonly refusedWrites: RefusedWrite[] = [];
  /** Strings that resources of this run were made with. */
  readonly made: { readonly id: string; readonly canary: string }[] = [];
  /** Ids that several creates have answered with: nobody has such a resource to himself. */
  readonly sharedIds = new Set<string>();
  /** Ids that a delete was aimed at. */
  readonly deletedIds = new Set<string>();
  readonly evidence: (exchange: Exchange) => ExchangeEvidence;
  readonly declarations: readonly DeclaredClause[];
  createBody: CreateBody | undefined;
  readonly #plan: Plan;
  readonly #transport: Transport;
  readonly #governor: Governor;
  readonly #random: Random;
  readonly #shared = new Map<string, Promise<unknown>>();
  readonly #judged = new Map<string, Promise<Judgement>>();
  readonly #started: Promise<void>;
  readonly #selected: ReadonlySet<string>;
  #begin: () => void = () => undefined;
  #lanes: Lanes | undefined;
  #lastAlone: Promise<void> = Promise.resolve();
  #together: Promise<void>[] = [];
  #lastRefusal = -Infinity;
  #chain = 0;
  #phaseChain = 0;
  #aborted: RunRecord['aborted'];
  #stopped = false;
  /** What clean-up came to, where the run got as far as its last phase. */
  #cleaned: Promise<readonly Leftover[]> | undefined;
  readonly #handedOut = new Set<string>();
  #words = 0;
  readonly #races: string[] = [];

  /** @param parts.selected - ids of clauses and names of evidence to be executed, all of them awaited */
  constructor(parts: {
    options: RunOptions;
    transport: Transport;
    clock: Clock;
    plan: Plan;
    redact: (text: string) => string;
    selected?: ReadonlySet<string>;
  }) {
    this.options = parts.options;
    this.#plan = parts.plan;
    this.#transport = parts.transport;
    this.#random = createRandom(clauseSeed(parts.options.seed, 'run'));
    this.callers = createCallers(parts.options.tokens, this.#random);
    this.evidence = createEvidence(parts.options, parts.redact);
    this.#governor = new Governor(parts.clock, parts.options);
    this.clock = createRunClock(parts.clock, this.#governor);
    const schemas = compileSchemas({ int32Signed: parts.options.profile.int32?.signed ?? true });
    this.recorder = new Recorder({ schemas, projectKey: parts.options.projectKey, evidence: this.evidence });
    this.facts = nothingKnown(this.callers.none);
    this.session = new Session({
      options: parts.options,
      clock: parts.clock,
      governor: this.#governor,
      transport: parts.transport,
      record: (exchange) => this.recorder.record(exchange),
      isOverload: (name) => name !== 'update' || !this.recorder.mismatchesAre503,
    });
    this.phases = new Phases((phase) => this.#beforePhase(phase));
    this.declarations = statedDeclarations(parts.plan.sections, parts.options.profile);
    this.#selected =
      parts.selected ??
      new Set([...this.clauses.map(({ id }) => id), ...parts.plan.evidence.map(({ name }) => name)]);
    this.#announce();
    this.#started = new Promise<void>((resolve) => {
      this.#begin = resolve;
    }).then(() => this.#discover());
  }

  get clauses(): readonly Clause<Stage>[] {
    return this.#plan.sections.flatMap(({ clauses }) => clauses);
  }

  get lanes(): Lanes {
    const alone = (): boolean => this.facts.upserts || this.facts.siblingsMove || this.sharedIds.size > 0;
    this.#lanes ??= new Lanes(
      () => (alone() ? 1 : this.#lanesLent(mostLanes)),
      () => this.facts.upserts,
    );
    return this.#lanes;
  }

  /** Where all resources are lent, who has one may need a second and a third. */
  #lanesLent(most: number): number {
    const { noResource, idSource } = this.facts;
    if (noResource !== undefined || idSource !== undefined || this.#lanes === undefined) return most;
    return Math.min(most, Math.max(1, Math.floor(this.#lanes.size / 3)));
  }

  /** Judges one clause by its own check; twice asked, once executed. */
  judge(clause: Clause<Stage>): Promise<Judgement> {
    const { check } = clause;
    if (check === undefined) return this.#decidedByEvidence(clause);
    return this.#once(clause.id, { ...clause, check, clause: clause.id }, clause.level, clause.minimum);
  }

  /** The verdict of the evidence that decides a clause; what it counted and found stands with the evidence. */
  async #decidedByEvidence(clause: Clause<Stage>): Promise<Judgement> {
    const none = { premise: 0, checks: 0, suspect: false, findings: [] };
    const limit = this.#outOfScope(clause);
    if (limit !== undefined) return { ...none, verdict: 'not-applicable', reason: limit };
    const decisive = this.#plan.evidence.find((evidence) => evidence.clause === clause.id);
    if (decisive === undefined)
      return { ...none, verdict: 'not-tested', reason: { code: 'not-selected', text: 'nothing decides it' } };
    const { verdict, reason } = await this.gather(decisive);
    return { ...none, verdict, ...(reason === undefined ? {} : { reason }) };
  }

  /** Gathers the evidence of one property for its clause. */
  gather(evidence: Evidence<Stage>): Promise<Judgement> {
    const clause = this.clauses.find(({ id }) => id === evidence.clause);
    const level = clause?.level ?? 'MUST';
    return this.#once(evidence.name, evidence, level, evidence.minimum(this.options.depth.reach));
  }

  /** Holds the observations to one declaration. */
  async hold(declared: DeclaredClause): Promise<Judgement> {
    const observed = await Promise.all(
      this.clauses.filter(({ id }) => declared.sources.includes(id)).map((clause) => this.judge(clause)),
    );
    return judgeDeclaration(declared, observed);
  }

  /** No further request is sent; checks under way end by themselves. */
  stop(): void {
    this.#stopped = true;
    this.#governor.stop();
  }

  /**
   * Waits for one's turn in a phase that is alone on the wire: by oneself, or beside others who do not mind company.
   *
   * @returns what ends the turn
   */
  async turn(company: 'alone' | 'together'): Promise<(depth: number) => void> {
    const before = company === 'alone' ? [this.#lastAlone, ...this.#together] : [this.#lastAlone];
    let done = (): void => undefined;
    const mine = new Promise<void>((resolve) => {
      done = resolve;
    });
    if (company === 'alone') {
      this.#lastAlone = mine;
      this.#together = [];
    } else this.#together.push(mine);
    await Promise.all(before);
    return (depth) => {
      this.#phaseChain = Math.max(this.#phaseChain, depth);
      done();
    };
  }

  /** A word that occurs nowhere else in this run. */
  word(): string {
    this.#words += 1;
    return `${this.#random.word(6)}${this.#words.toString(36)}`;
  }

  noteRefusedWrite(write: RefusedWrite): void {
    this.refusedWrites.push(write);
    this.#lastRefusal = this.clock.now();
  }

  /** Lines on what the races can have seen, for report and matrix. */
  noteRaces(lines: readonly string[]): void {
    this.#races.push(...lines);
  }

  noteChain(depth: number): void {
    this.#chain = Math.max(this.#chain, depth);
  }

  /** The depth at which work of the phase now open begins. */
  get chainBase(): number {
    return this.#phaseChain;
  }

  shared<T>(name: string, make: () => Promise<T>): Promise<T> {
    const found = this.#shared.get(name);
    if (found !== undefined) return found as Promise<T>;
    const making = make();
    making.catch(() => undefined);
    this.#shared.set(name, making);
    return making;
  }

  /** Cleans up and closes; what could not be removed is named. */
  async finish(): Promise<RunRecord> {
    this.#begin();
    await this.#started;
    await Promise.allSettled(this.#judged.values());
    const leftovers = (await this.#cleaned) ?? (await this.#cleanUp());
    await this.#transport.close();
    return {
      requests: this.session.requests,
      bytes: this.#transport.bytes(),
      longestChain: this.#chain,
      interrupted: this.#stopped,
      ...(this.#aborted === undefined ? {} : { aborted: this.#aborted }),
      leftovers,
      ...(this.#races.length === 0 ? {} : { races: this.#races }),
      neverSeen: [],
    };
  }

  #announce(): void {
    for (const { phase } of this.#expected()) this.phases.expect(phase);
  }

  /** Checks that will come: those selected and in scope. */
  #expected(): readonly Scheduled[] {
    const all = [
      ...this.clauses.flatMap((clause) =>
        clause.check === undefined ? [] : [{ ...clause, key: clause.id, clause: clause.id }],
      ),
      ...this.#plan.evidence.map((evidence) => ({ ...evidence, key: evidence.name })),
    ];
    return all.filter((check) => this.#selected.has(check.key) && this.#outOfScope(check) === undefined);
  }

  /** When a check runs; what has been learnt of creates may have moved it. */
  #phaseOf({ clause, phase }: Scheduled): Phase {
    return this.facts.upserts ? phaseWithOneResource(clause, phase) : phase;
  }

  #outOfScope(check: { readonly limits: readonly string[] }): Reason | undefined {
    const limit = check.limits.find((name) => this.options.without.has(name));
    return limit === undefined ? undefined : { code: 'out-of-scope', text: `out of scope (${limit})` };
  }

  #once(key: string, check: Executable, level: Level, minimum: number): Promise<Judgement> {
    const found = this.#judged.get(key);
    if (found !== undefined) return found;
    const judged = this.#execute(key, check, level, minimum);
    this.#judged.set(key, judged);
    return judged;
  }

  async #execute(key: string, check: Executable, level: Level, minimum: number): Promise<Judgement> {
    const reason = this.#outOfScope(check);
    if (reason !== undefined)
      return { verdict: 'not-applicable', reason, premise: 0, checks: 0, suspect: false, findings: [] };
    this.#begin();
    await this.#started;
    const phase = this.#phaseOf(check);
    if (!this.#selected.has(key)) this.phases.expect(phase);
    await this.phases.opened(phase);
    const stage = new StageOnRun(this, key, phase);
    if (this.#aborted === undefined) await stage.perform(check.check);
    else stage.discarded('unreachable', this.#aborted.text);
    this.phases.leave(stage.phase);
    return judgeCheck(stage.tally(), { level, minimum });
  }

  async #discover(): Promise<void> {
    const stage = new StageOnRun(this, 'discovery', 'quiet');
    try {
      const found = await discover(stage, this.facts, (id, canary) => {
        this.note(id);
        if (canary !== '') this.made.push({ id, canary });
      });
      this.createBody = found.createBody;
      for (const own of found.resources) this.lanes.lend(own);
    } catch (error) {
      const ours = error instanceof Inconclusive || error instanceof Aborted;
      if (!ours || !this.#stopped) this.#aborted = abortedBy(error);
    }
    this.noteChain(stage.chain.depth);
    this.#phaseChain = this.#chain;
    for (const check of this.#expected()) this.phases.reschedule(check.phase, this.#phaseOf(check));
    this.phases.start();
  }

  /** Enters a created resource into the ledger. */
  note(id: string, projectKey = this.options.projectKey): void {
    const oneForAll = this.facts.upserts && this.options.profile.create?.mode !== 'mixed';
    if (projectKey === this.options.projectKey && !oneForAll) {
      if (this.#handedOut.has(id)) this.sharedIds.add(id);
      this.#handedOut.add(id);
    }
    this.ledger.add({ id, projectKey, created: this.clock.date().toISOString() });
  }

  async #beforePhase(phase: Phase): Promise<void> {
    if (phase === 'late' && !this.#governor.stopped) {
      const wait = this.#lastRefusal + lateSweepMs - this.clock.now();
      if (wait > 0) await this.clock.sleep(wait);
    }
    // What deletes of all that was made answer is evidence as well.
    if (phase === 'end' && !this.#governor.stopped) {
      this.#cleaned = this.#cleanUp();
      await this.#cleaned;
    }
    this.#phaseChain = this.#chain;
  }

  async #cleanUp(): Promise<readonly Leftover[]> {
    const chain: Chain = { depth: this.#chain };
    const { writer, reader } = this.facts;
    const versionParam = this.options.profile.delete?.versionParam;
    const leftovers = await cleanUp(this.ledger, {
      session: this.session,
      chain,
      writer,
      reader,
      versionParam,
    });
    this.noteChain(chain.depth);
    return leftovers;
  }

  /** Keeps resources for the checks that follow. */
  lend(own: OwnResource): void {
    this.lanes.lend(own);
  }
}

/** Why a run cannot go on after discovery has thrown. */
function abortedBy(error: unknown): RunRecord['aborted'] {
  const cause = error instanceof Aborted ? error.cause_ : 'harness';
  return { cause, text: error instanceof Error ? error.message : String(error) };
}
