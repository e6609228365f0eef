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

/** The result of the work; undefined if the work could not decide, or could not send its requests. Other errors are thrown again. */
export async function unlessInconclusive<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    return undefined;
  }
}

/** An `Inconclusive` for requests that were never sent: it names the missing input. */
export function notTested(reason: Reason): Inconclusive {
  return new Inconclusive(reason, { tested: false });
}
