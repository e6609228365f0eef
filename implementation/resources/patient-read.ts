import type { Exchange } from '../../history/exchange.ts';
import type { OwnResource } from './own-resource.ts';
import type { Stage } from '../stage.ts';
import { readOwn } from './read-own.ts';
import { lookWithinLag } from './lag.ts';

/** Reads that replace a read with a server error. */
const again = 2;

/** GET by id of an existing resource: repeated after a server error, or a refusal that a lag may explain. */
export async function readPatiently(on: Stage, own: OwnResource): Promise<Exchange> {
  let read = await readOwn(on, own);
  for (let time = 0; time < again && read.is('fault'); time += 1) read = await readOwn(on, own);
  if (!read.is('turned away') || own.isDeleted) return read;
  await lookWithinLag(on, own, async () => {
    read = await readOwn(on, own);
    return read.succeeded;
  });
  return read;
}
