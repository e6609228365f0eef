import type { Exchange } from '../history/exchange.ts';

type Answer = Pick<Exchange, 'status'>;

/** Blames what the request contains: 400 and 422. */
export function blamesRequest({ status }: Answer): boolean {
  return status === 400 || status === 422;
}

/** Blames it, or fails over it: 400 and 422, and a server error that hinges on what the request contains. */
export function blamesContent(answer: Answer): boolean {
  return blamesRequest(answer) || answer.status === 500 || answer.status === 501;
}

/** Blames who asks: 401 and 403. */
export function blamesCaller({ status }: Answer): boolean {
  return status === 401 || status === 403;
}

/** Says that the method is not supported there: 405 and 501. */
export function blamesMethod({ status }: Answer): boolean {
  return status === 405 || status === 501;
}

/** Blames the type of the body: 415. */
export function blamesMediaType({ status }: Answer): boolean {
  return status === 415;
}
