import type { Stage } from '../stage.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { IdSource } from '../facts.ts';
import { OwnResource, versionOf } from './own-resource.ts';
import { idFrom } from '../id-source.ts';
import { asName, valueAt } from '../../wire/json/pointer.ts';

export function newOwn(
  on: Stage,
  exchange: Exchange,
  source: IdSource,
  keyPointer: string | undefined,
): OwnResource {
  const id = idFrom(exchange, source) ?? '';
  const key = keyPointer === undefined ? undefined : asName(valueAt(exchange.value, keyPointer));
  const own = new OwnResource(id, on.clock.now(), { key, born: exchange });
  own.show(versionOf(exchange.value));
  return own;
}
