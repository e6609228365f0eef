import type { Section } from '../contract/endpoints.ts';
import { notTested } from '../clause/thrown.ts';
import type { Consent } from '../run/options.ts';
import { requireWrites } from './read-only.ts';
import type { Stage } from './stage.ts';

/** Requests that are allowed although the contract does not show their effect. */
const effects: Readonly<Record<Consent, string>> = {
  overwrite: 'may overwrite data',
  records: 'may store records',
  upload: 'may store images',
  namespace: 'may change data',
};

/**
 * Throws Inconclusive if the operator has not consented to an effect that is not shown, or to any write.
 *
 * @throws Inconclusive if the operator has not consented, or wants nothing written
 */
export function requireConsent(on: Stage, consent: Consent, section: Section): void {
  requireWrites(on);
  if (on.options.consent.has(consent)) return;
  throw notTested({
    code: 'consent-missing',
    text: `not sent: ${section} ${effects[consent]}`,
    supply: `CONFORMANCE_CONSENT=${consent}  (or state the limit: CONFORMANCE_WITHOUT=${section})`,
  });
}
