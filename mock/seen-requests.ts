import type { Header, Request, Response } from '../reference/message.ts';
import type { Operation } from '../reference/routes.ts';

/** One request that has come to a mock. */
export interface SeenRequest {
  readonly at: string;
  readonly method: string;
  /** Path and query, as on the request line. */
  readonly target: string;
  /** By its section (`4.10`); absent if there is no operation. */
  readonly operation?: string;
  readonly headers: readonly Header[];
  /** As UTF-8; only the beginning of a long body. */
  readonly body: string;
  /** Absent if it is not answered yet, or the connection was dropped. */
  status?: number;
}

/** This many are kept, the latest. */
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
