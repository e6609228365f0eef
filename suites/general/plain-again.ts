import { says } from '../../wire/status.ts';
import { endpoint } from '../../contract/endpoints.ts';
import { valuesAt } from '../../contract/operation-at.ts';
import type { Exchange } from '../../history/exchange.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Ask } from '../../run/ask.ts';
import { lets } from '../../world/callers/lets.ts';
import { plainParts } from '../../world/operations/plain-requests.ts';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import { anyway, createNoted, onFresh, type Attempt } from './attempts-at-risk.ts';

/**
 * How a request is sent once more, in one way or several; in no way if something in it is odd, for which a server may
 * end the connection. It is documented, from a caller who may send it, contains nothing but plain values of the
 * documented types, and names nothing that does not exist.
 */
export function plainAgain(on: Stage, exchange: Exchange): readonly Attempt[] {
  const { endpoint: name, caller: as, request, mayNotExist } = exchange;
  if (name === undefined || !isUsual(on, exchange)) return [];
  const parts = plainParts(name, exchange);
  const path = valuesAt(name, request.target);
  const { id = '' } = path;
  if (parts === undefined || (mayNotExist && !on.isOurs(id))) return [];
  const same: Ask = { as, path, ...parts, ...anyway };
  if (name === 'update') return [() => updateAgain(on, id, same), () => updateTwice(on, same)];
  if (name === 'create') return [() => createNoted(on, same)];
  return on.gone.has(id) ? [] : [() => on.ask(name, same)];
}

/** An update is owed an answer whatever its target: its version is that of the resource, or it is not. */
async function updateAgain(on: Stage, id: string, same: Ask): Promise<Exchange> {
  const again = on.gone.has(id) ? undefined : await on.ask('update', same);
  if (again !== undefined && !says(again, 'nothing there')) return again;
  return await onFresh(on, (own) => on.ask('update', { ...same, path: { id: own.id } }));
}

/** Its actions with the actual version, on a resource just made, and once more if they were accepted. */
async function updateTwice(on: Stage, same: Ask): Promise<Exchange | undefined> {
  const { actions = [] } = same.json as { readonly actions?: JsonInput };
  return await onFresh(on, async (own) => {
    let last: Exchange | undefined;
    for (let time = 0; time < 2 && (last === undefined || last.succeeded); time += 1) {
      own.forget();
      const version = await versionToState(on, own);
      if (version === undefined) return last;
      const json = { version: new JsonNumber(version), actions };
      last = await on.ask('update', { ...same, path: { id: own.id }, json });
    }
    return last;
  });
}

/** With its documented method and the usual headers, in the project under test, from a sufficient token. */
function isUsual({ facts, options }: Stage, { endpoint: name, caller, request }: Exchange): boolean {
  if (name === undefined) return false;
  const { changes, needs } = endpoint(name);
  const isSufficient = lets(name, caller, options.projectKey) === 'in';
  const others = changes === 'nothing' ? [facts.reader, facts.writer] : [facts.writer, facts.updater];
  const usual = new Map([
    ['authorization', `Bearer ${caller.token ?? ''}`],
    ['content-type', 'application/json'],
  ]);
  const ownHeaders = new Set([
    'user-agent',
    'traceparent',
    ...options.headers.map(([one]) => one.toLowerCase()),
  ]);
  return (
    (needs === 'nothing' || needs === 'id' || needs === 'key') &&
    request.target.startsWith(`/${options.projectKey}/`) &&
    (isSufficient || others.some((one) => one?.label === caller.label)) &&
    request.headers.every(
      ([one, value]) => ownHeaders.has(one.toLowerCase()) || usual.get(one.toLowerCase()) === value,
    )
  );
}
