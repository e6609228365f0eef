import { isOfClass, says } from '../../wire/status.ts';
import type { Exchange } from '../../history/exchange.ts';
import { CreatePace } from './create-pace.ts';
import { header } from '../../wire/media-type.ts';
import { Turns } from './turns.ts';

/** This many resources a run keeps at a time, if it can do without more. */
const usualMost = 43;
/** The resources that are deleted, one after the other, for one refused create. */
const triesForRoom = 3;
/** After this many successive creates that freed room did not help, no more room is made. */
const mostInVain = 2;
/** Waits between searches for returned resources, in milliseconds. */
const looks = [25, 50, 100, 200, 400, 800] as const;
/** Creates that wait for returned resources before it is known that this helps. */
const mostWaits = 16;
/** With fewer resources, a limit to their number would be unlikely: there is no wait for others. */
const leastLimit = 12;
/** Refused deletes in a row, after which none is sent before clean-up. */
const mostKept = 3;
/** The margin below a limit, for creates that are under way at the same time. */
const mostOnTheWay = 3;
/** At this number of resources per check, a limit is divided among checks. */
const perPlace = 3;
/** With fewer resources, two checks cannot run at once. */
export const neededByTwo = 2 * perPlace;

/** Refusals that are about the caller, the path, the method or the type of the body. */
const otherwise: readonly (number | undefined)[] = [undefined, 401, 404, 405, 406, 415, 501];
export interface CapacityParts {
  readonly living: () => number;
  /** Takes an unused resource out of the pool; undefined if the remaining resources are needed. */
  readonly idle: (isPressing: boolean) => string | undefined;
  /** Deletes a resource; false if it stays. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Whether a deleted resource is gone: tested once, on the first. */
  readonly isGone: (id: string) => Promise<boolean>;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Whether deletes disturb no check. */
  readonly mayRemove: () => boolean;
  /** The number of resources that the server keeps at a time, if the profile states it. */
  readonly keeps?: number | undefined;
  /** Whether resources go after a time that the profile states. */
  readonly isForAWhile?: boolean | undefined;
}

/** Keeps as few resources as the run needs, and no more than the server allows, as refused creates show. */
export class Capacity {
  readonly #parts: CapacityParts;
  readonly pace: CreatePace;
  readonly #givenBack = new Set<string>();
  readonly #turns: Turns;
  #most = usualMost;
  #isLearnt = false;
  #helped = 0;
  #inVain = 0;
  #kept = 0;
  #waits = 0;
  #works: Promise<boolean> | undefined;
  #lacked = false;

  constructor(parts: CapacityParts) {
    this.#parts = parts;
    this.pace = new CreatePace(parts);
    this.#turns = new Turns(parts.sleep);
    if (parts.keeps !== undefined) this.#keepWithin(parts.keeps);
  }

  /** The check `who` no longer needs these resources. */
  giveBack(who: object, ids: readonly string[]): void {
    for (const id of ids) this.#givenBack.add(id);
    this.#turns.over(who);
  }

  /** The number of checks that may use resources at once, if the server has shown a limit. */
  get places(): number {
    return this.#isLearnt ? Math.max(1, Math.floor(this.#most / neededByTwo)) : Infinity;
  }

  /** Makes room for a create of `who`, if there is too little and something can go. */
  async make(who: object): Promise<void> {
    if (this.#isLearnt)
      await this.#turns.take(
        who,
        (others) => others < this.places && this.#parts.living() + perPlace <= this.#most,
      );
    if (this.#parts.living() >= this.#most) await this.#removeOne();
  }

  /** A create like accepted creates: sent again after each delete of a resource, since room may have been missing. */
  async create(send: (once: boolean) => Promise<Exchange>): Promise<Exchange> {
    const exchange = await this.#created(send);
    this.#lacked ||= mayBeForRoom(exchange) && !isMomentary(exchange);
    return exchange;
  }

  async #created(send: (once: boolean) => Promise<Exchange>): Promise<Exchange> {
    if (this.#inVain >= mostInVain || !this.#mayRemove) return await send(false);
    const first = await send(true);
    if (!mayBeForRoom(first)) return first;
    const living = this.#parts.living();
    let exchange = first;
    for (let tries = 1; tries <= triesForRoom && mayBeForRoom(exchange); tries += 1) {
      if (!(await this.#whatOthersHave(living))) return exchange;
      exchange = await send(tries < triesForRoom);
    }
    if (exchange.succeeded) this.#learn(living, first);
    else this.#inVain += 1;
    return exchange;
  }

  /** Whether checks may have lacked room: a create was refused and no room could be made, or the server keeps few, or keeps them for a while. */
  get lacked(): boolean {
    return this.#lacked || this.#parts.keeps !== undefined || this.#parts.isForAWhile === true;
  }

  /** Deletes unneeded resources at once, so that this many can be created without a delete before each. */
  async makeFor(count: number): Promise<void> {
    const excess = Math.max(0, this.#parts.living() + count - this.#most);
    await Promise.all(Array.from({ length: excess }, () => this.#removeOne()));
  }

  async removeUnneeded(): Promise<void> {
    await this.#removeOne(true);
  }

  async clear(): Promise<void> {
    this.#inVain = 0;
    while (await this.#removeOne(true));
  }

  /** Deletes an unneeded resource, if necessary as soon as other checks have ended. */
  async #whatOthersHave(living: number): Promise<boolean> {
    if (await this.#removeOne(true)) return true;
    if (living < leastLimit || (!this.#isLearnt && this.#waits >= mostWaits)) return false;
    this.#waits += 1;
    for (const wait of looks) {
      await this.#parts.sleep(wait);
      if (await this.#removeOne(true)) return true;
    }
    return false;
  }

  #learn(living: number, { status }: Exchange): void {
    this.#inVain = 0;
    this.#helped += 1;
    // After these refusals, the passing of time may have helped as well.
    if (says({ status }, 'limit', 'overload') && this.#helped < 2) return;
    this.#keepWithin(living);
  }

  #keepWithin(limit: number): void {
    this.#most = Math.min(this.#most, Math.max(1, limit - mostOnTheWay));
    this.#isLearnt = true;
  }

  /** Like `create`, if freed room has not helped: waits until creates like earlier ones are accepted again. */
  async later(refused: Exchange, send: () => Promise<Exchange>): Promise<Exchange> {
    // Waiting does not help against a limit to the number of resources.
    if (this.#isLearnt) return refused;
    return await this.pace.outwait(refused, send, mayBeForRoom);
  }

  get #mayRemove(): boolean {
    return this.#kept < mostKept && this.#parts.mayRemove();
  }

  async #removeOne(isPressing = this.#isLearnt): Promise<boolean> {
    if (!this.#mayRemove) return false;
    const [id = this.#parts.idle(isPressing)] = this.#givenBack;
    if (id === undefined) return false;
    this.#givenBack.delete(id);
    const isRemoved = await this.#parts.remove(id);
    this.#kept = isRemoved ? 0 : this.#kept + 1;
    if (!isRemoved) return false;
    // If the resource is still there, deletes may reach another resource, which a check needs.
    this.#works ??= this.#parts.isGone(id);
    if (await this.#works) return true;
    this.#kept = mostKept;
    return false;
  }
}

/** A definite refusal that need not concern the caller or the rate. */
function mayBeForRoom({ succeeded, status, tokenExpired, redirect, outcome }: Exchange): boolean {
  if (succeeded || tokenExpired || redirect !== undefined || otherwise.includes(status)) return false;
  return outcome.kind === 'answer' && header(outcome.headers, 'retry-after') === undefined;
}

/** A failure of the server that does not concern room: the next create may be accepted. */
function isMomentary({ status = 0 }: Exchange): boolean {
  return isOfClass(status, 5) && !says({ status }, 'no room');
}
