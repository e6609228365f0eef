import { plan } from '../../plan.ts';
import { checkItself } from '../self-check.ts';
import { verifyCertificate, type Told, type Verification } from '../verify-certificate.ts';

/** The input of a verification; all the rest belongs to the suite. */
export type HandedOver = Omit<Verification, 'plan' | 'checkItself'>;

/** Verifies in this thread, by the suite's own plan. */
export function verifyHere(handedOver: HandedOver): Promise<Told> {
  return verifyCertificate({ ...handedOver, plan, checkItself: (seed) => checkItself(plan, seed) });
}
