import { isOneForAll } from '../../implementation/learnt.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keyOf, knownKey, readByKey, type KeyedResource } from '../../implementation/keys/keyed-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import { lookWithinLag } from '../../implementation/resources/lag.ts';

/** A read by the known key, or by an unknown key. */
export async function readSomeKey(on: Stage): Promise<Exchange> {
  const known = await knownKey(on).catch(() => undefined);
  const key = known !== undefined && 'keyed' in known ? known.keyed.key : `unknown-${on.canary()}`;
  return await readByKey(on, key);
}

/** The read by the known key; once a run. */
export const readKnown = oncePerRun((on: Stage, keyed: KeyedResource): Promise<Exchange> =>
  readUntilFound(on, keyed),
);

/** Reads by key, again while a lag could explain that nothing is found. */
export async function readUntilFound(on: Stage, keyed: KeyedResource): Promise<Exchange> {
  let read = await readByKey(on, keyed.key);
  await lookWithinLag(on, keyed.own, async () => {
    if (!read.succeeded) read = await readByKey(on, keyed.key);
    return read.succeeded;
  });
  return read;
}

/** A further resource with a known key, made for the check; the first resource again if no other can be made. */
export async function anotherKeyed(on: Stage, keyed: KeyedResource): Promise<KeyedResource> {
  if (keyed.canary === '' || isOneForAll(on.facts)) return keyed;
  const { own } = await on.create();
  const key = own === undefined ? undefined : await keyOf(on, own);
  return own === undefined || key === undefined ? keyed : { ...keyed, own, key };
}

/** Reads by keys that nobody has, plain and with signs that a path reserves; once a run. */
export const readsByUnknownKeys = oncePerRun(async (on: Stage): Promise<readonly Exchange[]> =>
  Promise.all(
    [`unknown-${on.canary()}`, `é/ü =&+ ${on.canary()}`].map((key) =>
      on.ask('readByKey', { path: { key }, as: on.reader, mayNotExist: true }),
    ),
  ),
);
