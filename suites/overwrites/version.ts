import { says } from '../../wire/status.ts';
import { isForeign } from '../../judging/effects/foreign.ts';
import type { Exchange } from '../../history/exchange.ts';
import { settles } from '../../run/settle.ts';
import { brieflyWaiting, briefIfReadsArePrompt } from '../../implementation/brief-waits.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { mentions } from '../../wire/json/pointer.ts';
import { makesUnnamed, versionMade, type Aim, versionListedWith } from './aim.ts';
import { lookWithinLag } from '../../implementation/resources/lag.ts';

/** Where an overwrite showed its effect: on the resource made for it, on another resource, or nowhere. */
export type VersionLocation = 'own' | 'elsewhere' | 'unseen';

/** The last state that accepted overwrites of either operation showed, for a target that both may share. */
export interface Landmark {
  version: string | undefined;
  /** After a refusal, reads showed only the refused version: further waits for a read are useless. */
  standsStill: boolean;
}

/** The last target of overwrites without a name, for both sections. */
export const landmarkOf = oncePerRun((_on: Stage): Promise<Landmark> =>
  Promise.resolve({ version: undefined, standsStill: false }),
);

/** How long to look for the effect of an overwrite that was accepted for later, if reads are prompt. */
const soonMs = 1_000;

/** The state that all overwrites of one operation share, whether or not they name their target. */
export interface SharedTarget {
  /** Both operations overwrite the same single resource, as the vendor declares. */
  readonly isShared: boolean;
  readonly landmark: Landmark;
  /** Versions that were already tried as the actual version. */
  readonly tried: Set<string>;
}

/** An overwrite that was accepted. */
export interface AcceptedOverwrite {
  readonly exchange: Exchange;
  readonly stated: string;
  /** The unique string in this overwrite. */
  readonly canary: string | undefined;
  /** The last version that the intended resource had shown before; absent if it was not read since. */
  readonly left?: string | undefined;
}

/** The observed target of overwrites, with or without a name, and the version to state next. */
export class ReachedVersion {
  /** Where overwrites name their target, as a profile states it; undefined if they do not. */
  readonly naming: string | undefined;
  readonly #of: SharedTarget;
  #version: string | undefined;
  #first: Exchange | undefined;
  #place: VersionLocation = 'unseen';
  #moves = false;
  /** Whether the answer to the first overwrite showed the same version as reads. */
  #answersShowVersion = false;
  /** The last accepted overwrite, until the run has searched lists for it. */
  #last: AcceptedOverwrite | undefined;
  /** The step of the version per overwrite, as lists show it. */
  #step: number | undefined;

  constructor(of: SharedTarget, naming?: string) {
    this.naming = naming;
    this.#of = of;
  }

  /** The answer to the first accepted overwrite. */
  get first(): Exchange | undefined {
    return this.#first;
  }

  get place(): VersionLocation {
    return this.#place;
  }

  /** Whether accepted overwrites were seen to change the version. */
  get moves(): boolean {
    return this.#moves;
  }

  /** The version that the run believes to be actual. */
  get version(): string | undefined {
    return this.#version;
  }

  /** The version to state; if both operations overwrite the target, the version that either of them showed last. */
  toState(): string {
    if (this.#of.isShared) this.#version = this.#of.landmark.version ?? this.#version;
    return this.#version ?? '1';
  }

  /** Notes only that the target has this version. */
  follow(version: string | undefined): void {
    this.#version = version;
  }

  /**
   * The target of an accepted overwrite, and the version that the next overwrite has to state.
   *
   * @throws UnreadableTape for a body without a text, and for more bodies than an event may have
   */
  async note(on: Stage, { own, canary: before }: Aim, accepted: AcceptedOverwrite): Promise<void> {
    const { exchange, stated } = accepted;
    const isFirst = this.#first === undefined;
    this.#first ??= exchange;
    own?.written(on.clock.now());
    if (isFirst && own !== undefined) await this.#locate(on, own, before, accepted);
    else if (own !== undefined && this.#place === 'own') {
      if (this.#moves && this.#resembles(exchange))
        own.leave(stated, this.#answersShowVersion ? versionOf(exchange.value) : undefined);
      else own.forget();
      this.#version = (await versionToState(briefIfReadsArePrompt(on), own)) ?? this.#version;
    }
    if (this.#place === 'own') return;
    const shown = versionOf(exchange.value) ?? this.#moved(stated);
    this.#version = shown ?? this.#version;
    this.#of.landmark.version = shown ?? this.#of.landmark.version;
    this.#last = accepted;
  }

  /** The version after an accepted overwrite, once lists have shown the step of one overwrite. */
  #moved(stated: string): string | undefined {
    return this.#step === undefined ? undefined : String(Number(stated) + this.#step);
  }

  /** The version that lists show beside the content of the last accepted overwrite, if its answer showed none. */
  async #listed(on: Stage): Promise<string | undefined> {
    const { exchange, canary, stated } = this.#last ?? {};
    const isSought = canary !== undefined && stated !== undefined && versionOf(exchange?.value) === undefined;
    if (!isSought || this.#place === 'own') return undefined;
    this.#last = undefined;
    const version = await versionListedWith(on, canary);
    if (version === undefined) return undefined;
    this.#place = 'elsewhere';
    this.#step = Number(version) - Number(stated);
    return version;
  }

  /** The version to state after an answer other than 2xx: from the shared target, or from a settled read. */
  async readAnew(on: Stage, { own }: Aim, answer: Exchange): Promise<void> {
    const listed = says(answer, 'conflict') ? await this.#listed(on) : undefined;
    if (listed !== undefined) return this.follow(listed);
    const told = says(answer, 'conflict') ? versionOf(answer.value) : undefined;
    if (this.#of.isShared && told !== undefined) this.#of.landmark.version = told;
    const other = [this.#of.landmark.version, told].find(
      (one) => one !== undefined && !this.#of.tried.has(one),
    );
    const reachesOwn = this.#first !== undefined && this.#place === 'own';
    if (other !== undefined && !answer.is('noise') && !reachesOwn) {
      this.#of.tried.add(other);
      this.#version = other;
    } else if (own === undefined && makesUnnamed(on))
      this.#version = (await versionMade(on)) ?? this.#version;
    else if (own !== undefined && !this.#of.isShared && !this.#isElsewhere)
      this.#version = (await this.#readOf(on, own, answer)) ?? this.#version;
  }

  async #readOf(on: Stage, own: OwnResource, answer: Exchange): Promise<string | undefined> {
    own.forget();
    if (answer.is('noise')) {
      // The overwrite may have been carried out nevertheless.
      own.written(on.clock.now());
      return await versionToState(on, own);
    }
    const isHasty = this.#of.landmark.standsStill && !on.facts.lags;
    const stage = isHasty ? brieflyWaiting(on) : this.#patient(on);
    const found = await otherVersion(stage, own, this.#version);
    if (found === this.#version && !stage.brief) this.#of.landmark.standsStill = true;
    return found;
  }

  /** Whether an overwrite was accepted for later: prompt reads do not show it. */
  get #mayComeLater(): boolean {
    return says(this.#first, 'later');
  }

  get #isElsewhere(): boolean {
    return this.#place === 'elsewhere' && !this.#mayComeLater;
  }

  /** No blocking clause depends on the target, so the run waits for it only if it may show late. */
  #patient(on: Stage): Stage {
    return this.#mayComeLater ? soon(on) : briefIfReadsArePrompt(on);
  }

  /** A 2xx without the version that other answers show may be a refusal. */
  #resembles(exchange: Exchange): boolean {
    return versionOf(this.#first?.value) === undefined || versionOf(exchange.value) !== undefined;
  }

  async #locate(
    on: Stage,
    own: OwnResource,
    before: string,
    // The stated version may belong to another resource, which the last overwrite showed.
    { exchange, stated, canary, left = own.issued.at(-1) ?? stated }: AcceptedOverwrite,
  ): Promise<void> {
    const answered = versionOf(exchange.value);
    let version: string | undefined;
    const isOwn = await settles(
      on.clock,
      { since: own.lastWriteAt, ms: this.#patient(on).grace.readMs },
      async () => {
        const read = await readOwn(on, own);
        version = versionOf(read.value);
        this.#moves = version !== undefined && !sameNumber(version, left);
        if (canary !== undefined && mentions(read.value, canary)) return true;
        return this.#moves && !mentions(read.value, before) && !isForeign(on, own.born, read);
      },
    );
    this.#place = isOwn ? 'own' : answered === undefined ? 'unseen' : 'elsewhere';
    this.#moves &&= isOwn;
    if (!isOwn) return;
    this.#version = version ?? this.#version;
    this.#answersShowVersion =
      this.#moves && answered !== undefined && sameNumber(answered, this.#version ?? '');
  }
}

/** After an overwrite that was accepted for later: waits a moment if reads are prompt, or the longest lag. */
function soon(on: Stage): Stage {
  const { grace, clock, brief } = on;
  const readMs = Math.min(grace.readMs, Math.max(briefIfReadsArePrompt(on).grace.readMs, soonMs));
  return on.with({ clock, brief, grace: { ...grace, readMs } });
}

/** A version other than the refused version, from a read; or that of the last read, after the longest lag. */
async function otherVersion(on: Stage, own: OwnResource, refused: string | undefined) {
  let found: string | undefined;
  await lookWithinLag(on, own, async () => {
    found = versionOf((await readOwn(on, own)).value) ?? found;
    return found !== undefined && (refused === undefined || !sameNumber(found, refused));
  });
  return found;
}
