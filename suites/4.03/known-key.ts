import { says } from '../../wire/status.ts';
import type { Exchange } from '../../history/exchange.ts';
import { settles } from '../../run/settle.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';
import { keyedResource, keySupply, type KeyedResource } from '../../implementation/keys/keyed-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeKeyAfterChange } from './changed-key.ts';
import { anotherKeyed, readKnown, readUntilFound } from './key-reads.ts';

/** Judges whether a resource with a known key is read by it, after its create and after an update (4.3). */
export async function judgeKnownKey(on: Stage): Promise<void> {
  const keyed = await keyedResource(on);
  const first = await readKnown(on, keyed);
  if (first.is('noise')) return on.noise(first.label);
  if (first.succeeded || (await isFoundOnceIdsAre(on, keyed))) {
    on.held();
    return await judgeKeyAfterChange(on, keyed);
  }
  await confirmMissing(on, keyed, first);
}

/**
 * For a while reads found nothing at all, and reads by id were refused as well; after that the key names its
 * resource.
 */
async function isFoundOnceIdsAre(on: Stage, { own, ...keyed }: KeyedResource): Promise<boolean> {
  if ((await readOwn(on, own)).succeeded) return false;
  const window = { since: on.clock.now(), ms: on.grace.readMs };
  await settles(on.clock, window, async () => (await readOwn(on, own)).succeeded);
  return (await readUntilFound(on, { own, ...keyed })).succeeded;
}

/** Three resources that are read by their ids, and not by their keys between two such reads. */
async function confirmMissing(on: Stage, keyed: KeyedResource, first: Exchange): Promise<void> {
  const answers: Exchange[] = [];
  for (let attempt = 0; attempt < confirmations; attempt += 1) {
    const one = attempt === 0 ? keyed : await anotherKeyed(on, keyed);
    const { read, isThere } = await readBetweenIds(on, one);
    if (read.succeeded) return notEveryTime(on, 'a known key was not found', [first]);
    if (read.is('noise'))
      return on.undecided(
        'noise',
        `a known key was not found, and the repeated read was answered ${read.label}`,
        {
          exchanges: [first, read],
        },
      );
    if (!isThere)
      return on.undecided('flaky', 'a known key was not found, nor was its resource by its id', {
        exchanges: [first, read],
      });
    answers.push(read);
  }
  const isMissing = answers.every((one) => says(one, 'no operation'));
  if (isMissing && keyed.declared)
    return on.violated({
      expected: `the resource with key ${keyed.key}`,
      deviation: { kind: 'status' },
      exchanges: answers.slice(-1),
      reproduced: `${confirmations}/${confirmations}`,
    });
  on.undecided(
    'no-key',
    `a read by the key found in the resource was answered ${first.label}`,
    keyed.declared ? { exchanges: [first] } : { supply: keySupply, exchanges: [first] },
  );
}

/** A read by key, and whether the resource is read by its id right before and after. */
async function readBetweenIds(
  on: Stage,
  keyed: KeyedResource,
): Promise<{ readonly read: Exchange; readonly isThere: boolean }> {
  const before = await readOwn(on, keyed.own);
  const read = await readUntilFound(on, keyed);
  const after = await readOwn(on, keyed.own);
  return { read, isThere: before.succeeded && after.succeeded };
}
