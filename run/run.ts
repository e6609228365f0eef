import { moreTime } from '../clause/reported/more-time.ts';
import { defined } from '../clause/defined.ts';
import type { Clause, Evidence } from '../clause/clause.ts';
import {
  contradicts,
  judgeDeclaration,
  statedDeclarations,
  type DeclaredClause,
} from '../clause/declared.ts';
import { judgeCheck, verdictWithout, type Judgement, type Tally } from '../clause/judgement.ts';
import type { RunRecord } from '../clause/report.ts';
import type { Finding, Reason } from '../clause/sample.ts';
import { isOfMock } from '../history/of-mock.ts';
import { Inconclusive, notTested } from '../clause/thrown.ts';
import { entryOf } from '../wire/keyed.ts';
import { Aborted } from './aborted.ts';
import { shutGate } from './gate.ts';
import { checkOf, unasked, type Check } from './evidence/checks.ts';
import { isLeftToRelease, leftToRelease } from './evidence/asked-deep.ts';
import { AskingAgain } from './evidence/asked-again.ts';
import { SecondTurns } from './evidence/second-turns.ts';
import type { Engine } from './engine.ts';
import type { Host, UnderWay } from './host.ts';
import { Memo } from './memo.ts';
import { unlessNothingIsThere } from './nothing-is-there.ts';
import type { RunPlan } from './plan.ts';
import { operationsOf } from '../world/operations/offered.ts';
import { accessRows } from '../world/probes/access.ts';
import { contentRows } from '../world/probes/content.ts';
import { versionRows } from '../world/probes/versions.ts';
import { keptAtMost, keptForMs } from '../world/resources/retention.ts';
import { toldDisturbances, toldTimeline } from './evidence/told-disturbances.ts';

/** One run of a plan: executes checks in their phases, each once, and judges their reports. */
export class Run<S> {
  readonly engine: Engine;
  readonly clauses: readonly Clause<S>[];
  readonly declarations: readonly DeclaredClause[];
  readonly #plan: RunPlan<S>;
  readonly #host: Host<S>;
  readonly #selected: ReadonlySet<string>;
  readonly #isPart: boolean;
  readonly #judged = new Map<string, Promise<Judgement>>();
  /** Clauses whose observations contradict no declaration, and why. */
  readonly #unproven = new Map<string, Reason>();
  readonly #met: Promise<void>;
  readonly #askingAgain: AskingAgain;
  readonly #secondTurns: SecondTurns;
  /** The facts that were found for checks that are executed again, by time. */
  readonly #memos: Memo[] = [];
  readonly #begun = shutGate();
  readonly #abandoned = shutGate();
  #aborted: RunRecord['aborted'];
  #stopped = false;
  #hurries = false;

  /** @param parts.selected - ids of clauses and names of evidence to execute, all of them awaited */
  constructor(parts: { engine: Engine; plan: RunPlan<S>; host: Host<S>; selected?: ReadonlySet<string> }) {
    this.engine = parts.engine;
    this.#plan = parts.plan;
    this.#host = parts.host;
    this.clauses = parts.plan.sections.flatMap(({ clauses }) => clauses);
    this.declarations = statedDeclarations(parts.plan.sections, parts.engine.options.profile);
    this.#selected =
      parts.selected ??
      new Set([...this.clauses.map(({ id }) => id), ...parts.plan.evidence.map(({ name }) => name)]);
    this.#isPart = this.clauses.some(({ id }) => !this.#selected.has(id));
    this.#askingAgain = new AskingAgain(parts.engine);
    const mayGoOn = (): boolean => !this.engine.governor.stopped && !this.#hurries;
    this.#secondTurns = new SecondTurns(parts.host, mayGoOn);
    const { phases } = this.engine.schedule;
    for (const { placing } of this.#expected()) phases.expect(placing.phase);
    // The answers to all deletes of the run are evidence as well.
    this.engine.schedule.before('end', async () => {
      await this.#askingAgain.askAll();
      await this.#secondTurns.takeAll();
      if (!this.engine.governor.stopped) await this.#host.leave();
      const { history, world } = this.engine;
      const { own } = world.pages;
      for (const exchange of own) history.append(exchange.asOwn());
    });
    this.#met = this.#begun.opened.then(() => this.#meet());
  }

  /** Judges one clause by its own check; a second call does not repeat the check. */
  judge(clause: Clause<S>): Promise<Judgement> {
    const check = checkOf(clause);
    return check === undefined ? this.#decidedByEvidence(clause) : this.#once(check);
  }

  async gather(evidence: Evidence<S>): Promise<Judgement> {
    const judgement = await this.#once(this.#checkOfEvidence(evidence));
    const findings = judgement.findings.map((finding) =>
      finding.path === undefined ? finding : { ...finding, property: evidence.name },
    );
    return { ...judgement, findings };
  }

  async hold(declared: DeclaredClause): Promise<Judgement> {
    const observed = await Promise.all(
      this.clauses.filter(({ id }) => declared.sources.includes(id)).map((clause) => this.judge(clause)),
    );
    return judgeDeclaration(declared, observed, this.#unproven);
  }

  /** From now on, work without influence on the verdict is not started: time is running out. */
  hurry(): void {
    this.#hurries = true;
  }

  /** Sends no further request; checks under way end by themselves. */
  stop(): void {
    this.#stopped = true;
    this.engine.governor.stop();
  }

  /** Ends all checks that are still under way after a stop, even in a wait: a run must never hang. */
  abandon(): void {
    this.#abandoned.open();
  }

  /** Cleans up and closes; the record names leftovers. */
  async finish(): Promise<RunRecord> {
    this.#begun.open();
    await this.#met;
    await Promise.allSettled(this.#judged.values());
    const leftovers = await this.#host.leave();
    await this.engine.close();
    const waits = this.engine.governor.waits.all;
    const { world } = this.engine;
    let probes: RunRecord['probes'];
    return {
      requests: this.engine.session.requests,
      bytes: this.engine.bytes(),
      longestChain: this.engine.session.longestChain,
      validated: world.bodies.validated,
      interrupted: this.#stopped,
      ...defined({
        aborted: this.#aborted,
        keeps: keptAtMost(this.engine.history),
        keepsForMs: keptForMs(this.engine.history),
      }),
      leftovers,
      ...this.#host.remarks(),
      ...(waits.length === 0 ? {} : { waits }),
      weather: toldDisturbances(this.engine),
      timeline: toldTimeline(this.engine),
      neverSeen: [],
      operations: operationsOf(world.offered),
      // A getter, because only fails get a cause.
      get probes() {
        return (probes ??= [...versionRows(world.history), ...accessRows(world), ...contentRows(world)]);
      },
      ...(this.engine.history.entries.some(isOfMock) ? { isOfMock: true } : {}),
    };
  }

  /** The verdict of the evidence that decides a clause; its counts and findings stay with the evidence. */
  async #decidedByEvidence(clause: Clause<S>): Promise<Judgement> {
    const limit = this.#outOfScope({ limits: clause.limits, clause });
    if (limit !== undefined) return unasked(verdictWithout(limit), limit);
    const decisive = this.#plan.evidence.find((evidence) => evidence.clause === clause.id);
    if (decisive === undefined)
      return unasked('not-tested', { code: 'not-selected', text: 'no check and no property decides it' });
    const { verdict, reason } = await this.gather(decisive);
    return unasked(verdict, reason);
  }

  #checkOfEvidence(evidence: Evidence<S>): Check<S> {
    const clause = this.clauses.find(({ id }) => id === evidence.clause);
    return {
      name: evidence.name,
      clause,
      placing: { ...clause?.placing, phase: evidence.phase },
      limits: evidence.limits,
      level: clause?.level ?? 'MUST',
      minimum: evidence.minimum(this.engine.options.depth.reach),
      check: evidence.check,
      isExtra: clause?.check !== undefined,
    };
  }

  #expected(): readonly Check<S>[] {
    const all = [
      ...this.clauses.flatMap((clause) => checkOf(clause) ?? []),
      ...this.#plan.evidence.map((evidence) => this.#checkOfEvidence(evidence)),
    ];
    return all.filter((check) => this.#selected.has(check.name) && this.#outOfScope(check) === undefined);
  }

  #outOfScope({ limits, clause }: Pick<Check<S>, 'limits' | 'clause'>): Reason | undefined {
    const { options } = this.engine;
    const limit = limits.find((name) => options.without.has(name));
    if (limit !== undefined) return { code: 'out-of-scope', text: `out of scope (${limit})` };
    const { declarations } = this;
    const isPart = this.#isPart;
    return clause !== undefined && isLeftToRelease(clause, { options, declarations, isPart })
      ? leftToRelease
      : undefined;
  }

  #once(check: Check<S>): Promise<Judgement> {
    return entryOf(this.#judged, check.name, () => this.#execute(check));
  }

  async #execute(check: Check<S>): Promise<Judgement> {
    const limit = this.#outOfScope(check);
    if (limit !== undefined) return unasked(verdictWithout(limit), limit);
    this.#begun.open();
    await this.#met;
    const { phases } = this.engine.schedule;
    const placing = this.#host.placed(check.placing);
    if (!this.#selected.has(check.name)) phases.expect(placing.phase);
    await phases.opened(placing.phase);
    const underWay = this.#host.begin(check.name, placing);
    await this.#perform(underWay, check);
    const isOpen = this.engine.tokenMonitor.restOn(underWay.reported.resting.refusals);
    const again =
      this.#askingAgain.expect(underWay, (finding, time) =>
        this.#anew(check, (this.#memos[time] ??= new Memo()), finding),
      ) ?? this.#secondTurns.expect(check, underWay.tally(), (memo) => this.#anew(check, memo));
    underWay.attendance.end();
    if (isOpen || again !== undefined) await phases.opened('end');
    const tally = again?.() ?? underWay.tally();
    return await unlessNothingIsThere(check, judgeCheck(tally, check), {
      isSomethingThere: (clause) => this.#host.isSomethingThere(clause),
      why: (clause) => this.#host.whyNothingIsThere(clause),
      end: () => phases.opened('end'),
    });
  }

  async #anew(check: Check<S>, memo: Memo, { seed, path }: Partial<Finding> = {}): Promise<Tally> {
    const drawnAgain = seed === undefined || path === undefined ? {} : { drawnAgain: { seed, path } };
    const underWay = this.#host.begin(check.name, { phase: 'end' }, { memo, ...drawnAgain });
    await this.#perform(underWay, check);
    return underWay.tally();
  }

  /** Runs a check; its error becomes a sample, or an error of the suite itself. */
  async #perform({ on, attendance, reported, end }: UnderWay<S>, check: Check<S>): Promise<void> {
    const { reporting } = reported;
    try {
      if (this.#aborted !== undefined) return reporting.discarded('unreachable', this.#aborted.text);
      if (this.#hurries && check.isExtra)
        return reporting.discarded('budget', 'left out: the run had too little time left', moreTime);
      await this.#unlessAbandoned(async () => {
        await attendance.enter();
        await check.check(on);
        await this.#vet(on, check, reported.observed);
      });
    } catch (error) {
      reported.caught(error);
    } finally {
      attendance.leave();
      end();
    }
  }

  async #unlessAbandoned(work: () => Promise<void>): Promise<void> {
    const abandoned = this.#abandoned.opened.then(() => {
      throw notTested({ code: 'budget', text: 'it did not end when the run was stopped' });
    });
    await Promise.race([work(), abandoned]);
  }

  /** A contradiction to a declared choice counts only if the callers are proven to be what their settings say. */
  async #vet(on: S, { name, placing }: Check<S>, observed: unknown): Promise<void> {
    const clause = this.clauses.find(({ id }) => id === name);
    if (clause === undefined || !this.declarations.some((one) => contradicts(one, clause.id, observed)))
      return;
    try {
      const why = await this.#host.whyUnproven(on, clause.part, placing.phase !== 'end');
      if (why !== undefined) this.#unproven.set(clause.id, why);
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      this.#unproven.set(clause.id, error.reason);
    }
  }

  async #meet(): Promise<void> {
    try {
      await this.#unlessAbandoned(() => this.#host.probeTokens());
    } catch (error) {
      const ours = error instanceof Inconclusive || error instanceof Aborted;
      if (!ours || !this.#stopped) this.#aborted = abortedBy(error);
    }
    const { schedule } = this.engine;
    schedule.beginChains();
    for (const { placing } of this.#expected())
      schedule.phases.reschedule(placing.phase, this.#host.placed(placing).phase);
    schedule.phases.start();
  }
}

function abortedBy(error: unknown): RunRecord['aborted'] {
  const cause = error instanceof Aborted ? error.why : 'harness';
  return { cause, text: error instanceof Error ? error.message : String(error) };
}
