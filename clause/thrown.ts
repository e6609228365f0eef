import type { ExchangeEvidence, Reason } from './sample.ts';

/** The check could not decide. `tested`: its premise was reached, and the deviation allows two readings. */
export class Inconclusive extends Error {
  readonly reason: Reason;
  readonly tested: boolean;
  readonly exchanges: readonly ExchangeEvidence[];

  constructor(reason: Reason, options: { tested?: boolean; exchanges?: readonly ExchangeEvidence[] } = {}) {
    super(`${reason.code}: ${reason.text}`);
    this.name = 'Inconclusive';
    this.reason = reason;
    this.tested = options.tested ?? true;
    this.exchanges = options.exchanges ?? [];
  }
}

/** The result of the work; undefined if it could not decide, or could not be requested. Other errors go on. */
export async function unlessInconclusive<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    return undefined;
  }
}

/** An `Inconclusive` for a question that was never asked: it names the missing input. */
export function notTested(reason: Reason): Inconclusive {
  return new Inconclusive(reason, { tested: false });
}
