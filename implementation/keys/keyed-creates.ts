import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { isObject } from '../../wire/json/plain-json.ts';
import { asName, textsIn, valueAt } from '../../wire/json/pointer.ts';
import { createAsk, withKey, type CreateBody } from '../create-body.ts';
import { areKeysLeftOut, declaredPointer, usualPointer } from './keyed-resource.ts';
import type { Born } from '../sought-id-source.ts';
import type { Stage } from '../stage.ts';

/**
 * Tries a body with a key, if the server has shown none: resources are read by key (4.3), and the contract does not
 * show whether the server or its client chooses that key. Undefined if no key is needed, or if such a body is refused.
 */
export async function keyedCreate(
  on: Stage,
  as: Caller,
  made: { readonly body: CreateBody; readonly exchange: Exchange },
): Promise<(Born & { readonly body?: CreateBody }) | undefined> {
  const pointer = declaredPointer(on) ?? usualPointer(on);
  if (areKeysLeftOut(on) || pointer === undefined || !isObject(made.exchange.value)) return undefined;
  if (asName(valueAt(made.exchange.value, pointer)) !== undefined) return undefined;
  const body = withKey(made.body, () => on.canary());
  const canary = on.canary();
  const ask = createAsk(body, canary);
  const exchange = await on.ask('create', { as, ...ask });
  if (!exchange.succeeded) return undefined;
  // A server may spell the key in its own way, or show it under another name.
  const { key = '' } = ask.json as { readonly key?: string };
  const isShown =
    asName(valueAt(exchange.value, pointer)) !== undefined || textsIn(exchange.value).includes(key);
  return { canary, exchange, ...(isShown ? { body } : {}) };
}
