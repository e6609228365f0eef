import { plan } from '../../../config/plan.ts';
import { rehearse, type Rehearsed } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';
import type { Fault } from '../../../faults/fault.ts';
import { gateable, gatedReference, gates, type Gate } from './gated-reference.ts';

/** A fault behind a gate. */
export interface RareRow {
  readonly fault: Fault;
  readonly gate: Gate;
  readonly title: string;
}

/** All of them. */
export const rareRows: readonly RareRow[] = gateable.flatMap((fault) =>
  gates.map((gate) => ({ fault, gate, title: `${fault.name}, ${gate}` })),
);

/** The result of one mutant. */
export interface Rare {
  /** Each answer that the run got and on which the fault acted, in words. */
  readonly acted: readonly string[];
  readonly verdict: string;
  /** Verdict of the clause that the fault breaks. */
  readonly clause: string;
  /**
   * What a reader is shown of it if the run is CONFORMANT: a warning, a suspicion, answers or connections that came
   * and went.
   */
  readonly traces: readonly string[];
}

/** Plays a row in a whole run. */
export async function rehearseRare(
  { fault, gate }: RareRow,
  seed = 1,
): Promise<Pick<Rare, 'acted'> & { readonly rehearsed: Rehearsed }> {
  const { reference, acted } = gatedReference(fault.name, gate, seed);
  const rehearsed = await rehearse({ plan, seed, profile: referenceProfile, reference });
  return { acted, rehearsed };
}

/** The same in short. */
export async function playRare(row: RareRow, seed?: number): Promise<Rare> {
  const { acted, rehearsed } = await rehearseRare(row, seed);
  const { judgements, statement, record } = rehearsed;
  const { passing = [], serverErrors = 0, resets = 0 } = record.weather ?? {};
  return {
    acted,
    verdict: statement.verdict,
    clause: judgements.get(row.fault.breaks ?? '')?.verdict ?? '',
    traces: [
      ...passing.map(({ status, operation, count }) => `${count} × ${status} at ${operation}`),
      ...(serverErrors > 0 ? [`${serverErrors} server errors`] : []),
      ...(resets > 0 ? [`${resets} connections reset`] : []),
      ...[...judgements].flatMap(([id, { verdict, suspect }]) =>
        verdict === 'warn' || suspect ? [`${id} ${verdict}`] : [],
      ),
    ],
  };
}
