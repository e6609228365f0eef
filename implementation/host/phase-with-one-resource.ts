import type { Placing } from '../../clause/clause.ts';

/** The phase of a check where creates land on one resource. */
export function phaseWithOneResource({ phase, whereOneResource }: Placing): Placing['phase'] {
  if (phase === 'end') return phase;
  if (whereOneResource === 'quiet') return 'quiet';
  return whereOneResource === 'races' && phase === 'lanes' ? 'races' : phase;
}
