import type { Ask } from '../../run/ask.ts';
import type { Caller } from '../../run/caller.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { OwnResource } from './own-resource.ts';
import type { Stage } from '../stage.ts';
import { readOwn } from './read-own.ts';
import { untilReadable } from './lag.ts';

/** Uses a resource that is made to be deleted, once it can be read; it never goes back to the others. */
export function withDoomed<T>(on: Stage, use: (doomed: OwnResource) => Promise<T>): Promise<T> {
  return on.fresh(async (own) => {
    on.keep(own);
    await untilReadable(on, own);
    return await use(own);
  });
}

const busy: readonly (number | undefined)[] = [409, 423];

/** DELETE by id, with the version parameter that the vendor has declared. */
export async function deleteOwn(
  on: Stage,
  own: OwnResource,
  as: Caller = on.writer,
  whenSilent?: Ask['whenSilent'],
): Promise<Exchange> {
  const parameter = on.profile.delete?.versionParam;
  const named = parameter !== undefined && parameter !== 'none' && own.shown !== undefined;
  const send = (alone: boolean): Promise<Exchange> =>
    on.ask('remove', {
      path: { id: own.id },
      as,
      alone,
      unknownTarget: own.deleted,
      ...(whenSilent === undefined ? {} : { whenSilent, once: true }),
      ...(named ? { query: [[parameter, own.shown ?? '']] } : {}),
    });
  let exchange = await send(false);
  // Other writes of ours may have stood in its way.
  if (busy.includes(exchange.status) && !own.deleted) {
    if (named) await readOwn(on, own);
    exchange = await send(true);
  }
  if (exchange.succeeded) {
    own.lastWriteAt = on.clock.now();
    own.deleted = true;
  }
  return exchange;
}
