import type { Certificate } from '../certificate.ts';
import type { Requirement } from '../requirements.ts';
import type { Verified } from './verified.ts';

/** From which nonce the seed follows; that it does is part of judging again. */
export function challenged({ seedFrom }: Certificate, required: ReadonlySet<Requirement>): Verified {
  const about = 'challenged';
  const state = required.has('challenged') ? 'untold' : 'said';
  const text = seedFrom === undefined ? 'the vendor chose the seed' : `by nonce ${seedFrom.nonce}`;
  return { about, state, text };
}
