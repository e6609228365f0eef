import { isOneForAll } from '../../implementation/learnt.ts';
import type { KeyedResource } from '../../implementation/keys/keyed-resource.ts';
import { sameMembers } from '../../world/resources/reads-by-key.ts';
import type { Stage } from '../../implementation/stage.ts';
import { mentions } from '../../wire/json/pointer.ts';
import { changedPair, keyAfterChange } from './changed-key.ts';
import { compareByKey, judgeCompared, judgePair } from './key-agreement.ts';
import { readsByUnknownKeys } from './key-reads.ts';

/**
 * Reads by key and by id show the same resource, after its create and after a change; an unknown key names none
 * (4.3).
 */
export async function judgeNames(on: Stage, keyed: KeyedResource): Promise<void> {
  const compared = await compareByKey(on, keyed);
  judgeCompared(on, keyed, compared);
  const [byId] = compared.exchanges;
  const isOwn = keyed.canary !== '';
  if (isOwn && !isOneForAll(on.facts)) {
    const changed = await changedPair(on, keyed);
    if (changed === undefined) on.discarded('no-key', 'a second resource shows no key of its own');
    else judgeCompared(on, changed.keyed, changed.compared);
  }
  for (const exchange of await readsByUnknownKeys(on))
    // A body of another, undocumented shape may mention any key.
    if (isOwn && sameMembers(byId, exchange) && mentions(exchange.value, keyed.canary))
      on.violated({
        expected: 'none of the suite’s resources for an unknown key',
        got: `${exchange.label} with the content of a resource with another key`,
        deviation: { kind: 'holds', text: keyed.canary },
        exchanges: [exchange],
      });
  if (!isOwn || !isOneForAll(on.facts)) return;
  // If all creates reach one resource, there is no second key, and no check may write to it yet.
  await on.until('races');
  await on.own(async (own) => {
    const { key, before } = await keyAfterChange(on, own);
    if (key !== undefined) await judgePair(on, { own, key, before, declared: keyed.declared, canary: '' });
  });
}
