import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';

/** The last success of an operation; where there is none the last answer, or what came in its place. */
export function lastAnswer(history: History, name: EndpointName): Exchange | undefined {
  const all = history.at(name);
  return all.findLast(({ succeeded }) => succeeded) ?? all.findLast((one) => one.is('refused')) ?? all.at(-1);
}
