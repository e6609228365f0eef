import { isOneForAll } from '../../implementation/learnt.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { insist } from '../../implementation/insist.ts';
import type { Stage } from '../../implementation/stage.ts';
import { deleteOwn, withDisposable } from '../../implementation/resources/disposable.ts';
import { untouchedFixture } from '../../implementation/resources/kept-resource.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { readPatiently } from '../../implementation/resources/patient-read.ts';
import { sameShape, type AccessCase } from './access-case.ts';
import { refuses } from './refusal.ts';

/** A delete (4.11) whose target serves only refused deletes; `name` is the only check that uses the target. */
export function refusableDelete(name: string): AccessCase {
  return {
    endpoint: 'remove',
    prepare: async (on) => {
      const deletes = new RefusableDeletes(name);
      // If only one resource exists at a time, controls delete it: it is created again right before each probe.
      if (!isOneForAll(on.facts)) await deletes.aim(on);
      return {
        once: true,
        control: async (stage, as) => {
          await deletes.look(stage);
          if (isOneForAll(stage.facts)) deletes.aimAnew();
          return await withDisposable(stage, (disposable) => deleteOwn(stage, disposable, as));
        },
        ask: (stage, as) => deletes.ask(stage, as),
        refusesNothing: async (stage, refusal) => {
          await deletes.look(stage);
          return deletes.whyVain(refusal);
        },
        shows: (control) => control.succeeded,
        grants: (probe, control) => {
          if (probe.object?.['version'] !== undefined) return 'granted';
          return sameShape(probe, control) ? 'granted' : 'open';
        },
      };
    },
  };
}

/** A resource that was read before deletes were aimed at it. */
interface Aim {
  readonly own: OwnResource;
  /** Deletes that were refused since the resource was last read. */
  refused: readonly Exchange[];
  wasGranted: boolean;
}

/**
 * Deletes of one resource by all callers concurrently. A refusal counts if the resource is readable afterwards
 * and no delete was granted. After a grant, each caller has a resource of its own, one after another.
 */
class RefusableDeletes {
  readonly #name: string;
  readonly #vain = new Map<Exchange, string>();
  #aims: readonly Aim[] = [];
  #shared: Promise<Aim> | undefined;
  #isEachAlone = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(name: string) {
    this.#name = name;
  }

  /** The resource that all callers try to delete. */
  aim(on: Stage): Promise<Aim> {
    return (this.#shared ??= this.#make(on));
  }

  /** Takes another resource the next time. */
  aimAnew(): void {
    this.#shared = undefined;
  }

  whyVain(refusal: Exchange): string | undefined {
    return this.#vain.get(refusal);
  }

  async ask(on: Stage, as: Caller): Promise<Exchange> {
    if (!this.#isEachAlone) return await this.#delete(on, await this.aim(on), as);
    const asked = this.#turn.then(async () => {
      const exchange = await this.#delete(on, await this.#make(on), as);
      await this.look(on);
      return exchange;
    });
    this.#turn = asked.catch(() => undefined);
    return await asked;
  }

  /** Reads the target before any caller with access may delete it. */
  async look(on: Stage): Promise<void> {
    await Promise.all(
      this.#aims.filter(({ refused }) => refused.length > 0).map((aim) => this.#read(on, aim)),
    );
  }

  async #read(on: Stage, aim: Aim): Promise<void> {
    const { own, refused, wasGranted } = aim;
    aim.refused = [];
    const isThere = !wasGranted && (await insist(() => readPatiently(on, own))).succeeded;
    if (isThere) return;
    this.#isEachAlone = true;
    const why = wasGranted
      ? 'another caller was allowed to delete the resource'
      : 'the resource can no longer be read';
    for (const one of refused) this.#vain.set(one, why);
  }

  async #delete(on: Stage, aim: Aim, as: Caller): Promise<Exchange> {
    const path = { id: aim.own.id };
    // A server may cache the access of a caller to a path, for all methods.
    if (lets('readById', as, on.options.projectKey) === 'in')
      await on.ask('readById', { path, as, mayNotExist: true });
    const exchange = await on.ask('remove', { path, as });
    if (refuses(on, exchange)) {
      aim.refused = [...aim.refused, exchange];
      if (!isOneForAll(on.facts)) on.refusedWrite({ endpoint: 'remove', exchange, target: aim.own });
    } else aim.wasGranted ||= exchange.succeeded;
    return exchange;
  }

  async #make(on: Stage): Promise<Aim> {
    const name = this.#aims.length === 0 ? this.#name : `${this.#name} ${this.#aims.length}`;
    const aim = { own: (await untouchedFixture(on, name)).own, refused: [], wasGranted: false };
    this.#aims = [...this.#aims, aim];
    return aim;
  }
}
