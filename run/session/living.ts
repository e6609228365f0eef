import type { Request } from '../../wire/exchange.ts';
import type { Exchange } from '../../history/exchange.ts';
import { onlyPart, withRequests, type Dispatch, type Exchanged, type Layer, type Part } from './dispatch.ts';
import type { TokenMonitor } from './token-monitor.ts';

/** What is asked of the lives of tokens. */
export type Lives = Pick<TokenMonitor, 'isOver' | 'look'>;

/**
 * Looks into what may be due to the end of a token, before anybody judges it, and records what came. A single request
 * goes again with a renewed token; what goes concurrently cannot go again by itself.
 */
export function checkingValidity(parts: {
  readonly tokenMonitor: Lives;
  /** The request again, with the token that its caller has now. */
  readonly written: (part: Omit<Part, 'request'>) => Request;
  /** What is in the place of an answer where a token has come to its end. */
  readonly notSent: (part: Part) => Exchange;
  readonly record: (exchange: Exchange) => void;
}): Layer<Exchanged> {
  const { tokenMonitor, written, notSent, record } = parts;
  return (below) => {
    const send = async (dispatch: Dispatch): Promise<Exchanged> => {
      const only = onlyPart(dispatch);
      if (only !== undefined && tokenMonitor.isOver(only.ask.as)) return { exchanges: [notSent(only)] };
      const sentWith = dispatch.parts.map(({ ask }) => ask.as.token);
      const came = await below(dispatch);
      const looked = await Promise.all(
        dispatch.parts.map(async ({ name, ask }, at) => {
          const exchange = came.exchanges[at];
          return exchange === undefined
            ? 'stands'
            : await tokenMonitor.look(exchange, [name, ask], sentWith[at]);
        }),
      );
      if (dispatch.way.kind === 'single' && looked[0] === 'renewed')
        return await send(withRequests(dispatch, dispatch.parts.map(written)));
      const exchanges = came.exchanges.map((exchange, at) =>
        looked[at] === 'stands' ? exchange : exchange.asOver(),
      );
      exchanges.forEach(record);
      return { ...came, exchanges };
    };
    return send;
  };
}
