import { createHash } from 'node:crypto';
import type { Report } from '../../clause/report.ts';
import { implementationOf } from './certificate.ts';

/** The certified subject: a nonce serves only this subject. */
export type Challenged = Pick<Report, 'suite' | 'target'>;

/**
 * A seed that nobody without the nonce could choose. It also depends on the certified subject, so that a run on one
 * server does not count for another.
 *
 * @returns 32 hexadecimal digits
 */
export function seedOfNonce(nonce: string, { suite, target }: Challenged): string {
  const { vendor = '', name = '', version = '' } = implementationOf({ target, suite });
  // The reference of the suite listens on any free port.
  const asked = target.embedded ? ['embedded', ''] : ['server', target.baseUrl];
  const parts = [
    nonce,
    suite.contract.sha256,
    suite.version,
    vendor,
    name,
    version,
    ...asked,
    target.projectKey,
  ];
  const digest = createHash('sha256').update('resource-conformance/seed/2\n');
  for (const part of parts) digest.update(`${part.length}:${part}\n`);
  return digest.digest('hex').slice(0, 32);
}
