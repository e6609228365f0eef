import { plan } from '../../plan.ts';
import { checkItself } from '../self-check.ts';
import type { Verified } from '../lines/verified.ts';
import { verifyCertificate, type Verification } from '../verify-certificate.ts';

/** What a verification is handed; the rest is the suite's own. */
export type HandedOver = Omit<Verification, 'plan' | 'checkItself'>;

/** What a certificate proves and what it does not, line by line. */
export interface Told {
  readonly title: string;
  readonly lines: readonly Verified[];
}

/** Verifies in this thread, by the suite's own plan. */
export function verifyHere(handedOver: HandedOver): Promise<Told> {
  return verifyCertificate({ ...handedOver, plan, checkItself: (seed) => checkItself(plan, seed) });
}
