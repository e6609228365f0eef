import type { Stage } from '../../implementation/stage.ts';
import { farVersion, oddMismatches } from '../../implementation/updates/wrong-versions.ts';
import { reportMoves } from './refused-moves.ts';
import type { Mismatch, Shot } from '../../implementation/updates/fired.ts';

/** Volleys that are looked at again: those of a kind do the same. */
const mostVolleys = 2;

/** Volleys of the whole run whose probes were all refused, and after which the version was another one. */
export async function judgeVolleys(on: Stage): Promise<void> {
  const moved = on.volleys.filter(
    ({ match, proven, shots }) =>
      match.kind === 'accepted' &&
      !proven &&
      shots.length > 0 &&
      shots.every(({ exchange }) => exchange.isRefused) &&
      // Where reads lag, a stale one explains it as well, unless the version was refused otherwise than it ought to be.
      (!on.facts.lags || shots.some(({ exchange }) => exchange.status !== 409)),
  );
  for (const { shots, aimed } of moved.slice(0, mostVolleys))
    await on.fresh((own) =>
      reportMoves(on, own, (v) => againAt(v, shots), 200, `another version than ${aimed} after refusals`),
    );
}

/** The probes of a volley for a resource that may have another version. */
function againAt(actual: string, shots: readonly Shot[]): readonly Mismatch[] {
  const anew = oddMismatches(actual);
  return shots.map(
    ({ probe }) =>
      anew.find(({ label }) => label === probe.label) ?? { ...probe, version: farVersion(actual) },
  );
}
