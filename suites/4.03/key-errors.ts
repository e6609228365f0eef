import { asName, valueAt } from '../../wire/json/pointer.ts';
import { confirmations, confirmRepeatedly, notEveryTime, report } from '../../judging/confirm.ts';
import type { Exchange } from '../../history/exchange.ts';
import {
  keySupply,
  knownKey,
  readByKey,
  type KeyedResource,
} from '../../implementation/keys/keyed-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { readsByUnknownKeys } from './key-reads.ts';

const words = {
  expected: 'an answer other than a server error',
  deviation: 'a read by a known key was answered with a server error',
};

/** Judges server errors to reads by a known key; undefined if no key is known (4.3). */
export async function judgeKeyErrors(on: Stage): Promise<'judged' | undefined> {
  const known = await knownKey(on).catch(() => undefined);
  if (known === undefined || !('keyed' in known)) return undefined;
  const { keyed } = known;
  const reads: Exchange[] = [];
  const confirmed = await confirmRepeatedly(on, {
    probe: async () => {
      reads.push(await readOwn(on, keyed.own));
      return await readByKey(on, keyed.key);
    },
    deviates: (one) => one.is('fault'),
  });
  if (confirmed.kind !== 'every-time') {
    report(on, confirmed, words);
    return 'judged';
  }
  const read = await readOwn(on, keyed.own);
  const [crash] = confirmed.exchanges;
  const isThere = [...reads, read].every(({ succeeded }) => succeeded);
  const isBlamed = isThere && (await namesTheResource(on, keyed, read));
  if (!isThere) notEveryTime(on, words.deviation, confirmed.exchanges);
  else if (!keyed.declared || !isBlamed || crash === undefined)
    on.undecided(
      'server-error',
      'a read by a key that may belong to a resource is answered with a server error',
      {
        exchanges: confirmed.exchanges,
        supply: keySupply,
      },
    );
  else
    on.violated({
      expected: words.expected,
      deviation: { kind: 'status', exchange: crash },
      exchanges: [
        { exchange: read, role: 'control' },
        { exchange: crash, role: 'probe', culprit: true },
      ],
      reproduced: `${confirmations}/${confirmations}`,
    });
  return 'judged';
}

/** Whether the resource shows this key, or an unknown key is answered differently. */
async function namesTheResource(on: Stage, { key }: KeyedResource, read: Exchange): Promise<boolean> {
  const { keyPointer } = on.facts;
  if (keyPointer !== undefined && asName(valueAt(read.value, keyPointer)) === key) return true;
  const [invented] = await readsByUnknownKeys(on);
  return invented !== undefined && !invented.is('fault', 'noise');
}
