import { endpoint } from '../../contract/endpoints.ts';
import { isForeign } from '../../judging/foreign.ts';
import { JsonNumber, readJson, type JsonInput, asObject } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { Ask } from '../../run/ask.ts';
import { suffices, type Caller } from '../../run/caller.ts';
import type { Exchange } from '../../run/exchange.ts';
import { versionOf, type OwnResource } from '../../target/resources/own-resource.ts';
import { mentions } from '../../wire/json/pointer.ts';
import type { Content } from '../../judging/surveys/contents.ts';
import { asContent, withMember, withString } from './body.ts';
import { versionsIn, versionsOfOthers } from './listed-versions.ts';
import type { DeclaredOverwrite } from '../../clause/profile.ts';
import { refuses } from '../../judging/access/refusal.ts';
import { laterPages } from '../../judging/surveys/later-pages.ts';
import { sampleAsk } from '../../target/sample-ask.ts';
import { settles } from '../../run/settle.ts';
import { inHaste, unlessPrompt } from '../../target/haste.ts';
import type { Stage } from '../../target/stage.ts';
import { readOwn, versionToState } from '../../target/resources/read-own.ts';
import { untilReadable } from '../../target/resources/lag.ts';
import { oncePerRun } from '../../target/once-per-run.ts';

/** The two operations that overwrite without naming what (4.7, 4.8). */
export type OverwriteEndpoint = 'patch' | 'put';

/** What an overwrite was seen to change: the resource made for it, another one, or nothing that can be seen. */
export type Place = 'own' | 'elsewhere' | 'unseen';

/** In what one overwrite differs from the usual one. */
export interface OverwriteChange {
  /** A string of its own, to be stored where the content has strings. */
  readonly canary?: string;
  /** In place of the version that is believed to be the actual one. */
  readonly version?: string;
  /** In place of the usual objectTypeProperty. */
  readonly content?: JsonInput;
}

/** What accepted overwrites of either operation last showed of a target that they may have in common. */
interface Landmark {
  version: string | undefined;
  /** After a refusal reads never showed another version than the refused one: none need be waited for again. */
  standsStill: boolean;
}

const attempts = 4;
/** So long an overwrite that was accepted for later is looked for where reads are prompt. */
const soonMs = 1_000;
/** Versions of a list that are tried. */
const mostListed = 6;
/** Refusals that may be for a version which is no longer the actual one. */
const stale: readonly (number | undefined)[] = [400, 409, 412, 422];
/** Refusals that may be for want of a name of what is to be overwritten. */
const notFound: readonly (number | undefined)[] = [404, 410];

/** What overwrites without a name have met last, for those of both sections. */
const landmarkOf = oncePerRun((_on: Stage): Promise<Landmark> =>
  Promise.resolve({ version: undefined, standsStill: false }),
);

/**
 * Overwrites by one operation: learns which resource they reach, and keeps track of the version to state. Asks go
 * one after the other, since each accepted one changes what the next has to state.
 */
export class Overwrites {
  readonly endpoint: OverwriteEndpoint;
  /** A resource made to be overwritten; undefined where none can be made. */
  own: OwnResource | undefined;
  place: Place = 'unseen';
  /** The answer to the first one that was accepted. */
  first: Exchange | undefined;
  /** The answer to one that was seen to change another resource than that made for it. */
  elsewhere: Exchange | undefined;
  /** The last refusal of a sufficient caller. */
  refused: Exchange | undefined;
  /** Accepted overwrites were seen to change the version. */
  moves = false;
  /** The answer to the first one showed the version that reads showed then. */
  #answersShowVersion = false;
  /** The version that the last accepted one stated. */
  former: string | undefined;
  #version: string | undefined;
  #content: Content = {};
  #canary = '';
  /** The id stands in the body, which the contract does not show there. */
  #isNamed = false;
  #turn: Promise<unknown> = Promise.resolve();
  #landmark: Landmark = { version: undefined, standsStill: false };
  /** Versions of what may be shared that were stated already, in case they are the actual ones. */
  readonly #tried = new Set<string>();

  constructor(endpoint: OverwriteEndpoint) {
    this.endpoint = endpoint;
  }

  /** Tries to have one accepted, with a resource made for it, three at most. */
  async learn(on: Stage): Promise<void> {
    this.#landmark = await landmarkOf(on);
    for (let attempt = 0; attempt < 3 && this.first === undefined; attempt += 1) {
      await this.#aim(on, attempt > 0);
      await this.accepted(on, on.writer);
      if (this.own === undefined && on.facts.idSource !== undefined) return;
    }
    const { first } = this;
    const status = this.refused?.status;
    if (first === undefined && !stale.includes(status) && !notFound.includes(status)) return;
    const isOfOthers = this.place === 'elsewhere' && first?.status !== 201;
    if (first === undefined || isOfOthers) await this.#learnByName(on);
    if (this.first === undefined && stale.includes(this.refused?.status)) await this.#learnFromLists(on);
  }

  /**
   * What none of our own resources is need not be overwritten, and may be at a version that nobody tells: a server may
   * take the id from the body.
   */
  async #learnByName(on: Stage): Promise<void> {
    if (
      this.#declared(on)?.target !== undefined ||
      sampleAsk(on, sectionOf(this.endpoint)).json !== undefined
    )
      return;
    const { first, place, moves, former } = this;
    const version = this.#version;
    this.#isNamed = true;
    this.first = undefined;
    await this.#aim(on, false);
    if (this.own !== undefined) await this.accepted(on, on.writer);
    const named = this.#accepted();
    if (named !== undefined && (first === undefined || this.place === 'own')) return;
    this.#isNamed = false;
    this.first = first;
    this.place = place;
    this.moves = moves;
    this.former = former;
    if (named === undefined) this.#version = version;
  }

  /**
   * The versions that lists show are those of what there is: one of them may be that of what is overwritten. It is hardly
   * one of this run's, and may be on a later page.
   */
  async #learnFromLists(on: Stage): Promise<void> {
    const lists = await Promise.all((['query', 'search', 'sorted'] as const).map((name) => on.ask(name)));
    for (const look of [
      () => versionsOfOthers(on, lists),
      async () => versionsOfOthers(on, await laterPages(on)),
      () => lists.flatMap(({ value }) => versionsIn(value)),
    ])
      if (!(await this.#goesOnAfter(on, await look()))) return;
  }

  /** States a few of the versions, those that were not yet. False where one was taken, or refused for another reason. */
  async #goesOnAfter(on: Stage, versions: readonly string[]): Promise<boolean> {
    const untried = [...new Set(versions)].filter((one) => !this.#tried.has(one));
    for (const version of untried.slice(0, mostListed)) {
      this.#tried.add(version);
      const exchange = await this.attempt(on, on.writer, { version, canary: on.canary() });
      if (exchange.succeeded) return false;
      this.refused = exchange;
      if (!stale.includes(exchange.status)) return false;
    }
    return true;
  }

  #accepted(): Exchange | undefined {
    return this.first;
  }

  /** One by a sufficient caller, again with the version read anew while it is refused. */
  accepted(on: Stage, as: Caller, change: OverwriteChange = {}): Promise<Exchange> {
    return this.#inTurn(async () => {
      const canary = change.canary ?? on.canary();
      let exchange = await this.#send(on, as, { ...change, canary });
      for (let again = 1; again < attempts && !exchange.succeeded; again += 1) {
        if (!stale.includes(exchange.status) && exchange.kind !== 'noise') break;
        const before = this.#version;
        await this.#readAnew(on, exchange);
        if (exchange.kind !== 'noise' && this.#version === before && again > 1) break;
        exchange = await this.#send(on, as, { ...change, canary });
      }
      if (!exchange.succeeded) this.refused = exchange;
      return exchange;
    });
  }

  /** One that may be refused, with the version that is the actual one. */
  attempt(on: Stage, as: Caller, change: OverwriteChange = {}): Promise<Exchange> {
    return this.#inTurn(async () => await this.#send(on, as, change));
  }

  /** The same beside others that are expected to be refused too, and so change nothing. */
  async attemptBeside(on: Stage, as: Caller, change: OverwriteChange = {}): Promise<Exchange> {
    const stated = await this.#turn.then(() => change.version ?? this.#toState(on));
    const asked = on.ask(this.endpoint, { ...this.#request(on, stated, change), as });
    const before = this.#turn;
    this.#turn = Promise.allSettled([before, asked]);
    const exchange = await asked;
    if (exchange.succeeded && !refuses(on, exchange)) {
      await this.#inTurn(async () => await this.#note(on, exchange, stated, change.canary ?? ''));
      return exchange;
    }
    await this.#turn;
    // Another one landed first: the refusal may be for the version that it left.
    const isStale = change.version === undefined && stated !== this.#toState(on);
    return isStale ? await this.attempt(on, as, change) : exchange;
  }

  /** A read of the resource made for it, in turn with the overwrites. */
  look(on: Stage): Promise<Exchange | undefined> {
    return this.#inTurn(async () => (this.own === undefined ? undefined : await readOwn(on, this.own)));
  }

  /** Requests name what they are to overwrite, in a way that the contract does not show. */
  namesOne(on: Stage): boolean {
    return this.#isNamed || this.#declared(on)?.target?.includes(':') === true;
  }

  /** The version that is believed to be the actual one. */
  get version(): string | undefined {
    return this.#version;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work);
    this.#turn = next.catch(() => undefined);
    return next;
  }

  async #send(on: Stage, as: Caller, change: OverwriteChange): Promise<Exchange> {
    const stated = change.version ?? this.#toState(on);
    const exchange = await on.ask(this.endpoint, { ...this.#request(on, stated, change), as });
    const isOwn = suffices(as, endpoint(this.endpoint), on.options.projectKey) || !refuses(on, exchange);
    if (exchange.succeeded && isOwn) await this.#note(on, exchange, stated, change.canary ?? '');
    return exchange;
  }

  #request(on: Stage, stated: string, change: OverwriteChange): Ask {
    const sample = sampleAsk(on, sectionOf(this.endpoint));
    const target = this.#declared(on)?.target ?? '';
    const id = this.own?.id;
    const content = change.content ?? withString(this.#content, change.canary);
    const version = new JsonNumber(stated);
    const given = asContent(sample.json);
    let body: Content =
      given === undefined
        ? { version, objectTypeProperty: content }
        : { ...given, ...(this.#version === undefined ? {} : { version }) };
    if (this.#isNamed && id !== undefined) body = { id, ...body };
    if (target.startsWith('body:/') && id !== undefined && given === undefined)
      body = withMember(body, target.slice('body:/'.length).split('/'), id);
    const named = target.startsWith('query:') && id !== undefined;
    const query = [...(sample.query ?? []), ...(named ? [[target.slice(6), id] as const] : [])];
    return { ...sample, json: body, ...(query.length === 0 ? {} : { query }) };
  }

  #declared(on: Stage): DeclaredOverwrite | undefined {
    return on.profile.overwrite?.[this.endpoint];
  }

  /** What both operations overwrite is at the version that either of them showed last. */
  #toState(on: Stage): string {
    if (this.#declared(on)?.target === 'singleton') this.#version = this.#landmark.version ?? this.#version;
    return this.#version ?? '1';
  }

  /**
   * Makes a resource and takes its version and content. Where creates show no ids it is one that the operator lent, or
   * `unnamed` in case overwrites find by its version what was made.
   */
  async #aim(on: Stage, unnamed: boolean): Promise<void> {
    const canary = on.canary();
    this.#canary = canary;
    this.#content = { arrayOfStringExample: [canary] };
    if (on.facts.noResource !== undefined || !on.facts.readable) return;
    if (unnamed && on.facts.idSource === undefined && on.facts.createBody !== undefined) {
      this.own = undefined;
      return await this.#aimUnnamed(on, canary);
    }
    const { own, exchange } = await on.another(canary);
    on.keep(own);
    this.own = own;
    const read = await untilReadable(on, own);
    this.#version = versionOf(read.value) ?? versionOf(exchange?.value);
    const sent = exchange?.request.body === undefined ? undefined : readJson(exchange.request.body);
    const posted = sent?.kind === 'json' ? asObject(sent.value)?.['objectTypeProperty'] : undefined;
    this.#content = asObject(read.object?.['objectTypeProperty']) ?? asObject(posted) ?? this.#content;
  }

  /** Makes a resource that answers show no id of. */
  async #aimUnnamed(on: Stage, canary: string): Promise<void> {
    const { exchange } = await on.create(canary);
    this.#version = versionOf(exchange.value) ?? this.#version;
  }

  /** The version to state after an answer that was not 2xx: of what is shared, or as a settled read shows it. */
  async #readAnew(on: Stage, answer: Exchange): Promise<void> {
    const { own } = this;
    const told = answer.status === 409 ? versionOf(answer.value) : undefined;
    const isShared = this.#declared(on)?.target === 'singleton';
    if (isShared && told !== undefined) this.#landmark.version = told;
    const other = [this.#landmark.version, told].find((one) => one !== undefined && !this.#tried.has(one));
    if (
      other !== undefined &&
      answer.kind !== 'noise' &&
      (this.first === undefined || this.place !== 'own')
    ) {
      this.#tried.add(other);
      this.#version = other;
      return;
    }
    if (own === undefined && on.facts.idSource === undefined && on.facts.createBody !== undefined)
      return await this.#aimUnnamed(on, on.canary());
    const isElsewhere = this.place === 'elsewhere' && this.first !== undefined && !this.#mayComeLater;
    if (own === undefined || isShared || isElsewhere) return;
    own.forget();
    if (answer.kind === 'noise') {
      // It may have been carried out all the same.
      own.written(on.clock.now());
      this.#version = (await versionToState(on, own)) ?? this.#version;
      return;
    }
    const isHasty = this.#landmark.standsStill && !on.facts.lags;
    const stage = isHasty ? inHaste(on) : this.#mayComeLater ? soon(on) : this.#patient(on);
    const found = await otherVersion(stage, own, this.#version);
    if (found === this.#version && !stage.hasty) this.#landmark.standsStill = true;
    this.#version = found ?? this.#version;
  }

  /** What an accepted one has changed, and which version the next has to state. */
  async #note(on: Stage, exchange: Exchange, stated: string, canary: string): Promise<void> {
    if (this.endpoint === 'put' && exchange.status === 201) on.noteCreated(exchange);
    const { own } = this;
    const isFirst = this.first === undefined;
    this.first ??= exchange;
    this.former = stated;
    own?.written(on.clock.now());
    if (isFirst && own !== undefined) await this.#locate(on, own, stated, canary);
    else if (own !== undefined && this.place === 'own') {
      if (this.moves && this.#resembles(exchange))
        own.leave(stated, this.#answersShowVersion ? versionOf(exchange.value) : undefined);
      else own.forget();
      this.#version = (await versionToState(this.#patient(on), own)) ?? this.#version;
    }
    if (this.place === 'own') return;
    this.#version = versionOf(exchange.value) ?? this.#version;
    this.#landmark.version = versionOf(exchange.value) ?? this.#landmark.version;
  }

  /** An overwrite was accepted for later: that reads are prompt tells nothing of it. */
  get #mayComeLater(): boolean {
    return this.first?.status === 202;
  }

  /** What overwrites reach is worth a wait only where one may show late: it decides no clause that blocks. */
  #patient(on: Stage): Stage {
    return unlessPrompt(on);
  }

  /** An answer without the version that others show may say, in a 2xx, that nothing was done. */
  #resembles(exchange: Exchange): boolean {
    return versionOf(this.first?.value) === undefined || versionOf(exchange.value) !== undefined;
  }

  async #locate(on: Stage, own: OwnResource, stated: string, canary: string): Promise<void> {
    const before = this.#canary;
    // What was stated may be the version of another resource, which the last overwrite showed.
    const left = own.issued.at(-1) ?? stated;
    let read: Exchange | undefined;
    const ms = (this.#mayComeLater ? soon(on) : this.#patient(on)).grace.readMs;
    await settles(on.clock, { since: own.lastWriteAt, ms }, async () => {
      read = await readOwn(on, own);
      const version = versionOf(read.value);
      this.moves = version !== undefined && !sameNumber(version, left);
      if (canary !== '' && mentions(read.value, canary)) this.place = 'own';
      else if (this.moves && !mentions(read.value, before) && !isForeign(on, own.born, read))
        this.place = 'own';
      return this.place === 'own';
    });
    if (this.place !== 'own') {
      this.place = versionOf(this.first?.value) === undefined ? 'unseen' : 'elsewhere';
      if (this.place === 'elsewhere') this.elsewhere ??= this.first;
      this.moves = false;
      return;
    }
    this.#version = versionOf(read?.value) ?? this.#version;
    const answered = versionOf(this.first?.value);
    this.#answersShowVersion =
      this.moves && answered !== undefined && sameNumber(answered, this.#version ?? '');
  }
}

/** Where reads are prompt, what was accepted for later is given a moment; else as long as any read may lag. */
function soon(on: Stage): Stage {
  const { grace, clock, hasty } = on;
  const readMs = Math.min(grace.readMs, Math.max(unlessPrompt(on).grace.readMs, soonMs));
  return on.with({ clock, hasty, grace: { ...grace, readMs } });
}

function sectionOf(name: OverwriteEndpoint): '4.7' | '4.8' {
  return name === 'patch' ? '4.7' : '4.8';
}

/** What a read shows that is not the version which was refused, or what the last one shows later than any lag. */
async function otherVersion(
  on: Stage,
  own: OwnResource,
  refused: string | undefined,
): Promise<string | undefined> {
  let found: string | undefined;
  await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, async () => {
    found = versionOf((await readOwn(on, own)).value) ?? found;
    return found !== undefined && (refused === undefined || !sameNumber(found, refused));
  });
  return found;
}
