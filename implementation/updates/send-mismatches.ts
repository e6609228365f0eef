import { defined } from '../../clause/defined.ts';
import { Inconclusive } from '../../clause/thrown.ts';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../facts.ts';
import { matchingUpdate } from './matching-update.ts';
import type { OwnResource } from '../resources/own-resource.ts';
import type { Stage } from '../stage.ts';
import { update } from './changes.ts';
import { versionToState } from '../resources/read-own.ts';
import { blockedReason, unversioned } from '../blocked-by.ts';
import { insist } from '../insist.ts';
import { missesConflict } from './missed-conflict.ts';
import type { Mismatch, MismatchBatch, SentMismatch } from './mismatch-batch.ts';

/**
 * Sends updates with mismatching versions and then the same actions with the actual version. If the update with
 * the actual version is immediately accepted, everything except the version of the probes was valid, and none of
 * them changed the version, whatever lagging reads say.
 *
 * @param aim - the probes, relative to the supposed actual version @param how.alone - each while no other request of
 * the run is under way
 */
export async function sendMismatches(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  aim: (actual: string) => readonly Mismatch[],
  how: { readonly alone?: boolean } = {},
): Promise<MismatchBatch> {
  const aimed = await versionToState(on, own);
  if (aimed === undefined) throw new Inconclusive(blockedReason(unversioned(on)));
  const probes = aim(aimed).filter(({ version }) => !sameNumber(version, aimed));
  const together = await Promise.all(
    probes.map(async (probe): Promise<SentMismatch> => ({
      probe,
      exchange: await once(on, own, probe, actions, how.alone),
    })),
  );
  // A request without a usable answer is sent again after the others: their lock may have refused it.
  const mismatches: SentMismatch[] = [];
  let inVain = false;
  for (const { probe, exchange: first } of together) {
    const exchange: Exchange = inVain ? first : await insisted(on, own, { probe, exchange: first }, actions);
    if (inVain && !exchange.succeeded) on.refusedWrite({ endpoint: 'update', exchange, target: own });
    // Alone, it got no answer either: further requests would wait in vain, one after another.
    inVain ||= exchange.is('noise') && exchange !== first;
    mismatches.push({ probe, exchange });
  }
  const match = await matchingUpdate(on, own, actions);
  const batch: MismatchBatch = {
    mismatches,
    match,
    aimed,
    proven: match.kind === 'accepted' && match.spurious.length === 0 && sameNumber(match.stated, aimed),
  };
  on.noteMismatches(batch);
  if (match.kind === 'accepted')
    for (const sent of mismatches)
      if (missesConflict(on, own, sent))
        on.noteMissedConflict({ ...sent, aimed, actions, isAlone: mismatches.length === 1 });
  return batch;
}

/** Sends one probe alone; if the network or a limit answers, it sends another probe. */
export async function sendMismatch(
  on: Stage,
  own: OwnResource,
  probe: Mismatch,
  actions: readonly UpdateAction[],
): Promise<Exchange> {
  return await insisted(on, own, { probe, exchange: await once(on, own, probe, actions) }, actions);
}

function once(
  on: Stage,
  own: OwnResource,
  probe: Mismatch,
  actions: readonly UpdateAction[],
  alone = false,
): Promise<Exchange> {
  const stated = new JsonNumber(probe.version);
  const { actions: instead = actions as JsonInput, bodyIs, contentType, spelling } = probe;
  return update(on, own, stated, instead, { alone, ...defined({ bodyIs, contentType, spelling }) });
}

/** The answer to a probe; without one, it is sent again alone, as a lock may cover all resources. */
async function insisted(
  on: Stage,
  own: OwnResource,
  { probe, exchange: first }: SentMismatch,
  actions: readonly UpdateAction[],
): Promise<Exchange> {
  const exchange = await insist(
    () => once(on, own, probe, actions, true),
    () => Promise.resolve(first),
  );
  if (!exchange.succeeded) on.refusedWrite({ endpoint: 'update', exchange, target: own });
  return exchange;
}
