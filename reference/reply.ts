import type { Request, Response } from './message.ts';
import type { State } from './policy.ts';

/**
 * What a handler makes of a request: an answer (perhaps only after some milliseconds), or a pause between
 * check and write, after which it goes on.
 */
export type Reply =
  | { readonly response: Response; readonly afterMs?: number }
  | { readonly waitMs: number; readonly resume: (now: number) => Reply };

/** The whole implementation: a function of state, request and time, synchronous except the state it changes. */
export type Handle = (state: State, request: Request, now: number) => Reply;

/** Puts another handle around one. */
export type HandleWrap = (next: Handle) => Handle;

/** Changes the answer of a reply, also of one that pauses first. */
export function mapResponse(reply: Reply, change: (response: Response) => Response): Reply {
  if ('response' in reply) return { ...reply, response: change(reply.response) };
  return { waitMs: reply.waitMs, resume: (now) => mapResponse(reply.resume(now), change) };
}
