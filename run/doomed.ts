import type { Ask } from './ask.ts';
import type { Caller } from './caller.ts';
import type { Exchange } from './exchange.ts';
import { readOwn, type OwnResource } from './own-resource.ts';
import { settles } from './settle.ts';
import type { Stage } from './stage.ts';

/** Uses a resource that is made to be deleted, once it can be read; it never goes back to the others. */
export function withDoomed<T>(on: Stage, use: (doomed: OwnResource) => Promise<T>): Promise<T> {
  return on.fresh(async (own) => {
    on.keep(own);
    await settles(
      on.clock,
      { since: own.lastWriteAt, ms: on.grace.readMs },
      async () => (await readOwn(on, own)).succeeded,
    );
    return await use(own);
  });
}

/** DELETE by id, with the version parameter that the vendor has declared. */
export async function deleteOwn(
  on: Stage,
  own: OwnResource,
  as: Caller = on.writer,
  silence?: Ask['silence'],
): Promise<Exchange> {
  const parameter = on.profile.delete?.versionParam;
  const named = parameter !== undefined && parameter !== 'none' && own.shown !== undefined;
  const exchange = await on.ask('remove', {
    path: { id: own.id },
    as,
    unknownTarget: own.deleted,
    ...(silence === undefined ? {} : { silence, once: true }),
    ...(named ? { query: [[parameter, own.shown ?? '']] } : {}),
  });
  if (exchange.succeeded) {
    own.lastWriteAt = on.clock.now();
    own.deleted = true;
  }
  return exchange;
}
