import type { Certificate } from '../certificate.ts';
import type { Verified } from './verified.ts';

/** Says when it is too old; nothing where it is not. */
export function valid({ validUntil }: Certificate, now: Date): readonly Verified[] {
  const isExpired = now.toISOString().slice(0, 10) > validUntil;
  return isExpired ? [{ about: 'valid', state: 'untold', text: `expired on ${validUntil}` }] : [];
}
