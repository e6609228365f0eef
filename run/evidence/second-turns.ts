import { judgeCheck, type Tally } from '../../clause/judgement.ts';
import type { Host } from '../host.ts';
import { Memo } from '../memo.ts';
import type { Check } from './checks.ts';

/** If a server keeps few resources, repeats the checks that decided nothing: each part of the contract in a store emptied for it. */
export class SecondTurns {
  readonly #host: Pick<Host<unknown>, 'lackedRoom' | 'clear'>;
  readonly #mayGoOn: () => boolean;
  readonly #waiting: { readonly part: string; readonly take: (memo: Memo) => Promise<void> }[] = [];

  constructor(host: Pick<Host<unknown>, 'lackedRoom' | 'clear'>, mayGoOn: () => boolean) {
    this.#host = host;
    this.#mayGoOn = mayGoOn;
  }

  /** Schedules a second turn of a check if needed; returns the samples of the turn that decided something. */
  expect<S>(check: Check<S>, tally: Tally, anew: (memo: Memo) => Promise<Tally>): (() => Tally) | undefined {
    if (!this.#host.lackedRoom || !isOpen(check, tally)) return undefined;
    let decided = tally;
    this.#waiting.push({
      part: check.clause?.part ?? '',
      take: async (memo) => {
        const second = await anew(memo);
        if (!isOpen(check, second)) decided = second;
      },
    });
    return () => decided;
  }

  /** All second turns, grouped by part of the contract. */
  async takeAll(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    for (const part of new Set(waiting.map((one) => one.part))) {
      if (!this.#mayGoOn()) return;
      await this.#host.clear();
      const memo = new Memo();
      for (const one of waiting) if (one.part === part && this.#mayGoOn()) await one.take(memo);
    }
  }
}

function isOpen<S>(check: Check<S>, tally: Tally): boolean {
  const { verdict } = judgeCheck(tally, check);
  return verdict === 'not-tested' || verdict === 'inconclusive';
}
