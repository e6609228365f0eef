import { says } from '../../wire/status.ts';
import { inScope } from '../../run/options.ts';
import { listNames, type OverwriteName } from '../../contract/traits.ts';
import { refuses } from '../../judging/access/refusal.ts';
import { laterPages } from '../../judging/surveys/later-pages.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { mentions } from '../../wire/json/pointer.ts';
import {
  aimAnew,
  aimAt,
  declaredOverwrite,
  isKey,
  noAim,
  overwriteAsk,
  sampleOf,
  type OverwriteChange,
  versionsIn,
  versionsOfOthers,
} from './aim.ts';
import {
  landmarkOf,
  ReachedVersion,
  type AcceptedOverwrite,
  type VersionLocation,
  type SharedTarget,
} from './version.ts';

const attempts = 4;
/** The most versions from lists that are tried. */
const mostListed = 6;
/** The places in which servers let an overwrite name its target; the usual place comes first. */
const namings = ['body:/id', 'query:id', 'body:/key', 'query:key'] as const;

/** Overwrites by one operation, once it is known which resource they reach. */
export async function learnOverwrites(on: Stage, name: OverwriteName): Promise<Overwrites> {
  const isShared = declaredOverwrite(on, name)?.target === 'singleton';
  const overwrites = new Overwrites(name, { isShared, landmark: await landmarkOf(on), tried: new Set() });
  await overwrites.learn(on);
  return overwrites;
}

/** Overwrites by one operation, one after another: each changes the version that the next overwrite must state. */
export class Overwrites {
  readonly endpoint: OverwriteName;
  readonly #shared: SharedTarget;
  #aim = noAim;
  #reached: ReachedVersion;
  #elsewhere: Exchange | undefined;
  #refused: Exchange | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(name: OverwriteName, shared: SharedTarget) {
    this.endpoint = name;
    this.#shared = shared;
    this.#reached = new ReachedVersion(shared);
  }

  /** A resource that was made to be overwritten; undefined if none can be made. */
  get own(): OwnResource | undefined {
    return this.#aim.own;
  }

  get place(): VersionLocation {
    return this.#reached.place;
  }

  get first(): Exchange | undefined {
    return this.#reached.first;
  }

  get moves(): boolean {
    return this.#reached.moves;
  }

  /** The answer to an overwrite that changed another resource than the intended one. */
  get elsewhere(): Exchange | undefined {
    return this.#elsewhere;
  }

  /** The last refusal of a sufficient caller. */
  get refused(): Exchange | undefined {
    return this.#refused;
  }

  /** Tries, at most three times, to have an overwrite accepted, with a resource made for it. */
  async learn(on: Stage): Promise<void> {
    const byName = await this.#askByName(on);
    if (byName?.place === 'own') {
      this.#reached = byName;
      return;
    }
    for (let attempt = 0; attempt < 3 && this.first === undefined; attempt += 1) {
      await this.#aimAnew(on, this.#reached, attempt > 0);
      await this.accepted(on, on.writer);
      if (this.own === undefined && on.facts.idSource !== undefined) return;
    }
    const { first } = this;
    const { refused } = this;
    // A refusal may have come because the overwrite does not name its target.
    if (first === undefined && !mayLackName(refused)) return;
    const isOfOthers = this.place === 'elsewhere' && !says(first, 'created');
    if (first === undefined || isOfOthers) this.#reached = await this.#learnByName(on, this.#reached);
    if (this.first === undefined && says(this.refused, 'invalid', 'no match')) await this.#learnFromLists(on);
  }

  /** Whether an id in the body decides the target; without it, another client's resource may be overwritten. */
  async #askByName(on: Stage): Promise<ReachedVersion | undefined> {
    if (this.#isTold(on)) return undefined;
    const byName = new ReachedVersion(
      { ...this.#shared, landmark: { version: undefined, standsStill: false } },
      'body:/id',
    );
    await this.#aimAnew(on, byName, false);
    if (this.own === undefined) return undefined;
    on.keep((await on.another(on.canary())).own);
    const [stated, canary] = [byName.toState(), on.canary()];
    const how = { reached: byName, stated, change: { canary } };
    const left = this.own.issued.at(-1);
    const exchange = await on.ask(this.endpoint, overwriteAsk(on, this.endpoint, this.#aim, how));
    if (!exchange.succeeded) return undefined;
    if (this.endpoint === 'put' && says(exchange, 'created')) on.noteCreated(exchange);
    // If the content does not show at once, overwrites are sent without an id.
    if (!mentions((await readOwn(on, this.own)).value, canary)) return undefined;
    await byName.note(on, this.#aim, { exchange, stated, canary, left });
    return byName;
  }

  /** Whether the target, or the request to send, is already known. */
  #isTold(on: Stage): boolean {
    return (
      declaredOverwrite(on, this.endpoint)?.target !== undefined ||
      sampleOf(on, this.endpoint).json !== undefined
    );
  }

  /**
   * If the target is not a resource of the run, its version may not be visible. Then overwrites name their
   * target in the first accepted way, or not at all if no way is accepted.
   */
  async #learnByName(on: Stage, byNone: ReachedVersion): Promise<ReachedVersion> {
    if (this.#isTold(on)) return byNone;
    for (const naming of namings) {
      const byName = new ReachedVersion(this.#shared, naming);
      byName.follow(byNone.version);
      await this.#aimAnew(on, byName, false);
      if (this.own === undefined) return byNone;
      if (isKey(naming) && this.own.key === undefined) continue;
      await this.#insist(on, byName, on.writer, {});
      if (byName.place === 'own' || (byName.first !== undefined && byNone.first === undefined)) return byName;
      // Both reach another resource: the last overwrite has shown its version.
      if (byName.first !== undefined) byNone.follow(byName.version);
      if (byNone.first !== undefined || !mayLackName(this.refused)) return byNone;
    }
    return byNone;
  }

  /** Tries versions that lists show: one of them may belong to the target, which is hardly a resource of this run, and may be on a later page. */
  async #learnFromLists(on: Stage): Promise<void> {
    const lists = await Promise.all(inScope(on.options, listNames).map((name) => on.ask(name)));
    for (const look of [
      () => versionsOfOthers(on, lists),
      async () => versionsOfOthers(on, await laterPages(on)),
      () => lists.flatMap(({ value }) => versionsIn(value)),
    ])
      if (!(await this.#goesOnAfter(on, await look()))) return;
  }

  /** States a few versions that were not stated yet. False if an overwrite was accepted, or refused for another reason. */
  async #goesOnAfter(on: Stage, versions: readonly string[]): Promise<boolean> {
    const untried = [...new Set(versions)].filter((one) => !this.#shared.tried.has(one));
    for (const version of untried.slice(0, mostListed)) {
      this.#shared.tried.add(version);
      const exchange = await this.attempt(on, on.writer, { version, canary: on.canary() });
      if (exchange.succeeded) return false;
      this.#refused = exchange;
      if (!says(exchange, 'invalid', 'no match')) return false;
    }
    return true;
  }

  /** An overwrite by a sufficient caller; while it is refused, it is repeated with the version read again. */
  accepted(on: Stage, as: Caller, change: OverwriteChange = {}): Promise<Exchange> {
    return this.#inTurn(() => this.#insist(on, this.#reached, as, change));
  }

  async #insist(on: Stage, reached: ReachedVersion, as: Caller, given: OverwriteChange): Promise<Exchange> {
    const change = { ...given, canary: given.canary ?? on.canary() };
    let exchange = await this.#send(on, reached, as, change);
    for (let again = 1; again < attempts && !exchange.succeeded; again += 1) {
      if (!says(exchange, 'invalid', 'no match') && !exchange.is('noise')) break;
      const before = reached.version;
      await reached.readAnew(on, this.#aim, exchange);
      if (!exchange.is('noise') && reached.version === before && again > 1) break;
      exchange = await this.#send(on, reached, as, change);
    }
    if (!exchange.succeeded) this.#refused = exchange;
    return exchange;
  }

  /** An overwrite by the caller who last created its resource: a server may let each caller reach only his own. */
  byMaker(on: Stage, as: Caller): Promise<Exchange | undefined> {
    return this.#inTurn(async () => {
      const canary = on.canary();
      const { own, exchange } = await on.create(canary, as);
      if (own === undefined) return undefined;
      const { version = '0', ...aim } = await aimAt(on, { own, exchange }, canary);
      const how = { reached: this.#reached, stated: version, change: { canary: on.canary() } };
      return await on.ask(this.endpoint, { ...overwriteAsk(on, this.endpoint, aim, how), as });
    });
  }

  /** An overwrite that may be refused, with the actual version. */
  attempt(on: Stage, as: Caller, change: OverwriteChange = {}): Promise<Exchange> {
    return this.#inTurn(() => this.#send(on, this.#reached, as, change));
  }

  /** Sends such an overwrite concurrently with others that should also be refused, and so change nothing. */
  async attemptBeside(on: Stage, as: Caller, change: OverwriteChange = {}): Promise<Exchange> {
    const stated = await this.#turn.then(() => change.version ?? this.#reached.toState());
    const asked = on.ask(this.endpoint, {
      ...overwriteAsk(on, this.endpoint, this.#aim, { reached: this.#reached, stated, change }),
      as,
    });
    const before = this.#turn;
    this.#turn = Promise.allSettled([before, asked]);
    const exchange = await asked;
    if (exchange.succeeded && !refuses(on, exchange)) {
      await this.#inTurn(
        async () => await this.#note(on, this.#reached, { exchange, stated, canary: change.canary }),
      );
      return exchange;
    }
    await this.#turn;
    // Another overwrite was accepted first: the refusal may concern the version that it replaced.
    const isStale = change.version === undefined && stated !== this.#reached.toState();
    return isStale ? await this.attempt(on, as, change) : exchange;
  }

  /** A read of the intended resource, in turn with the overwrites. */
  look(on: Stage): Promise<Exchange | undefined> {
    return this.#inTurn(async () => (this.own === undefined ? undefined : await readOwn(on, this.own)));
  }

  /** Whether requests name their target, in a way that the contract does not show. */
  namesOne(on: Stage): boolean {
    return (
      this.#reached.naming !== undefined ||
      declaredOverwrite(on, this.endpoint)?.target?.includes(':') === true
    );
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work);
    this.#turn = next.catch(() => undefined);
    return next;
  }

  async #aimAnew(on: Stage, reached: ReachedVersion, unnamed: boolean): Promise<void> {
    const { version, ...aim } = await aimAnew(on, { own: this.own, version: reached.version }, unnamed);
    this.#aim = aim;
    reached.follow(version);
  }

  async #send(on: Stage, reached: ReachedVersion, as: Caller, change: OverwriteChange): Promise<Exchange> {
    const stated = change.version ?? reached.toState();
    const exchange = await on.ask(this.endpoint, {
      ...overwriteAsk(on, this.endpoint, this.#aim, { reached, stated, change }),
      as,
    });
    const isOwn = lets(this.endpoint, as, on.options.projectKey) === 'in' || !refuses(on, exchange);
    if (exchange.succeeded && isOwn)
      await this.#note(on, reached, { exchange, stated, canary: change.canary });
    return exchange;
  }

  async #note(on: Stage, reached: ReachedVersion, accepted: AcceptedOverwrite): Promise<void> {
    if (this.endpoint === 'put' && says(accepted.exchange, 'created')) on.noteCreated(accepted.exchange);
    await reached.note(on, this.#aim, accepted);
    if (reached.place === 'elsewhere') this.#elsewhere ??= reached.first;
  }
}

/** Whether a refusal may have come because the overwrite does not name its target. */
function mayLackName(refused: Exchange | undefined): boolean {
  return refused !== undefined && says(refused, 'invalid', 'no match', 'nothing there');
}
