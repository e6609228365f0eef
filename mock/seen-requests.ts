import type { Header, Request, Response } from '../reference/message.ts';
import type { Operation } from '../reference/routes.ts';

/** A request that has reached a mock. */
export interface SeenRequest {
  readonly at: string;
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly target: string;
  /** The operation by its section (`4.10`); absent for a path without an operation. */
  readonly operation?: string;
  readonly headers: readonly Header[];
  /** The body as UTF-8; of a long body only the beginning. */
  readonly body: string;
  /** The status; absent before the answer, and if the connection was dropped. */
  status?: number;
}

/** The number of requests that are kept. */
const most = 1_000;
const mostOfBody = 10_000;

/** The latest requests, oldest first. */
export class SeenRequests {
  #all: SeenRequest[] = [];

  note(
    { method, target, headers, body }: Request,
    operation: Operation | undefined,
    now: number,
  ): (response: Response) => void {
    const seen: SeenRequest = {
      at: new Date(now).toISOString(),
      method,
      target,
      ...(operation === undefined ? {} : { operation }),
      headers,
      body: new TextDecoder().decode(body.subarray(0, mostOfBody)),
    };
    this.#all.push(seen);
    if (this.#all.length >= 2 * most) this.#all = this.all.slice();
    return ({ status, wire }) => {
      if (wire?.kind !== 'drop') seen.status = status;
    };
  }

  get all(): readonly Readonly<SeenRequest>[] {
    return this.#all.slice(-most);
  }

  clear(): void {
    this.#all = [];
  }
}
