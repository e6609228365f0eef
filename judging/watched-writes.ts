import { defined } from '../clause/defined.ts';
import { awaited } from '../run/awaited.ts';
import type { Exchange } from '../history/exchange.ts';
import { settles } from '../run/settle.ts';
import { heldIn } from './effects/held-members.ts';
import type { OwnResource } from '../implementation/resources/own-resource.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import type { Stage } from '../implementation/stage.ts';
import { mentions, valueAt } from '../wire/json/pointer.ts';
import { countedIn, showsTextOf, since, type Looks, type Since } from './effects/others.ts';

/** A write to one of three resources, and reads of the two other resources. */
export interface Step {
  readonly kind: 'create' | 'update' | 'delete';
  readonly write: Exchange;
  /** A resource that the write did not name and that changed, for longer than any lag. */
  readonly victim: { readonly before: Exchange; readonly after: Exchange } | undefined;
  /** A read of a resource with a changed number that was not in the write, and its members. */
  readonly counted?: { readonly look: Exchange; readonly members: readonly string[] } | undefined;
  /** A read that shows the string of the update in a resource that the update did not name. */
  readonly astray: Exchange | undefined;
  /** A read that shows this string at a place that may be about the project. */
  readonly mention?: Exchange | undefined;
  /** That string. */
  readonly text?: string | undefined;
  /** A read after the write that got no answer, even after the longest lag. */
  readonly lost: Exchange | undefined;
  /** The read before may have been stale, and the write could not be repeated. */
  readonly isDoubtful?: boolean;
}

interface Look {
  readonly read: Exchange;
  readonly fresh: boolean;
}

interface Written {
  readonly exchange: Exchange | undefined;
  readonly own?: OwnResource | undefined;
}

interface Update {
  readonly named: OwnResource;
  readonly canary: string;
}

/** A write that may have to be repeated on other resources, and the resources that it does not name. */
interface Watched {
  readonly kind: Step['kind'];
  readonly bystanders: readonly OwnResource[];
  readonly write: (again: boolean) => Promise<Written>;
  readonly update?: Update;
}

/** Sends writes to resources of the run, without concurrent requests, and reads around each write. */
export class WatchedWrites {
  readonly steps: Step[] = [];
  readonly #on: Stage;
  /** The last read of each resource since the last write to it. */
  readonly #looks = new Map<OwnResource, Look>();
  /** The members of each resource that showed the content of the run. */
  readonly #held = new Map<OwnResource, ReadonlySet<string>>();

  constructor(on: Stage) {
    this.#on = on;
  }

  lastRead(own: OwnResource): Exchange | undefined {
    return this.#looks.get(own)?.read;
  }

  forget(own: OwnResource): void {
    this.#looks.delete(own);
  }

  /** A resource for exclusive use, once it can be read. */
  async made(): Promise<OwnResource> {
    const { own } = await this.#on.another();
    this.#on.keep(own);
    await this.rest(own);
    return own;
  }

  /** Waits until the resource can be read. */
  async rest(own: OwnResource): Promise<void> {
    const { clock, grace } = this.#on;
    await settles(
      clock,
      { since: own.lastWriteAt, ms: grace.readMs },
      async () => (await this.#lookAt(own)).read.succeeded,
    );
  }

  /** Sends a write, and reads the other resources; if a read may be stale, only a second write decides. */
  async watch({ kind, bystanders, write, update }: Watched): Promise<OwnResource | undefined> {
    const first = await this.#watchOnce(bystanders, () => write(false), update);
    const { step, own } = first;
    if (step === undefined) return own;
    const doubtful = step.victim?.after.succeeded === true && step.astray === undefined && !first.rested;
    if (!doubtful) {
      this.steps.push({ kind, ...step });
      return own;
    }
    await this.#on.clock.sleep(this.#on.grace.readMs, awaited.reads);
    this.#looks.clear();
    const again = await this.#watchOnce(bystanders, () => write(true));
    this.steps.push({ kind, ...(again.step ?? step), isDoubtful: again.step === undefined });
    return own;
  }

  async #watchOnce(bystanders: readonly OwnResource[], write: () => Promise<Written>, update?: Update) {
    const on = this.#on;
    // Only the run writes here: without later writes, the last read of a resource is the read before.
    const before = await Promise.all(
      bystanders.map(async (one) => {
        const look = this.#looks.get(one);
        return look?.read.succeeded === true ? look : await this.#lookAt(one);
      }),
    );
    const rested = before.every(({ fresh }) => fresh);
    const { exchange, own } = await write();
    if (exchange?.succeeded !== true || (own !== undefined && bystanders.some(({ id }) => id === own.id)))
      return { step: undefined, own, rested: true };
    let victim: Step['victim'];
    let astray: Exchange | undefined;
    let mention: Exchange | undefined;
    let lost: Exchange | undefined;
    let counted: Step['counted'];
    await Promise.all([
      // The named resource is a bystander of the next write.
      update === undefined ? undefined : this.#lookAt(update.named),
      ...bystanders.map(async (one, at) => {
        const was = before[at]?.read;
        if (was?.succeeded !== true) return;
        let now = was;
        const fine = await settles(on.clock, { since: on.clock.now(), ms: on.grace.readMs }, async () => {
          now = (await this.#lookAt(one)).read;
          return this.#since(one, { was, now, write: exchange }) !== 'changed';
        });
        const looks = { was, now, write: exchange };
        if (this.#since(one, looks) === 'counted')
          counted = { look: now, members: countedIn(one, this.#asHeld(one, looks)) };
        if (update !== undefined && showsTextOf(on, one, { was, now }, update.canary)) astray = now;
        else if (update !== undefined && mentions(now.value, update.canary)) mention = now;
        if (!fine && now.is('noise')) lost = now;
        else if (!fine) victim = { before: was, after: now };
      }),
    ]);
    const step = { write: exchange, victim, counted, astray, mention, lost, text: update?.canary };
    return { step, own, rested };
  }

  #since(own: OwnResource, looks: Looks): Since {
    return since(this.#on, own, this.#asHeld(own, looks));
  }

  #asHeld(own: OwnResource, looks: Looks): Looks {
    return { ...looks, ...defined({ held: this.#held.get(own) }) };
  }

  async #lookAt(own: OwnResource): Promise<Look> {
    const read = await readOwn(this.#on, own);
    this.#held.set(own, new Set([...(this.#held.get(own) ?? []), ...heldIn(own, read)]));
    const look = { read, fresh: this.#isFresh(own, read) };
    this.#looks.set(own, look);
    return look;
  }

  /** A read shows the last write: there was none since the creation, or its value shows, or all lags are over. */
  #isFresh(own: OwnResource, read: Exchange): boolean {
    const { clock, grace, facts } = this.#on;
    if (own.lastWriteAt === own.madeAt || clock.now() - own.lastWriteAt >= grace.readMs) return true;
    const { pointer } = facts;
    return pointer !== undefined && own.value !== undefined && valueAt(read.value, pointer) === own.value;
  }
}
