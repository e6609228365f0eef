import type { Certificate } from '../certificate.ts';
import type { Requirement } from '../requirements.ts';
import { seedOfNonce } from '../seed-of-nonce.ts';
import { refuted, type Verified } from './verified.ts';

/** Whether somebody else has drawn what the seed follows from. */
export function challenged(certificate: Certificate, required: ReadonlySet<Requirement>): Verified {
  const about = 'challenged';
  const { seedFrom, run } = certificate;
  if (seedFrom === undefined)
    return {
      about,
      state: required.has('challenged') ? 'untold' : 'said',
      text: 'the vendor chose the seed',
    };
  const { nonce } = seedFrom;
  return seedOfNonce(challengeOf(certificate, nonce)) === run.seed
    ? { about, state: 'holds', text: `seed ${run.seed} follows from nonce ${nonce}` }
    : refuted(about, `seed ${run.seed} does not follow from nonce ${nonce}`);
}

/** What a nonce was drawn for. */
function challengeOf(
  { contract, suite, implementation }: Pick<Certificate, 'contract' | 'suite' | 'implementation'>,
  nonce: string,
): Parameters<typeof seedOfNonce>[0] {
  const { vendor = '', name = '', version = '' } = implementation;
  return { nonce, contract: contract.sha256, suite: suite.version, vendor, name, version };
}
