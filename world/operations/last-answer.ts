import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';

/** The last success of an operation; without a success, the last answer to a caller with a supplied token. */
export function lastAnswer(history: History, name: EndpointName): Exchange | undefined {
  const all = history.at(name);
  return (
    all.findLast(({ succeeded }) => succeeded) ??
    all.findLast(({ caller }) => caller.kind === 'supplied') ??
    all.at(-1)
  );
}
