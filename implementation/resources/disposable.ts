import { says } from '../../wire/status.ts';
import type { Ask } from '../../run/ask.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { OwnResource } from './own-resource.ts';
import type { Stage } from '../stage.ts';
import { requireDeletable } from './provided.ts';
import { readOwn } from './read-own.ts';
import { pollUntilReadable } from './lag.ts';
import { awaited } from '../../run/awaited.ts';
import { settles } from '../../run/settle.ts';

/** Uses a resource that is made for its deletion, once it can be read; no other check gets it afterwards. */
export function withDisposable<T>(on: Stage, use: (disposable: OwnResource) => Promise<T>): Promise<T> {
  return on.fresh(async (own) => {
    await untilUsable(on, own);
    return await use(own);
  });
}

async function untilUsable(on: Stage, own: OwnResource): Promise<void> {
  requireDeletable(on, own.id);
  on.keep(own);
  await pollUntilReadable(on, own);
}

/** Like `withDisposable`, with several: they share one place, so that the holder of the last place does not wait. */
export function withDisposables<T>(
  on: Stage,
  count: number,
  use: (disposables: readonly OwnResource[]) => Promise<T>,
): Promise<T> {
  return withDisposable(on, async (first) => {
    const disposables = [first];
    while (disposables.length < count) {
      const { own } = await on.another();
      await untilUsable(on, own);
      disposables.push(own);
    }
    return await use(disposables);
  });
}

/** Whether the resource may become deletable later; 403 may mean this too, for callers who may delete. */
function mayGoLater(on: Stage, as: Caller, { status }: Exchange): boolean {
  return (
    says({ status }, 'in use') ||
    (says({ status }, 'forbidden') && lets('remove', as, on.options.projectKey) === 'in')
  );
}

/** Waits until the resource has the age at which deletes were accepted before. */
async function untilItMayGo(on: Stage, own: OwnResource): Promise<void> {
  const { deletesWantMs: wanted } = on.facts;
  if (wanted === 'never' || wanted === 0 || own.isDeleted) return;
  const early = own.lastWriteAt + wanted - on.clock.now();
  if (early > 0) await on.clock.sleep(early, awaited.age);
}

/** Repeats the delete until a resource in use is released, for the longest lag; only once if repeating was in vain. */
async function onceItMayGo(
  on: Stage,
  own: OwnResource,
  refused: Exchange,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  if (on.brief || on.facts.deletesWantMs === 'never') return refused;
  let exchange = refused;
  const hasGone = await settles(
    on.clock,
    { since: own.lastWriteAt, ms: on.grace.readMs, for: awaited.age },
    async () => {
      exchange = await send();
      return !mayGoLater(on, exchange.caller, exchange);
    },
  );
  if (!hasGone) on.learn.deletesWant('never');
  else if (exchange.succeeded) on.learn.deletesWant(on.clock.now() - own.lastWriteAt);
  return exchange;
}

/** The declaration of servers that delete only what a client knows to exist (RFC 9110, 13.1.1). */
export const ifMatch = 'header:If-Match';

/** How a delete states the version that it expects: in a parameter of the query, or by a header that any version meets. */
export function statedDelete(by: string, version: string): Pick<Ask, 'query' | 'headers'> {
  return by === ifMatch ? { headers: [['If-Match', '*']] } : { query: [[by, version]] };
}

/**
 * DELETE by id, with the version parameter that the vendor has declared.
 *
 * @throws Inconclusive if the resource has to outlive the run
 */
export async function deleteOwn(
  on: Stage,
  own: OwnResource,
  as: Caller = on.writer,
  whenSilent?: Ask['whenSilent'],
): Promise<Exchange> {
  requireDeletable(on, own.id);
  const parameter = on.profile.delete?.versionParam;
  const named = parameter !== undefined && parameter !== 'none' && own.shown !== undefined;
  const send = (alone: boolean): Promise<Exchange> =>
    on.ask('remove', {
      path: { id: own.id },
      as,
      alone,
      mayNotExist: own.isDeleted,
      ...(whenSilent === undefined ? {} : { whenSilent, once: true }),
      ...(named ? statedDelete(parameter, own.shown ?? '') : {}),
    });
  await untilItMayGo(on, own);
  let exchange = await send(false);
  // Other writes of the run may have been in the way.
  if (mayGoLater(on, as, exchange) && !own.isDeleted) {
    if (named) await readOwn(on, own);
    exchange = await send(true);
    if (mayGoLater(on, as, exchange)) exchange = await onceItMayGo(on, own, exchange, () => send(true));
  }
  if (exchange.succeeded) own.gone(on.clock.now());
  return exchange;
}
