import type { Section } from '../contract/endpoints.ts';
import { notTested } from '../clause/thrown.ts';
import type { Consent } from '../run/options.ts';
import { requireWrites } from './read-only.ts';
import type { Stage } from './stage.ts';

/**
 * Makes sure that a write whose target or effect the contract does not show may be sent.
 *
 * @throws Inconclusive where the operator has not consented, or wants nothing written
 */
export function requireConsent(on: Stage, consent: Consent, section: Section): void {
  requireWrites(on);
  if (on.options.consent.has(consent)) return;
  throw notTested({
    code: 'consent-missing',
    text: `what requests of ${section} change is not shown, so that they are sent with consent only`,
    supply: `CONFORMANCE_CONSENT=${consent}  (or state the limit: CONFORMANCE_WITHOUT=${section})`,
  });
}
