import type { EndpointName } from '../../contract/endpoints.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { deleteOwn } from '../../target/resources/doomed.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { OwnResource } from '../../target/resources/own-resource.ts';
import type { Stage } from '../../target/stage.ts';
import { versionToState } from '../../target/resources/read-own.ts';

/** One more request of a sort; undefined where its means cannot be had. */
export type WriteAtRisk = () => Promise<Exchange | undefined>;

/** How an update or a delete is asked for anew, of a resource made for it: none is sent a second time. */
export function writesAtRisk(on: Stage, name: EndpointName): WriteAtRisk | undefined {
  if (name === 'update') return () => onFresh(on, (own) => updateFresh(on, own));
  if (name === 'remove') return () => onFresh(on, (own) => deleteOwn(on, own, on.writer, 'send-anyway'));
  return undefined;
}

function onFresh<T>(on: Stage, use: (own: OwnResource) => Promise<T>): Promise<T> {
  return on.fresh(async (own) => {
    on.keep(own);
    return await use(own);
  });
}

async function updateFresh(on: Stage, own: OwnResource): Promise<Exchange | undefined> {
  const version = await versionToState(on, own);
  if (version === undefined) return undefined;
  return await on.ask('update', {
    path: { id: own.id },
    json: {
      version: new JsonNumber(version),
      actions: [{ action: 'changeSomeProperty', someProperty: on.canary() }],
    },
    whenSilent: 'send-anyway',
    once: true,
  });
}
