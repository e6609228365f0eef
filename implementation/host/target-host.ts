import { awaited } from '../../run/awaited.ts';
import type { Clause, Part, Placing } from '../../clause/clause.ts';
import { runMark } from '../../clause/mark.ts';
import type { Leftover, RunRecord } from '../../clause/report.ts';
import type { Reason } from '../../clause/sample.ts';
import { Attendance } from '../../run/attendance.ts';
import type { Caller } from '../../history/caller.ts';
import type { Engine } from '../../run/engine.ts';
import type { Anew, Host, UnderWay } from '../../run/host.ts';
import { clauseSeed, createRandom } from '../../run/random.ts';
import { Reported } from '../../run/reporting.ts';
import { lateEffectMs } from '../../run/settle.ts';
import { Belongings } from './belongings.ts';
import { Capacity, neededByTwo } from './capacity.ts';
import { mostAtOnce } from '../../world/resources/retention.ts';
import { composeStage, patienceOf, phaseWithOneResource } from './check-stage.ts';
import type { CreateBody } from '../create-body.ts';
import { mistakesOf } from '../callers/mistakes.ts';
import { discover } from '../discovery.ts';
import { learningOf, type Learnt, isOneForAll, standApart } from '../learnt.ts';
import { cleaningOf, deleteReturned, givingBack, isReadAsGone } from './housekeeping.ts';
import { resourceAccessFor } from './resource-access.ts';
import { Noted } from './noted.ts';
import { SentTexts } from './sent-texts.ts';
import { cleanUp } from '../resources/clean-up.ts';
import type { Journal } from '../resources/ledger.ts';
import { ResourceBook } from '../resources/resource-book.ts';
import { ResourcePool } from '../resources/resource-pool.ts';
import { sendingFor } from './sending.ts';
import type { Knowledge, Stage } from '../stage.ts';
import { lookAgain } from './second-looks.ts';
import { whyUnproven } from '../callers/standing.ts';
import { isSomethingThere, whyNothingIsThere } from './missing-section.ts';
import { readerOf, standInFor, writerOf } from '../callers/usual-caller.ts';

/** Own resources in use at a time. */
const mostPlaces = 12;
/** The resources that the checks of overwrites create, or may create, one after the other. */
const createdByOverwrites = 16;

/** The implementation under test in a run: the knowledge about it, the resources created on it, and their removal. */
export class TargetHost implements Host<Stage> {
  readonly book: ResourceBook;
  readonly #engine: Engine;
  readonly #learnt: Learnt;
  readonly #pool: ResourcePool;
  readonly #capacity: Capacity;
  readonly #noted: Noted;
  readonly #sent: SentTexts;
  readonly #creating: { body: CreateBody | undefined } = { body: undefined };
  #left: Promise<readonly Leftover[]> | undefined;

  constructor(engine: Engine, learnt: Learnt, journal?: Journal) {
    this.book = new ResourceBook(journal);
    this.#engine = engine;
    this.#learnt = learnt;
    this.#noted = new Noted({
      now: () => engine.clock.now(),
      passed: (answer) => engine.history.append({ kind: 'came right', exchange: answer }),
    });
    this.#sent = new SentTexts(runMark(engine.options.runId));
    const { keeps = {} } = engine.options.profile.resource ?? {};
    this.#pool = new ResourcePool(
      () => this.#places(),
      () => isOneForAll(learnt),
      // A resource is given out only in the first half of its time: the check needs the rest.
      ({ born, madeAt }) => born !== undefined && engine.clock.now() - madeAt > (keeps.forMs ?? Infinity) / 2,
    );
    this.#capacity = new Capacity({
      living: () => this.book.living,
      idle: (isPressing) => this.#pool.spare(isPressing ? 0 : mostPlaces)?.id,
      remove: (id) => deleteReturned(engine, learnt, this.book, id),
      isGone: (id) => isReadAsGone(engine, learnt, id),
      now: () => engine.clock.now(),
      sleep: (milliseconds) => engine.clock.sleep(milliseconds, awaited.room),
      mayRemove: () => standApart(learnt) && !this.book.hasShared,
      keeps: keeps.newest,
      isForAWhile: keeps.forMs !== undefined,
    });
    engine.schedule.before('overwrites', () => this.#capacity.makeFor(createdByOverwrites));
    let looks: Promise<void> | undefined;
    engine.schedule.before('late', async () => {
      await this.#outwaitRefusals();
      looks = this.#lookAgain();
    });
    engine.schedule.before('end', async () => await looks);
  }

  async probeTokens(): Promise<void> {
    const { on } = this.#begin('discovery', { phase: 'quiet' }, true);
    const found = await discover(on, this.#learnt, (id, canary) => {
      this.#enter(id, canary);
      if (canary !== '') this.book.made.push({ id, canary, at: this.#engine.clock.now() });
    });
    this.#creating.body = found.createBody;
    for (const own of found.resources) this.#pool.provide(own, { forGood: true });
  }

  placed(placing: Placing): Placing {
    return isOneForAll(this.#learnt) ? { ...placing, phase: phaseWithOneResource(placing) } : placing;
  }

  begin(name: string, placing: Placing, anew?: Anew): UnderWay<Stage> {
    return this.#begin(name, placing, false, anew);
  }

  whyUnproven(on: Stage, part: Part, mayAsk: boolean): Promise<Reason | undefined> {
    return whyUnproven(on, part, mayAsk);
  }

  isSomethingThere(clause: Pick<Clause<Stage>, 'part' | 'sends'>): boolean {
    return isSomethingThere(clause, this.#engine.world);
  }

  whyNothingIsThere(clause: Pick<Clause<Stage>, 'part' | 'sends'>): Reason | undefined {
    const { world, options } = this.#engine;
    return whyNothingIsThere(clause, { world, profile: options.profile });
  }

  get lackedRoom(): boolean {
    return this.#capacity.lacked;
  }

  clear(): Promise<void> {
    // No remaining check shares resources, and the server may have dropped idle ones.
    this.#pool.empty();
    this.#giveBack(this, this.book.livingIn(this.#engine.options.projectKey));
    return this.#capacity.clear();
  }

  leave(): Promise<readonly Leftover[]> {
    return (this.#left ??= this.#leave());
  }

  async #leave(): Promise<readonly Leftover[]> {
    const { session, schedule, tokenMonitor, governor } = this.#engine;
    if (!governor.stopped) await tokenMonitor.lastLook();
    const depth = Math.max(schedule.chainBase, session.longestChain);
    return await cleanUp(this.book.ledger, cleaningOf(this.#engine, this.#learnt, { depth }));
  }

  #giveBack(who: object, ids: readonly string[]): void {
    const free = ids.filter((id) => !this.#pool.has(id) && !this.book.gone.has(id));
    this.#capacity.giveBack(who, free);
  }

  remarks(): Pick<RunRecord, 'races' | 'raced' | 'restedMs' | 'mistakes' | 'roomFor'> {
    const mistakes = mistakesOf({
      callers: this.#engine.callers,
      book: this.#engine.world.answers,
      options: this.#engine.options,
      noted: [...this.#learnt.mistakes, ...this.#engine.tokenMonitor.over],
    });
    const room = this.#capacity.lacked ? mostAtOnce(this.#engine.history) : Infinity;
    return {
      ...this.#noted.power,
      ...(mistakes.length === 0 ? {} : { mistakes }),
      ...(room < neededByTwo ? { roomFor: room } : {}),
    };
  }

  #begin(
    name: string,
    placing: Placing,
    meetsTarget: boolean,
    anew: Anew = { memo: this.#engine.memo },
  ): UnderWay<Stage> {
    const engine = this.#engine;
    const learnt = this.#learnt;
    const attendance = new Attendance(engine.schedule, placing);
    const reported = new Reported(engine.evidence, engine.world);
    const asked = new Set<string>();
    const belongings = new Belongings();
    const means = {
      engine,
      facts: learnt,
      book: this.book,
      pool: this.#pool,
      capacity: this.#capacity,
      belongings,
    };
    const on: Stage = composeStage({
      knowledge: this.#knowledge(name, anew),
      patience: patienceOf(engine),
      sending: sendingFor({
        ...means,
        sent: this.#sent,
        // A check that runs alone reads resources without writers, so other checks wait.
        mayMakeRoom: () => attendance.phase !== 'races',
        chain: attendance.chain,
        asked,
        missed: (caller) => this.#standInFor(caller),
        meetsTarget,
        isFirst: meetsTarget && placing.phase === 'quiet',
      }),
      resourceAccess: resourceAccessFor({
        ...means,
        enter: (id) => {
          belongings.made(id);
          this.#enter(id);
        },
        creating: this.#creating,
        stage: () => on,
      }),
      sharing: this.#noted.sharing({
        shared: (key, work) => anew.memo.keep(key, () => belongings.sharing(work)),
        hasSent: (text) => this.#sent.has(text),
      }),
      // The resource that all creates reach is kept in the quiet phase only, which then waits for the lags.
      waiting: givingBack(
        attendance.waiting(() => !meetsTarget && !isOneForAll(learnt)),
        () => this.#giveBack(belongings, belongings.giveBackUnkept()),
      ),
      reporting: reported.reporting,
    });
    return {
      on,
      attendance,
      reported,
      end: () => this.#giveBack(belongings, belongings.giveBackAll()),
      tally: () =>
        reported.tally((samples) => {
          const counted = reported.resting.counted(samples, (refusal) => engine.tokenMonitor.whyNot(refusal));
          return this.book.judgeable(counted, asked, placing.about === 'one answer');
        }, engine.inContext),
    };
  }

  #knowledge(name: string, { drawnAgain }: Anew): Knowledge {
    const { options, callers, world } = this.#engine;
    const facts = this.#learnt;
    const seed = clauseSeed(options.seed, name);
    return {
      options,
      profile: options.profile,
      facts,
      learn: learningOf(facts),
      callers,
      world,
      random: createRandom(seed),
      seed,
      reach: options.depth.reach,
      drawnAgain: drawnAgain ?? options.drawnAgain,
      get reader() {
        return readerOf(facts);
      },
      get writer() {
        return writerOf(facts);
      },
    };
  }

  #places(): number {
    const { noResource, idSource } = this.#learnt;
    if (!standApart(this.#learnt) || this.book.hasShared) return 1;
    // If all resources are provided, a check that holds one may need a second and a third.
    const allProvided = noResource === undefined && idSource === undefined;
    return allProvided
      ? Math.min(mostPlaces, Math.max(1, Math.floor(this.#pool.size / 3)))
      : Math.min(mostPlaces, this.#capacity.places);
  }

  #enter(id: string, word = ''): void {
    const { options, clock } = this.#engine;
    const oneForAll = isOneForAll(this.#learnt) && options.profile.create?.mode !== 'mixed';
    if (!oneForAll) this.book.noteHandedOut(id);
    this.#engine.history.append({ kind: 'made', id });
    this.book.ledger.add({
      id,
      projectKey: options.projectKey,
      created: clock.date().toISOString(),
      ...(word === '' ? {} : { word }),
    });
    if (word !== '') this.book.ledger.closeOf(word);
  }

  #standInFor(over: Caller): void {
    const { callers, world, options } = this.#engine;
    standInFor(over, this.#learnt, { callers, answers: world.answers, projectKey: options.projectKey });
  }

  /** These are only reads, which decide nothing, so no run ends because of them. */
  async #lookAgain(): Promise<void> {
    if (this.#engine.governor.stopped) return;
    const { on } = this.#begin('second looks', { phase: 'late' }, true);
    await lookAgain(on).catch(() => undefined);
  }

  /** Waits until the last refused write has had time to take effect. */
  async #outwaitRefusals(): Promise<void> {
    const { governor, clock } = this.#engine;
    const wait = this.#noted.lastRefusal + lateEffectMs - clock.now();
    if (!governor.stopped && wait > 0) await clock.sleep(wait, awaited.lateEffects);
  }
}
