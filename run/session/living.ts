import type { Request } from '../../wire/exchange.ts';
import type { Exchange } from '../../history/exchange.ts';
import { onlyPart, withRequests, type Dispatch, type Exchanged, type Layer, type Part } from './dispatch.ts';
import type { TokenMonitor } from './token-monitor.ts';

/** Examines possible ends of tokens before an answer is judged; a single request is repeated with a renewed token. */
export function checkingValidity(parts: {
  readonly tokenMonitor: Pick<TokenMonitor, 'isOver' | 'look'>;
  readonly written: (part: Omit<Part, 'request'>) => Request;
  /** The exchange in place of an answer if a token has expired. */
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
