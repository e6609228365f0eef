import { says } from '../../wire/status.ts';
import type { Stage } from '../../implementation/stage.ts';
import { farVersion, oddMismatches } from '../../implementation/updates/wrong-versions.ts';
import { reportMoves } from './refused-moves.ts';
import type { Mismatch, SentMismatch } from '../../implementation/updates/mismatch-batch.ts';

/** Volleys that are checked again: those of one kind do the same. */
const mostBatches = 2;

/** Volleys of the whole run whose probes were all refused, and after which the version was different. */
export async function judgeBatches(on: Stage): Promise<void> {
  const moved = on.batches.filter(
    ({ match, proven, mismatches }) =>
      match.kind === 'accepted' &&
      !proven &&
      mismatches.length > 0 &&
      mismatches.every(({ exchange }) => exchange.is('refused')) &&
      // If reads lag, a stale read explains it as well, unless the version was refused with another status than it
      // should be.
      (!on.facts.lags || mismatches.some(({ exchange }) => !says(exchange, 'conflict'))),
  );
  for (const { mismatches, aimed } of moved.slice(0, mostBatches))
    await on.fresh((own) =>
      reportMoves(
        on,
        own,
        (v) => againAt(v, mismatches),
        200,
        `another version than ${aimed} after refusals`,
      ),
    );
}

/** The probes of a batch for a resource that may have another version. */
function againAt(actual: string, mismatches: readonly SentMismatch[]): readonly Mismatch[] {
  const anew = oddMismatches(actual);
  return mismatches.map(
    ({ probe }) =>
      anew.find(({ label }) => label === probe.label) ?? { ...probe, version: farVersion(actual) },
  );
}
