import type { Certificate } from '../certificate.ts';
import type { Requirement } from '../requirements.ts';
import { refuted, type Verified } from './verified.ts';

/** Whether the claim is one of the implementation, and the one that is asked for. */
export function claimed({ claim }: Certificate, required: ReadonlySet<Requirement>): readonly Verified[] {
  if (claim === 'REHEARSAL')
    return [
      {
        about: 'claim',
        state: 'untold',
        text: 'a rehearsal on the reference of the suite, which is nobody’s',
      },
    ];
  if (!required.has('conformant')) return [];
  return [claim === 'CONFORMANT' ? { about: 'claim', state: 'holds', text: claim } : refuted('claim', claim)];
}
