import { spoken } from '../../../reporters/names/untrusted.ts';
import type { Certificate } from '../certificate.ts';
import { isUnlimited, limitLines } from '../claim/claim-lines.ts';
import type { Requirement } from '../requirements.ts';
import { refuted, type Verified } from './verified.ts';

/** Whether the claim is one of the implementation, and the one that is asked for. */
export function claimed(certificate: Certificate, required: ReadonlySet<Requirement>): readonly Verified[] {
  const { claim } = certificate;
  const rehearsal = 'a rehearsal on the reference of the suite, which is nobody’s';
  if (claim === 'REHEARSAL') return [{ about: 'claim', state: 'untold', text: rehearsal }];
  return [
    ...(required.has('conformant')
      ? [claim === 'CONFORMANT' ? holding('claim', claim) : refuted('claim', claim)]
      : []),
    ...(required.has('unlimited')
      ? [
          isUnlimited(certificate)
            ? holding('limits', 'none that the vendor has chosen')
            : limited(certificate),
        ]
      : []),
  ];
}

function limited(certificate: Certificate): Verified {
  const limits = limitLines(certificate)
    .slice(0, 3)
    .map(([label, said]) => `${label}: ${spoken(said)}`);
  return refuted('limits', `the claim is limited; ${limits.join('; ')}`);
}

function holding(about: string, text: string): Verified {
  return { about, state: 'holds', text };
}
