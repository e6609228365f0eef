import type { Reference } from './create.ts';
import type { Request, Response } from './message.ts';

/** The time in which an in-process answer takes place: real, or virtual in tests. */
export interface Time {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Answers a request without any I/O; pauses and delays take time on the given clock. */
export async function answer(reference: Reference, request: Request, clock: Time): Promise<Response> {
  let reply = reference.handle(reference.state, request, clock.now());
  while (!('response' in reply)) {
    await clock.sleep(reply.waitMs);
    reply = reply.resume(clock.now());
  }
  if (reply.afterMs !== undefined && reply.afterMs > 0) await clock.sleep(reply.afterMs);
  return reply.response;
}
