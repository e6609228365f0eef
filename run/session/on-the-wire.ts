import type { Limits, Transport } from '../../wire/exchange.ts';
import { delivered, type Delivery, type Dispatch, type Send } from './dispatch.ts';

/** What is innermost: requests go to the transport by the way that they are to go, within limits. */
export function onTheWire(
  transport: Transport,
  limitsOf: (dispatch: Pick<Dispatch, 'exempt'>) => Limits,
): Send<Delivery> {
  return async (dispatch) => {
    const { parts, way } = dispatch;
    const requests = parts.map(({ request }) => request);
    const limits = limitsOf(dispatch);
    if (way.kind === 'in-a-row') return delivered(await transport.sendOnOneConnection(requests, limits));
    if (way.kind === 'race')
      return delivered((await transport.race(requests, way.transport, limits)).outcomes);
    const [request] = requests;
    if (request === undefined) return delivered([]);
    if (way.kind === 'single') return delivered([await transport.send(request, limits)]);
    const { outcome, octets } = await transport.sendRaw(request, limits);
    return { ...delivered([outcome]), octets };
  };
}
