import type { Suspicion } from '../../clause/judgement.ts';
import type { Exchange } from '../../history/exchange.ts';

/**
 * What is worth a look in answers to requests that name nothing, or hold nothing that could be read: which status is due is
 * not shown, but a success or a server error is seldom meant.
 *
 * @param what - the request, as a sentence begins: `A read of an id that nobody has`
 */
export function oddAnswersTo(what: string, answers: readonly Exchange[]): Suspicion | false {
  const odd = answers.find((one) => one.is('accepted', 'fault'));
  if (odd === undefined) return false;
  return { why: `${what} ${odd.succeeded ? 'succeeds' : `is answered with a server error (${odd.label})`}.` };
}
