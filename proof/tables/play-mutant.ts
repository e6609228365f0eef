import { MutantSwitches } from '../mutation/switches.ts';

const switches = new MutantSwitches();
switches.install();
const { plan } = await import('../../config/plan.ts');
const { rehearse } = await import('../../config/runs/rehearsal.ts');
const { referenceProfile } = await import('../../faults/catalogue.ts');
const { handle } = await import('../../reference/handle.ts');
const { gated } = await import('../../tests/support/rare/gated-reference.ts');

/**
 * Judges the reference with a mutant that acts behind a gate; returns the ending.
 *
 * @param mutant - `reference/handle.ts#12`
 */
export async function playMutant(mutant: string, gate: Parameters<typeof gated>[0]): Promise<string> {
  const { reference, acted } = gated(gate, 1, (honest) => (request, now) => {
    switches.activate(mutant);
    try {
      return handle(honest, request, now);
    } finally {
      switches.activate(undefined);
    }
  });
  switches.watch();
  const { judgements, statement } = await rehearse({ plan, profile: referenceProfile, reference });
  const failed = [...judgements].flatMap(([id, { verdict }]) => (verdict === 'fail' ? [id] : []));
  const met = switches.met();
  if (statement.verdict === 'NON-CONFORMANT') return `failed: ${failed.join(', ')}`;
  const [module = '', index] = mutant.split('#');
  const isReached = met[module]?.includes(Number(index)) === true;
  if (!isReached) return 'unreached';
  if (acted.length === 0) return 'idle';
  const shown = acted.slice(0, 3).join(' // ').slice(0, 400);
  return `${statement.verdict === 'CONFORMANT' ? 'passed' : 'undecided'}: ${acted.length} times; ${shown}`;
}
