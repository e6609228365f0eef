import { createHash } from 'node:crypto';
import type { Report } from '../../clause/report.ts';
import { implementationOf } from './certificate.ts';

/** What is certified: a nonce may be used for nothing else. */
export type Challenged = Pick<Report, 'suite' | 'target'>;

/**
 * The seed that nobody could choose who has not drawn the nonce. It follows from what is certified, too, so that a run on one
 * server is no run on another one.
 *
 * @returns 32 hexadecimal digits
 */
export function seedOfNonce(nonce: string, { suite, target }: Challenged): string {
  const { vendor = '', name = '', version = '' } = implementationOf({ target, suite });
  // The reference of the suite listens where there is room.
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
