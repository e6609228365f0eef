import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Exchange } from '../../history/exchange.ts';
import { otherReader, readOtherwise } from '../../implementation/resources/other-reads.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { versionsDiffer } from '../../implementation/resources/same-state.ts';
import { siblings } from '../../judging/siblings.ts';
import type { Stage } from '../../implementation/stage.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { afterReplicaLag } from '../../implementation/resources/lag.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/** Whether a resource whose update is long past has one version for all readers, in every way of reading (4.2). */
export async function observeOtherReads(on: Stage): Promise<void> {
  const survivor = (await unlessInconclusive(siblings(on)))?.survivor;
  if (survivor === undefined || !survivor.otherwise.succeeded)
    return on.discarded('premise-failed', 'no resource that another reader had read before was updated');
  const { own, last } = survivor;
  await on.until('late');
  const both = await readOtherwiseAgain(on, own);
  if (!both.succeeded)
    return on.discarded('premise-failed', `the read by another reader was answered ${both.label}`);
  if (!versionsDiffer(both, last))
    return on.observe({ toAnotherReader: 'the same', withParameters: 'the same' });
  // Within the lag of the update, other readers may see the previous version.
  await afterReplicaLag(on, own);
  const [reader, parameters, together] = await Promise.all([
    readOtherwise(on, own, otherReader(on), true),
    readOtherwise(on, own, on.reader),
    readOtherwise(on, own),
  ]);
  const usual = await readOwn(on, own);
  const shown = (read: Exchange): string => (versionsDiffer(read, usual) ? 'another' : 'the same');
  const isOneVersion = [reader, parameters, together].every((read) => shown(read) === 'the same');
  on.observe(
    { toAnotherReader: shown(reader), withParameters: shown(parameters) },
    {
      suspect: !isOneVersion && {
        why: 'Long after an update, different readers are shown different versions.',
      },
    },
  );
}

/** The read of an updated resource by another reader; once per run. */
export const readOtherwiseAgain = oncePerRun((on: Stage, own: OwnResource): Promise<Exchange> =>
  readOtherwise(on, own),
);
