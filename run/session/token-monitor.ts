import { isRead } from '../../contract/reads.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { listNames, plainReads } from '../../contract/traits.ts';
import type { Clock } from '../../wire/clock.ts';
import { entryOf } from '../../wire/keyed.ts';
import type { Ask } from '../ask.ts';
import { awaited, type Awaited } from '../awaited.ts';
import { isSuccess } from '../../wire/status.ts';
import { wasGranted, type Answers, type AnswerSite, type Statuses } from '../../world/callers/answers.ts';
import { unknownToken, type Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Reason } from '../../clause/sample.ts';
import type { Ban } from './ban.ts';
import { ProofsOfValidity } from './proofs-of-validity.ts';

/** The number of other requests that test whether a token is refused everywhere it had access. */
const mostControls = 3;
/** The pause before a token that is refused everywhere is tried again, in milliseconds. */
const tryAgainMs = 2_000;
/** Proofs of validity at the end, if answers are unusable, and the pauses in milliseconds. */
const lastTries = 3;
const betweenTriesMs = 400;
/** The most readings of a source of tokens, and the milliseconds between them: a new token may take its time. */
const mostRenewals = 30;
const renewalsInRow = 3;
const betweenRenewalsMs = 1_000;

/** A repeatable read whose answer has distinguished the token from unknown tokens. */
type Proof = readonly [EndpointName, Ask & { readonly as: Caller }];

interface Answered {
  readonly proof: Proof;
  readonly at: Pick<Exchange, 'request'>;
  readonly status: number;
}

interface TokenHealth {
  /** The last read at each place, and the last accepted upload: repeated, they may prove the token. */
  readonly answered: Map<string, Answered>;
  readonly proofs: ProofsOfValidity;
  readonly counted: Exchange[];
  wasGranted: boolean;
  /** Whether the last refusal of the token equals the usual refusal of unknown tokens at that place. */
  isLikeStrangers: boolean;
  /** Whether the token was answered like unknown tokens since its last proof, which was not yet examined. */
  isDoubtful: boolean;
  refusedSince: number | undefined;
  nextTryAt: number;
  readonly spells: { readonly from: number; readonly to: number }[];
  renewals: number[];
}

/** What the examination of a possible end of the token has shown. */
export type HealthChecked = 'stands' | 'renewed' | 'over';

/** The evidence about a token. */
export interface TokenMonitorParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly answers: Answers;
  readonly projectKey: string;
  /** Sends a request whose refusal is not examined. */
  readonly send: (name: EndpointName, ask: Ask & { readonly as: Caller }) => Promise<Exchange>;
  /** Reads the sources of tokens again, if any; callers then have their new tokens. */
  readonly renew?: () => Promise<void>;
  readonly sleep: (milliseconds: number, what: Awaited) => Promise<void>;
  /** Waits while every caller is refused; true once the refusals have ended. */
  readonly outwaitBan: Ban['outwait'];
  /** Called when a token has expired, and when it has access again. */
  readonly changed: (caller: Caller, state: 'over' | 'alive') => void;
}

/**
 * The tokens that, from some moment on, are refused everywhere they had access before: the pattern of expiry
 * and rotation, which violates nothing. A single refusal is examined with a few reads that had proved the
 * token; if one of these is answered as before, the refusal counts.
 */
export class TokenMonitor {
  readonly #parts: TokenMonitorParts;
  readonly #health = new Map<Caller, TokenHealth>();
  readonly #looking = new Map<Caller, Promise<HealthChecked>>();
  readonly #startedAt: number;
  #renewals = 0;
  #renewing: Promise<void> | undefined;

  constructor(parts: TokenMonitorParts) {
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
  }

  /** Whether the token is known to be refused everywhere, and is not to be tried again yet. */
  isOver(caller: Caller): boolean {
    const life = this.#health.get(caller);
    return life?.refusedSince !== undefined && this.#parts.clock.now() < life.nextTryAt;
  }

  /** Whether the token had access at an operation that refuses unknown tokens. */
  wasGranted(caller: Caller): boolean {
    return this.#health.get(caller)?.wasGranted === true;
  }

  /** The state of a token that is refused everywhere, as a sentence. */
  sentence(caller: Caller): string {
    const { proofs, wasGranted } = this.#lifeOf(caller);
    const until = this.#seconds(proofs.last);
    return wasGranted
      ? `${caller.label} was granted access until ${until} and has been refused since: expired?`
      : `${caller.label} was answered unlike an unknown token until ${until}, and like one since then: expired?`;
  }

  /** Examines an answer before it is judged; its token may have been renewed since. */
  async look(exchange: Exchange, proof: Proof, sentWith: string | undefined): Promise<HealthChecked> {
    const { caller } = exchange;
    if (caller.supplied === undefined || caller.supplied.expired === true) return 'stands';
    const life = this.#lifeOf(caller);
    const place = this.#parts.answers.placeOf(proof[0], exchange);
    if (!this.#isOdd(exchange, place)) {
      this.#note(life, exchange, proof);
      return 'stands';
    }
    if (caller.token !== sentWith) return 'renewed';
    if (!this.#isSuspicious(exchange, proof, place)) {
      life.isDoubtful ||= this.#signs(life).length > 0;
      return 'stands';
    }
    // A later request was granted access, so the token is valid.
    if ((life.proofs.last ?? -Infinity) > exchange.outcome.sentAt) return 'stands';
    life.isLikeStrangers = exchange.status !== undefined && this.#strangers(place).has(exchange.status);
    const looked = await this.#inquire(caller, life);
    return caller.token === sentWith ? looked : 'renewed';
  }

  /** Notes refusals on which samples depend; returns whether one of them needs a later proof of its token. */
  restOn(refusals: readonly Exchange[]): boolean {
    const open = refusals.filter((refusal) => this.whyNot(refusal) !== undefined);
    for (const refusal of open) this.#lifeOf(refusal.caller).counted.push(refusal);
    return open.length > 0;
  }

  /** Why a refusal proves nothing yet: its token was valid before, but has not proved this since. */
  whyNot(refusal: Exchange): Reason | undefined {
    const { caller, outcome } = refusal;
    const life = this.#health.get(caller);
    if (life?.proofs.last === undefined || life.proofs.cover(outcome.sentAt) || this.#provesValidity(refusal))
      return undefined;
    const { proofs, refusedSince } = life;
    // Without a repeatable request no proof can come: the refusal counts as it would for a token without any proof.
    if (refusedSince === undefined && this.#signs(life, true).length === 0) return undefined;
    const [refused, last] = [outcome.sentAt, proofs.last].map((at) => this.#seconds(at));
    return {
      code: 'dead-token',
      text: `${caller.label} was refused at ${refused} and was not proved valid after that (last proof at ${last}); its refusal decides nothing`,
    };
  }

  /** Examines the remaining refusals at the end, and requests the proofs on which refusals depend. */
  async lastLook(): Promise<void> {
    await Promise.all(
      [...this.#health].map(async ([caller, life]) => {
        const isAwaited = life.counted.some((refusal) => this.whyNot(refusal) !== undefined);
        if (life.isDoubtful || life.refusedSince !== undefined || isAwaited)
          await this.#inquire(caller, life, lastTries);
      }),
    );
  }

  /** A sentence per token that is refused everywhere, with the remedy. */
  get over(): readonly string[] {
    return [...this.#health].flatMap(([caller, { refusedSince }]) =>
      refusedSince === undefined
        ? []
        : [
            `${this.sentence(caller)} Clauses that depend on it are not judged. Supply a token that outlives the run, or ` +
              'a token that is renewed: from the file that CONFORMANCE_TOKENS names, which is read again, or by the command in ' +
              'CONFORMANCE_TOKENS_COMMAND, which is run again',
          ],
    );
  }

  /** The periods in which tokens were refused everywhere, by the clock; without an end if it continues. */
  get refusals(): readonly { readonly label: string; readonly from: number; readonly to?: number }[] {
    return [...this.#health].flatMap(([{ label }, { spells, refusedSince }]) => [
      ...spells.map(({ from, to }) => ({ label, from, to })),
      ...(refusedSince === undefined ? [] : [{ label, from: refusedSince }]),
    ]);
  }

  get events(): readonly string[] {
    return [...this.#health].flatMap(([{ label }, { spells, renewals }]) => [
      ...spells.map(
        ({ from, to }) =>
          `${label} was refused everywhere from ${this.#seconds(from)} to ${this.#seconds(to)}, and then granted access again`,
      ),
      ...(renewals.length === 0
        ? []
        : [`${label} was renewed at ${renewals.map((at) => this.#seconds(at)).join(', ')}`]),
    ]);
  }

  #lifeOf(caller: Caller): TokenHealth {
    return entryOf<Caller, TokenHealth>(this.#health, caller, () => ({
      answered: new Map(),
      proofs: new ProofsOfValidity(),
      counted: [],
      wasGranted: false,
      isLikeStrangers: false,
      isDoubtful: false,
      refusedSince: undefined,
      nextTryAt: 0,
      spells: [],
      renewals: [],
    }));
  }

  #seconds(at: number | undefined): string {
    return `${(((at ?? this.#startedAt) - this.#startedAt) / 1_000).toFixed(1)} s`;
  }

  /** The answers to unknown tokens at a place; without any, their refusal at 4.1. */
  #strangers(place: AnswerSite | undefined): Statuses {
    const { answers } = this.#parts;
    const own = place?.byCaller.get(unknownToken);
    if (own !== undefined) return own;
    const usual = [...(answers.here('query')?.byCaller.get(unknownToken) ?? [])];
    const refusing = usual.filter((status) => isSuccess(status) || answers.isOfStrangers(status));
    return new Set(refusing.length > 0 ? refusing : [401]);
  }

  /** Whether a refusal concerns the caller: unknown tokens get the same, or it had access there before. */
  #isOdd(exchange: Exchange, place: AnswerSite | undefined): boolean {
    const { status, caller } = exchange;
    if (!exchange.is('turned away') || status === undefined) return false;
    // A 404 counts only if unknown tokens are denied that way everywhere.
    if (!this.#parts.answers.isOfStrangers(status)) return false;
    return this.#strangers(place).has(status) || wasGranted(place?.byCaller.get(caller.label));
  }

  /** Whether the answer is like answers to unknown tokens at the place, whatever the status. */
  #isDenied(exchange: Exchange, place: AnswerSite | undefined): boolean {
    const { status } = exchange;
    if (!exchange.is('turned away') || status === undefined) return false;
    return this.#strangers(place).has(status) || this.#isOdd(exchange, place);
  }

  /** Whether an answer proves the token valid: as far as is known, unknown tokens get another. */
  #provesValidity(exchange: Exchange): boolean {
    const { endpoint: name } = exchange;
    return name !== undefined && !this.#isDenied(exchange, this.#parts.answers.placeOf(name, exchange));
  }

  /** The token had or must have access here, or it is refused elsewhere as unknown tokens are not. */
  #isSuspicious({ caller, status }: Exchange, [name, ask]: Proof, place: AnswerSite | undefined): boolean {
    const { label } = caller;
    const before = place?.byCaller.get(label);
    if (wasGranted(before) && !wasGranted(place?.byCaller.get(unknownToken))) return true;
    if (status === undefined || !this.#strangers(place).has(status)) return false;
    const { projectKey, answers } = this.#parts;
    const isHere = ask.projectKey === undefined || ask.projectKey === projectKey;
    if (isHere && lets(name, caller, projectKey) === 'in') return true;
    return answers.sites.some((one) =>
      [...(one.byCaller.get(label) ?? [])].some(
        (other) => !isSuccess(other) && one.byCaller.has(unknownToken) && !this.#strangers(one).has(other),
      ),
    );
  }

  #note(life: TokenHealth, exchange: Exchange, proof: Proof): void {
    const { status, request, succeeded } = exchange;
    if (status === undefined || exchange.is('noise', 'fault') || exchange.endpoint === undefined) return;
    const [name] = proof;
    const reads = isRead(request) || name === 'projectionSearch';
    if (reads || (name === 'images' && succeeded))
      life.answered.set(`${name} ${proof[1].projectKey ?? ''}`, { proof, at: { request }, status });
    const strangers = this.#parts.answers.placeOf(name, exchange)?.byCaller.get(unknownToken);
    const isOpen = strangers === undefined ? endpoint(name).scopes === undefined : strangers.has(status);
    if (isOpen || (!succeeded && strangers === undefined)) return;
    life.wasGranted ||= succeeded;
    this.#recover(life, exchange);
  }

  /** Repeatable requests that proved the token: reads; without reads and `withUpload`, the upload. */
  #signs(life: TokenHealth, withUpload = false): readonly Proof[] {
    const signs = [...life.answered.values()]
      .filter(({ proof: [name, ask], at, status }) => {
        const strangers = this.#parts.answers.placeOf(name, at)?.byCaller.get(unknownToken);
        if (strangers === undefined) return ask.projectKey !== undefined && isSuccess(status);
        return !strangers.has(status);
      })
      .toSorted((a, b) => weightOf(a.proof) - weightOf(b.proof))
      .map(({ proof }) => proof);
    const reads = signs.filter(([name]) => name !== 'images');
    return reads.length > 0 || !withUpload ? reads : signs;
  }

  /** Other requests that are refused meanwhile wait for this check. */
  #inquire(caller: Caller, life: TokenHealth, tries = 1): Promise<HealthChecked> {
    const found = this.#looking.get(caller);
    if (found !== undefined) return found;
    const looking = this.#ask(caller, life, tries).finally(() => this.#looking.delete(caller));
    this.#looking.set(caller, looking);
    return looking;
  }

  async #ask(caller: Caller, life: TokenHealth, tries: number): Promise<HealthChecked> {
    const signs = this.#signs(life, tries > 1);
    if (signs.length === 0) return await this.#unlessBanned(caller, life);
    const before = caller.token;
    let refusals = 0;
    for (let time = 0; time < tries; time += 1) {
      if (time > 0) await this.#parts.sleep(betweenTriesMs, awaited.disturbance);
      const proofs =
        tries === 1 ? signs.slice(0, mostControls) : signs.slice(time % signs.length).slice(0, 1);
      for (const proof of proofs) {
        const came = await this.#proofOfValidity(life, proof);
        // A refusal unlike the refusal of unknown tokens may come from a ban.
        if (came === true && grantsOf(life).includes(proof)) return 'stands';
        if (came === true) return await this.#unlessBanned(caller, life);
        if (came === false) refusals += 1;
      }
    }
    if (refusals === 0) return 'stands';
    life.isDoubtful = false;
    // A new token may exist by now; if it does not come at once, a ban may end meanwhile.
    if (await this.#renewed(caller, life, { before, tries: 1 })) return 'renewed';
    if ((await this.#isBanned(caller, life)) !== false) return 'renewed';
    if (await this.#renewed(caller, life, { before, tries: renewalsInRow })) return 'renewed';
    const now = this.#parts.clock.now();
    if (life.refusedSince === undefined) {
      life.proofs.end(now);
      this.#parts.changed(caller, 'over');
    }
    life.refusedSince ??= now;
    life.nextTryAt = this.#parts.clock.now() + tryAgainMs;
    return 'over';
  }

  /** The request is repeated if a ban refused it. */
  async #unlessBanned(caller: Caller, life: TokenHealth): Promise<HealthChecked> {
    return (await this.#isBanned(caller, life)) === 'until now' ? 'renewed' : 'stands';
  }

  /** `until now`: every caller was refused; `over`: other callers have access, and so has the token again. */
  async #isBanned(caller: Caller, life: TokenHealth): Promise<'until now' | 'over' | false> {
    const [own] = grantsOf(life);
    if (own === undefined) return false;
    const isIn = async (): Promise<boolean> => (await this.#isGranted(own)) === true;
    for (const [one, other] of this.#health) {
      const [grant] = one === caller ? [] : grantsOf(other);
      if (grant !== undefined && (await this.#isGranted(grant)) !== false) return (await isIn()) && 'over';
    }
    return (await this.#parts.outwaitBan(isIn, { isLikely: !life.isLikeStrangers })) && 'until now';
  }

  /** Whether a granted request is granted again, to its caller; undefined without an answer of the implementation. */
  async #isGranted([name, ask]: Proof): Promise<boolean | undefined> {
    const exchange = await this.#parts.send(name, ask);
    return exchange.is('noise', 'fault') ? undefined : exchange.succeeded;
  }

  /** Whether the answer proves the token valid; undefined without an answer of the implementation. */
  async #proofOfValidity(life: TokenHealth, [name, ask]: Proof): Promise<boolean | undefined> {
    const exchange = await this.#parts.send(name, ask);
    if (exchange.is('noise', 'fault')) return undefined;
    if (this.#isDenied(exchange, this.#parts.answers.placeOf(name, exchange))) return false;
    this.#recover(life, exchange);
    return true;
  }

  #recover(life: TokenHealth, { outcome, caller }: Exchange): void {
    const { refusedSince } = life;
    if (refusedSince !== undefined) {
      // If the granted request was sent before the last refusal came, no period of refusals lies in between.
      if (refusedSince < outcome.sentAt) life.spells.push({ from: refusedSince, to: outcome.sentAt });
      this.#parts.changed(caller, 'alive');
    }
    life.refusedSince = undefined;
    life.isDoubtful = false;
    life.proofs.add(outcome.sentAt);
  }

  async #renewed(
    caller: Caller,
    life: TokenHealth,
    { before, tries }: { readonly before: string | undefined; readonly tries: number },
  ): Promise<boolean> {
    for (let again = 0; caller.token === before; again += 1) {
      if (again === tries || this.#parts.renew === undefined || this.#renewals >= mostRenewals) return false;
      if (tries > 1) await this.#parts.sleep(betweenRenewalsMs, awaited.renewal);
      if (caller.token === before) await this.#renew(this.#parts.renew);
    }
    if (life.refusedSince !== undefined) this.#parts.changed(caller, 'alive');
    life.refusedSince = undefined;
    life.renewals.push(this.#parts.clock.now());
    return true;
  }

  /** Concurrent callers wait for the same reading. */
  async #renew(renew: () => Promise<void>): Promise<void> {
    this.#renewing ??= this.#renewAll(renew).finally(() => {
      this.#renewals += 1;
      this.#renewing = undefined;
    });
    await this.#renewing;
  }

  async #renewAll(renew: () => Promise<void>): Promise<void> {
    const before = new Map([...this.#health.keys()].map((caller) => [caller, caller.token]));
    await renew();
    for (const [caller, token] of before)
      if (caller.token !== token) this.#lifeOf(caller).proofs.end(this.#parts.clock.now());
  }
}

/** All reads that need no resource; lists of resources come first. */
const withoutResource: readonly EndpointName[] = [...new Set<EndpointName>([...listNames, ...plainReads])];

/** Granted reads; reads that need no resource come first. */
function grantsOf({ answered }: TokenHealth): readonly Proof[] {
  return [...answered.values()]
    .filter(({ status, proof: [name] }) => isSuccess(status) && name !== 'images')
    .map(({ proof }) => proof)
    .toSorted((one, other) => weightOf(one) - weightOf(other));
}

function weightOf([name]: Proof): number {
  const at = withoutResource.indexOf(name);
  return at < 0 ? withoutResource.length : at;
}
