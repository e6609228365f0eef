import { spoken } from '../../../reporters/names/untrusted.ts';
import type { Certificate } from '../certificate.ts';
import { isUnlimited, limitLines } from '../claim/claim-lines.ts';
import type { Requirement } from '../requirements.ts';
import { linesAbout, type Verified } from './verified.ts';

const claims = linesAbout('claim');
const limits = linesAbout('limits');

/** Whether the claim concerns the implementation, and is the requested claim. */
export function claimed(certificate: Certificate, required: ReadonlySet<Requirement>): readonly Verified[] {
  const { claim } = certificate;
  if (claim === 'REHEARSAL')
    return [claims.untold('a rehearsal on the reference or a mock of the suite, which belongs to no vendor')];
  return [
    ...(required.has('conformant') ? [claims[claim === 'CONFORMANT' ? 'holds' : 'refuted'](claim)] : []),
    ...(required.has('unlimited') ? [limitsOf(certificate)] : []),
  ];
}

function limitsOf(certificate: Certificate): Verified {
  if (isUnlimited(certificate)) return limits.holds('none that the vendor has chosen');
  const first = limitLines(certificate)
    .slice(0, 3)
    .map(([label, said]) => `${label}: ${spoken(said)}`);
  return limits.refuted(`the claim is limited; ${first.join('; ')}`);
}
