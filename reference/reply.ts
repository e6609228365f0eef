import type { Request, Response } from './message.ts';
import type { State } from './policy.ts';

/**
 * What a handler returns: an answer, perhaps after some milliseconds, or a pause between check and write, after which
 * it continues.
 */
export type Reply =
  | { readonly response: Response; readonly afterMs?: number }
  | { readonly waitMs: number; readonly resume: (now: number) => Reply };

/** The whole implementation: a function of state, request and time, which changes only the state. */
export type Handle = (state: State, request: Request, now: number) => Reply;

/** Makes a handle that calls another handle. */
export type HandleWrap = (next: Handle) => Handle;

/** Changes the answer in a reply, even behind a pause. */
export function mapResponse(reply: Reply, change: (response: Response) => Response): Reply {
  if ('response' in reply) return { ...reply, response: change(reply.response) };
  return { waitMs: reply.waitMs, resume: (now) => mapResponse(reply.resume(now), change) };
}
